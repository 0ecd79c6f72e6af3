import { State } from '../../../ui/badge';
import { Card, Facts } from '../../../ui/card';
import { type Column, Table } from '../../../ui/table';
import { formatExact, Time } from '../../../ui/time';
import type { Health } from './checks-of';

type Audit = NonNullable<Health['ledgerAudit']>;
type AuditCheck = Audit['checks'][number];

/** The last audit of a worker: when it ran, what it found, and what to do. */
export function AuditCard({ audit: { auditedAt, isWhole, checks } }: { readonly audit: Audit }) {
  const broken = checks.filter(({ findings }) => findings > 0);
  if (auditedAt === null) {
    return (
      <Card title="Audit: not yet">
        <p className="text-muted">
          No worker has audited this database. A worker audits every hour, first 5 minutes after its start. For a result
          now, run <code>npx ats audit</code>.
        </p>
      </Card>
    );
  }
  return (
    <Card title={titleOf(broken)}>
      <Facts
        rows={[
          [
            'Last audit',
            <span>
              {formatExact(auditedAt)} (<Time at={auditedAt} />)
            </span>,
          ],
          ['It read', isWhole ? 'everything' : 'what came after the last clean audit'],
          ['Checks that ran', checks.length],
          ['Checks with findings', broken.length],
        ]}
      />
      <Findings broken={broken} />
      <p className="mt-4 text-sm text-muted">
        A worker audits every hour, and its findings stop nothing. After a repair they stay here until the next audit.
        For a result now, run <code>npx ats audit</code>.{' '}
        {!isWhole && (
          <>
            Only <code>npx ats audit --whole</code> finds changes of older rows.
          </>
        )}
      </p>
      <details className="mt-4">
        <summary className="cursor-pointer font-medium text-accent">All checks</summary>
        <div className="mt-3">
          <Table caption="Checks of the last audit" columns={columns} rows={checks} keyOf={({ check }) => check} />
        </div>
      </details>
    </Card>
  );
}

function titleOf(broken: readonly AuditCheck[]): string {
  if (broken.length === 0) return 'Audit: no findings';
  const total = broken.reduce((sum, { findings }) => sum + findings, 0);
  return `Audit: ${countOf(total)}`;
}

const countOf = (findings: number): string => (findings === 1 ? '1 finding' : `${String(findings)} findings`);

/** Each check with findings: how many, examples, and the advice. */
function Findings({ broken }: { readonly broken: readonly AuditCheck[] }) {
  if (broken.length === 0) return null;
  return (
    <ul aria-label="Findings" className="mt-4 divide-y divide-line border-y border-line">
      {broken.map(({ check, title, findings, examples, remedy }) => (
        <li key={check} className="py-3">
          <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <State code="fails" tone="bad" />
            <span className="font-medium">
              {check}: {countOf(findings)}
            </span>
            <span className="text-muted">It must hold that {title}.</span>
          </p>
          <Examples examples={examples} more={findings - examples.length} />
          <p className="mt-2">
            <span className="font-medium">What to do: </span>
            <Advice text={remedy} />
          </p>
        </li>
      ))}
    </ul>
  );
}

/** The advice, with its commands as code. */
function Advice({ text }: { readonly text: string }) {
  const parts = text.split('`');
  return parts.map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part));
}

function Examples({ examples, more }: { readonly examples: readonly string[]; readonly more: number }) {
  return (
    <ul className="mt-2 list-disc ps-5 text-sm">
      {examples.map((example) => (
        <li key={example}>
          <code className="text-xs break-words">{example}</code>
        </li>
      ))}
      {more > 0 && (
        <li className="text-muted">
          {examples.length === 0 ? 'No example is stored.' : `${String(more)} more.`} <code>npx ats audit --json</code>{' '}
          prints them.
        </li>
      )}
    </ul>
  );
}

const columns: readonly Column<AuditCheck>[] = [
  { head: 'Check', cell: ({ check }) => check },
  { head: 'It must hold that', cell: ({ title }) => title },
  {
    head: 'Result',
    cell: ({ findings }) => (findings === 0 ? <State code="ok" tone="good" /> : <State code="fails" tone="bad" />),
  },
  { head: 'Findings', cell: ({ findings }) => <span className="tabular-nums">{findings}</span>, isAmount: true },
];
