import type { LogScreenQuery } from '../../../api/document-types';
import { words } from '../../../ui/badge';
import { Key } from '../../../ui/key';
import { type Column, Table } from '../../../ui/table';
import { formatExact, Time } from '../../../ui/time';
import { OperatorLink, TradeLink } from '../parts/operator-link';
import { type Difference, differences } from './diff';

type OperatorAct = NonNullable<LogScreenQuery['operatorLog']>['nodes'][number];

const columns: readonly Column<Difference>[] = [
  { head: 'Field', cell: ({ path }) => <code className="text-xs">{path}</code> },
  {
    head: 'Before',
    cell: ({ before }) => <Value of={before} isRemoved />,
  },
  { head: 'After', cell: ({ after }) => <Value of={after} /> },
];

function Value({ of, isRemoved = false }: { readonly of: string | undefined; readonly isRemoved?: boolean }) {
  if (of === undefined || of === 'null') return <span className="text-muted">none</span>;
  return isRemoved ? (
    <del className="break-words whitespace-pre-wrap text-muted">{of}</del>
  ) : (
    <ins className="font-medium break-words whitespace-pre-wrap no-underline">{of}</ins>
  );
}

function Subject({ act: { subjectKey, subject } }: { readonly act: OperatorAct }) {
  if (subjectKey.startsWith('trd_')) return <TradeLink tradeKey={subjectKey} />;
  if (subjectKey.startsWith('prn_')) {
    const name = subject && 'displayName' in subject ? subject.displayName : subjectKey;
    return (
      <OperatorLink to="principals" search={{ principal: subjectKey }}>
        {name}
      </OperatorLink>
    );
  }
  return <code className="text-xs break-all">{subjectKey}</code>;
}

/** One act of an operator, with what it changed. */
export function Act({ act }: { readonly act: OperatorAct }) {
  const changed = differences(act.before, act.after);
  return (
    <li className="rounded-lg border border-line bg-surface p-4">
      <div className="mb-2 flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h2 className="font-semibold">{words(act.operation)}</h2>
        <Subject act={act} />
        <span className="text-muted">
          {formatExact(act.actedAt)} (<Time at={act.actedAt} />)
        </span>
      </div>
      {changed.length === 0 ? (
        <p className="text-muted">The act changed no value of its subject.</p>
      ) : (
        <Table caption="Values before and after" columns={columns} rows={changed} keyOf={({ path }) => path} />
      )}
      <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        <span>
          Credential <Key of={act.credentialId} />
        </span>
        <span className="break-all">Request {act.requestId}</span>
      </p>
    </li>
  );
}
