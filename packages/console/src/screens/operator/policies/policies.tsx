import { useState } from 'react';
import { useLive } from '../../../api/hooks';
import { PageHeader } from '../../../ui/card';
import { Ready } from '../../../ui/notice';
import { useEvery, useReread } from '../../../api/polling';
import { Backtest } from './backtest';
import { ActivateDialog } from './activate-dialog';
import { PoliciesScreen } from './policies.documents';
import { PolicyCard } from './policy-card';
import { type Policy, standingOf } from './policy-text';

/** An announced policy becomes the current one without an event for operators. */
const READ_MS = 30_000;

const timeOf = (at: string): number => new Date(at).getTime();

/** The policy that is announced for the nearest time. */
function nextOf(policies: readonly Policy[], now: number): Policy | undefined {
  const announced = policies.filter((policy) => standingOf(policy, now) === 'announced');
  return announced.toSorted((one, other) => timeOf(one.activeFrom ?? '') - timeOf(other.activeFrom ?? ''))[0];
}

/** The settlement policies, and which of them new trades get. */
export function Screen() {
  const read = useLive(PoliciesScreen, {});
  const reread = useReread(PoliciesScreen, {});
  useEvery(reread, READ_MS);
  const [policy, setPolicy] = useState<Policy>();
  return (
    <>
      <PageHeader title="Policies">
        A policy decides who gets what when a trade is settled. A trade keeps the policy with which it was created.
      </PageHeader>
      <Ready of={read}>
        {({ policies, service }) => (
          <>
            <div className="space-y-4">
              {policies.toReversed().map((one) => (
                <PolicyCard
                  key={one.version}
                  policy={one}
                  now={timeOf(service.serverTime)}
                  next={nextOf(policies, timeOf(service.serverTime))}
                  onActivate={() => setPolicy(one)}
                />
              ))}
              <Backtest policies={policies} serverTime={service.serverTime} />
            </div>
            {policy && (
              <ActivateDialog
                policy={policy}
                current={service.policyVersion}
                serverTime={service.serverTime}
                onDone={reread}
                onClose={() => setPolicy(undefined)}
              />
            )}
          </>
        )}
      </Ready>
    </>
  );
}
