import { State, words } from '../../../ui/badge';
import { Card, Facts } from '../../../ui/card';
import { Key } from '../../../ui/key';
import { formatBps, Money } from '../../../ui/money';
import { Time } from '../../../ui/time';
import type { RuledStep, RuledTrade } from './money';

/** The verdict that an operator gave. */
export function VerdictCard({ verdict }: { readonly verdict: NonNullable<RuledStep['verdict']> }) {
  return (
    <Card title="Verdict">
      <Facts
        rows={[
          ['Ruling', verdict.verdict === 'PASS' ? 'The delivery passed' : 'The delivery did not pass'],
          ['Coverage', verdict.coverageBps === null ? '–' : formatBps(verdict.coverageBps)],
          ['Given', <Time at={verdict.submittedAt} />],
          ['Reason', <span className="whitespace-pre-wrap">{verdict.reason}</span>],
        ]}
      />
    </Card>
  );
}

/** The settlement of the trade, by the stored record. */
export function SettlementCard({ of: settlement }: { readonly of: NonNullable<RuledTrade['settlement']> }) {
  const { outcome, failureClass, failureCause, faultPrincipal, slashStamps, compensations } = settlement;
  return (
    <Card title="Settlement">
      <Facts
        rows={[
          ['Outcome', <State code={outcome} />],
          ['Fault', failureCause === null ? 'none' : `${failureClass ?? ''}, ${words(failureCause).toLowerCase()}`],
          ['At fault', faultPrincipal?.displayName ?? 'No party'],
          ['Faulted step', settlement.faultedStepNo ?? '–'],
          ['Lost bond', <Money stamps={slashStamps} />],
          [
            'Compensation',
            compensations.length === 0 ? (
              'none'
            ) : (
              <ul>
                {compensations.map(({ principalKey, principal, amountStamps, kind }) => (
                  <li key={principalKey}>
                    <Money stamps={amountStamps} /> to {principal.displayName} ({words(kind).toLowerCase()})
                  </li>
                ))}
              </ul>
            ),
          ],
          ['Settled', <Time at={settlement.settledAt} />],
          ['Policy and rules', `${settlement.policyVersion}, ${settlement.ruleVersion}`],
          ['Settlement', <Key of={settlement.settlementKey} />],
          ['SHA-256 of the evidence', <code className="text-xs break-all">{settlement.evidenceSha256}</code>],
        ]}
      />
    </Card>
  );
}
