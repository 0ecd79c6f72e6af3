import type { ReactNode } from 'react';
import { formatBps, Money } from '../../ui/money';
import { State, words } from '../../ui/badge';
import { Deadline, Time } from '../../ui/time';
import { OutsideLink } from '../../ui/outside-link';
import type { Step } from './types';

/** The steps in order: what was promised, delivered, found, rebutted and ruled. */
export function Steps({ steps }: { readonly steps: readonly Step[] }) {
  return (
    <ol className="space-y-4">
      {steps.map((step) => (
        <li key={step.stepNo} className="rounded-lg border border-line bg-surface p-4">
          <StepHead step={step} />
          <div className="mt-3 grid gap-3 md:grid-cols-2">
            {step.contract && <Contract step={step} />}
            {step.checkpointStatus !== null && <Checkpoint step={step} />}
            {step.rebuttal && <Rebuttal step={step} />}
            {step.verdict && <Verdict step={step} />}
            {!step.contract && step.items.length > 0 && <AcceptanceItems step={step} />}
          </div>
        </li>
      ))}
    </ol>
  );
}

function StepHead({ step }: { readonly step: Step }) {
  const { stepNo, title, state, priceStamps, deadlineAt, notBefore, provider, consumer } = step;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-base font-semibold break-words">
          {stepNo}. {title}
        </h2>
        <State code={state} />
      </div>
      <p className="text-sm text-muted">
        {provider.displayName} delivers to {consumer.displayName} for <Money stamps={priceStamps} />
        {state === 'ACTIVE' && deadlineAt !== null && (
          <>
            {' · '}
            <Deadline at={deadlineAt} />
          </>
        )}
        {state === 'PENDING' && notBefore !== null && (
          <>
            {' · starts '}
            <Time at={notBefore} />
          </>
        )}
      </p>
    </>
  );
}

function Part({
  title,
  at,
  children,
}: {
  readonly title: string;
  readonly at: string | null;
  readonly children: ReactNode;
}) {
  return (
    <section className="rounded-md bg-ground p-3 text-sm">
      <h3 className="mb-1 flex flex-wrap justify-between gap-2 font-medium">
        {title}
        {at !== null && (
          <span className="font-normal text-muted">
            <Time at={at} />
          </span>
        )}
      </h3>
      {children}
    </section>
  );
}

function AcceptanceItems({ step: { items } }: { readonly step: Step }) {
  return (
    <Part title="Acceptance items" at={null}>
      <ul className="list-disc space-y-1 ps-5">
        {items.map(({ itemId, description, weight, must }) => (
          <li key={itemId}>
            {description}{' '}
            <span className="text-muted">
              (weight {weight}
              {must && ', must be met'})
            </span>
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Contract({ step: { contract, contractPublishedAt, items } }: { readonly step: Step }) {
  const must = new Set(items.filter((item) => item.must).map(({ itemId }) => itemId));
  return (
    <Part title="Delivery contract" at={contractPublishedAt}>
      <p className="mb-1 whitespace-pre-wrap break-words">{contract?.summary}</p>
      <ul className="list-disc space-y-1 ps-5">
        {contract?.items.map(({ itemId, description, weight, note, artifactUri, artifactSha256 }) => (
          <li key={itemId} className="break-words">
            {description}{' '}
            <span className="text-muted">
              (weight {weight}
              {must.has(itemId) && ', must be met'})
            </span>
            {note !== null && <p className="text-muted">{note}</p>}
            {artifactUri !== null && <OutsideLink to={artifactUri} />}
            {artifactSha256 !== null && (
              <p className="font-mono text-xs break-all text-muted">sha256 {artifactSha256}</p>
            )}
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Checkpoint({ step }: { readonly step: Step }) {
  const { checkpointStatus, checkpointSubmittedAt, coverageBps, checkpointResults, contract } = step;
  const nameOf = (id: string): string => contract?.items.find(({ itemId }) => itemId === id)?.description ?? id;
  return (
    <Part title={`Checkpoint: ${words(checkpointStatus ?? '').toLowerCase()}`} at={checkpointSubmittedAt}>
      {coverageBps !== null && <p className="mb-1">Coverage {formatBps(coverageBps)}</p>}
      <ul className="space-y-1">
        {checkpointResults.map(({ itemId, met, note }) => (
          <li key={itemId} className="break-words">
            <span className={met ? 'text-good' : 'text-bad'}>{met ? 'Met:' : 'Not met:'}</span> {nameOf(itemId)}
            {note !== null && <p className="text-muted">{note}</p>}
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Rebuttal({ step: { rebuttal, rebuttalFiledAt } }: { readonly step: Step }) {
  return (
    <Part title="Rebuttal" at={rebuttalFiledAt}>
      <p className="mb-1 whitespace-pre-wrap break-words">{rebuttal?.statement}</p>
      <ul className="list-disc space-y-1 ps-5">
        {rebuttal?.evidence.map(({ uri, note, itemId }) => (
          <li key={`${uri} ${itemId ?? ''}`} className="break-words">
            <OutsideLink to={uri} />
            {note !== null && <p className="text-muted">{note}</p>}
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Verdict({ step: { verdict } }: { readonly step: Step }) {
  if (!verdict) return null;
  return (
    <Part title={`Verdict: ${words(verdict.verdict).toLowerCase()}`} at={verdict.submittedAt}>
      {verdict.coverageBps !== null && <p>Coverage {formatBps(verdict.coverageBps)}</p>}
      <p className="whitespace-pre-wrap break-words">{verdict.reason}</p>
    </Part>
  );
}
