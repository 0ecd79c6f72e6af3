import type { ReactNode } from 'react';
import { State } from '../../../ui/badge';
import { Card } from '../../../ui/card';
import { formatBps } from '../../../ui/money';
import { type Column, Table } from '../../../ui/table';
import { Time } from '../../../ui/time';
import { OutsideLink } from '../../../ui/outside-link';
import type { RuledStep } from './money';

type Item = NonNullable<RuledStep['contract']>['items'][number];
type Proof = NonNullable<RuledStep['rebuttal']>['evidence'][number];

/** What both sides say about a delivery, side by side. */
export function Evidence({ step }: { readonly step: RuledStep }) {
  const general = step.rebuttal?.evidence.filter(({ itemId }) => itemId === null) ?? [];
  return (
    <Card title={`Evidence on step ${String(step.stepNo)}: ${step.title}`}>
      <div className="mb-4 grid gap-3 lg:grid-cols-3">
        <Side title="Delivery contract" by={step.provider.displayName} at={step.contractPublishedAt}>
          <Quote text={step.contract?.summary} none="No contract is published." />
        </Side>
        <Side title="Checkpoint" by={step.consumer.displayName} at={step.checkpointSubmittedAt}>
          {step.checkpointStatus === null ? (
            <p className="text-muted">No checkpoint is submitted.</p>
          ) : (
            <>
              <State code={step.checkpointStatus} />
              <p className="mt-1">The results cover {formatBps(step.coverageBps ?? 0)} of the weights.</p>
            </>
          )}
        </Side>
        <Side title="Rebuttal" by={step.provider.displayName} at={step.rebuttalFiledAt}>
          <Quote text={step.rebuttal?.statement} none="No rebuttal is filed." />
          {general.map((proof) => (
            <ProofView key={proof.uri} proof={proof} />
          ))}
        </Side>
      </div>
      {step.contract && (
        <Table
          caption="Items with what each side says"
          columns={columnsOf(step)}
          rows={step.contract.items}
          keyOf={({ itemId }) => itemId}
        />
      )}
    </Card>
  );
}

interface SideProps {
  readonly title: string;
  readonly by: string;
  readonly at: string | null;
  readonly children: ReactNode;
}

function Side({ title, by, at, children }: SideProps) {
  return (
    <section className="min-w-0 rounded-md bg-raised p-3">
      <h3 className="font-medium">{title}</h3>
      <p className="mb-2 text-sm break-words text-muted">
        {by}
        {at !== null && (
          <>
            , <Time at={at} />
          </>
        )}
      </p>
      {children}
    </section>
  );
}

function Quote({ text, none }: { readonly text: string | undefined; readonly none: string }) {
  if (text === undefined) return <p className="text-muted">{none}</p>;
  return <p className="break-words whitespace-pre-wrap">{text}</p>;
}

function ProofView({ proof }: { readonly proof: Proof }) {
  return (
    <div className="mt-2 text-sm first:mt-0">
      <OutsideLink to={proof.uri} />
      {proof.note !== null && <p className="break-words">{proof.note}</p>}
      <Digest of={proof.sha256} />
    </div>
  );
}

function Digest({ of }: { readonly of: string | null }) {
  if (of === null) return null;
  return (
    <p className="text-muted" title={of}>
      SHA-256 <span className="font-mono text-xs">{`${of.slice(0, 8)}…${of.slice(-8)}`}</span>
    </p>
  );
}

function columnsOf(step: RuledStep): readonly Column<Item>[] {
  return [
    {
      head: 'Item',
      cell: ({ itemId, description, weight }) => (
        <div className="min-w-40">
          <p className="font-medium break-words">{description}</p>
          <p className="text-muted">
            <code>{itemId}</code>, weight {weight}
            {step.items.some((item) => item.itemId === itemId && item.must) && ', must be met'}
          </p>
        </div>
      ),
    },
    {
      head: 'Delivered',
      cell: ({ artifactUri, artifactSha256, note }) => (
        <div className="min-w-48">
          {artifactUri !== null && <OutsideLink to={artifactUri} />}
          {note !== null && <p className="break-words">{note}</p>}
          <Digest of={artifactSha256} />
          {artifactUri === null && note === null && artifactSha256 === null && <span className="text-muted">–</span>}
        </div>
      ),
    },
    { head: 'Consumer says', cell: ({ itemId }) => <Result step={step} itemId={itemId} /> },
    {
      head: 'Provider answers',
      cell: ({ itemId }) => {
        const proofs = step.rebuttal?.evidence.filter((proof) => proof.itemId === itemId) ?? [];
        if (proofs.length === 0) return <span className="text-muted">–</span>;
        return (
          <div className="min-w-48">
            {proofs.map((proof) => (
              <ProofView key={proof.uri} proof={proof} />
            ))}
          </div>
        );
      },
    },
  ];
}

function Result({ step, itemId }: { readonly step: RuledStep; readonly itemId: string }) {
  if (step.checkpointStatus === null) return <span className="text-muted">–</span>;
  const result = step.checkpointResults.find((one) => one.itemId === itemId);
  return (
    <div className="min-w-40">
      {result?.met === true ? <State code="met" tone="good" /> : <State code="not met" tone="bad" />}
      {result?.note != null && <p className="mt-1 break-words">{result.note}</p>}
      {!result && <p className="mt-1 text-muted">no result sent</p>}
    </div>
  );
}
