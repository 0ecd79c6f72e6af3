import { useState } from 'react';
import { State, words } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Card, Facts } from '../../ui/card';
import { Money } from '../../ui/money';
import { Time } from '../../ui/time';
import { canonicalJson, sha256 } from './canonical';
import type { Settlement } from './types';

/** How the trade ended, why, and what each side got. */
export function SettlementCard({ settlement }: { readonly settlement: Settlement }) {
  const { outcome, failureClass, failureCause, faultPrincipal, faultedStepNo, slashStamps, compensations, own } =
    settlement;
  return (
    <Card title="Settlement" actions={<State code={outcome} />}>
      <div className="space-y-4">
        {failureClass === null ? (
          <p>The trade was settled without a fault.</p>
        ) : (
          <p>
            {failureClass}: {words(failureCause ?? '').toLowerCase()}
            {faultedStepNo !== null && ` in step ${String(faultedStepNo)}`}.{' '}
            {faultPrincipal ? `${faultPrincipal.displayName} was at fault.` : 'No party was at fault.'}
          </p>
        )}
        {slashStamps > 0 && (
          <p>
            <Money stamps={slashStamps} /> of the bond were slashed.
            {compensations.map(({ principal, amountStamps, kind }) => (
              <span key={`${principal.displayName} ${kind}`}>
                {' '}
                {principal.displayName} got <Money stamps={amountStamps} />.
              </span>
            ))}
          </p>
        )}
        {own && <OwnSide own={own} />}
        <Proof settlement={settlement} />
      </div>
    </Card>
  );
}

function OwnSide({ own }: { readonly own: NonNullable<Settlement['own']> }) {
  const rows = [
    ['Received', own.receivedStamps],
    ['Compensation', own.compensationStamps],
    ['Paid', -own.paidStamps],
    ['Fees', -own.feesStamps],
    ['Slashed', -own.bondSlashedStamps],
    ['Lost in an unruled dispute', -own.burntStamps],
  ] as const;
  const net = rows.reduce((sum, [, stamps]) => sum + stamps, 0);
  return (
    <Facts
      rows={[
        ...rows
          .filter(([, stamps]) => stamps !== 0)
          .map(([name, stamps]) => [name, <Money isChange stamps={stamps} />] as const),
        ['Result for you', <Money isChange stamps={net} />],
        ['Bond returned', <Money stamps={own.bondReleasedStamps} />],
      ]}
    />
  );
}

type Check = { readonly isSame: boolean; readonly digest: string };

function Proof({ settlement }: { readonly settlement: Settlement }) {
  const { policyVersion, ruleVersion, settledAt, evidence, evidenceSha256 } = settlement;
  const [check, setCheck] = useState<Check>();
  const verify = async (): Promise<void> => {
    const digest = await sha256(canonicalJson(evidence));
    setCheck({ isSame: digest === evidenceSha256, digest });
  };
  return (
    <div className="border-t border-line pt-3 text-sm">
      <p className="text-muted">
        Settled <Time at={settledAt} /> by {policyVersion} and {ruleVersion}. The record contains all inputs of the
        decision, and their digest.
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <Button onClick={() => void verify()}>Verify the digest in this browser</Button>
        {check && (
          <p role="status" className={check.isSame ? 'text-good' : 'text-bad'}>
            {check.isSame ? 'The inputs have the recorded digest.' : 'The inputs do not have the recorded digest.'}
          </p>
        )}
      </div>
      <details className="mt-2">
        <summary className="cursor-pointer text-accent">Show the inputs</summary>
        <p className="mt-2 font-mono text-xs break-all">sha256 {evidenceSha256}</p>
        <pre className="mt-2 max-h-96 overflow-auto rounded-md bg-ground p-3 text-xs" tabIndex={0}>
          {JSON.stringify(evidence, undefined, 2)}
        </pre>
      </details>
    </div>
  );
}
