import { useLive } from '../../api/hooks';
import { useEvery, useReread } from '../../api/polling';
import { PageHeader } from '../../ui/card';
import { Empty, Ready } from '../../ui/notice';
import { ClockCard } from './clock';
import { CounterpartiesCard } from './counterparties';
import { FaultsCard } from './faults';
import { GrantCard } from './grant';
import { SandboxPage } from './sandbox.documents';

/** Due work has no event of its own. */
const READ_MS = 2_000;

/** The test clock, counterparties and faults of a sandbox. */
export function Screen() {
  const page = useLive(SandboxPage, {});
  useEvery(useReread(SandboxPage, {}), READ_MS);
  return (
    <>
      <PageHeader title="Sandbox">
        A service to practise in. Everything here changes this sandbox for everyone.
      </PageHeader>
      <Ready of={page} lines={8}>
        {({ sandbox, ticketPacks }) =>
          sandbox ? (
            <div className="space-y-4">
              <ClockCard of={sandbox} />
              <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2">
                <CounterpartiesCard />
                <div className="space-y-4">
                  <FaultsCard />
                  <GrantCard packs={ticketPacks} />
                </div>
              </div>
            </div>
          ) : (
            <Empty title="This service is not a sandbox">
              Its clock is the real one, and its trades count. To practise, start a sandbox on your machine with{' '}
              <code>npx ats sandbox</code>.
            </Empty>
          )
        }
      </Ready>
    </>
  );
}
