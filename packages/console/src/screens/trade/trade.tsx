import { useLive } from '../../api/hooks';
import { useEvery, useReread, useRereadAt } from '../../api/polling';
import { Go, usePrincipal, useParam } from '../../shell/principal';
import { State } from '../../ui/badge';
import { Card, Facts, PageHeader } from '../../ui/card';
import { Key } from '../../ui/key';
import { Money } from '../../ui/money';
import { Empty, Ready } from '../../ui/notice';
import { Deadline, Time } from '../../ui/time';
import { Acts } from './acts';
import { TradeMoney } from './money';
import { Outlook } from './outlook';
import { TradePicture } from './picture';
import { Steps } from './steps';
import { TradePage } from './trade.documents';
import { titleOf } from '../trading/title';
import type { Trade } from './types';

/** Other trades and moves of stamps change which acts are possible, and no event of this trade reports it. */
const READ_MS = 15_000;

/** One trade: its course, its steps, what may be done, and how it ends. */
export function Screen() {
  const { principalKey } = usePrincipal();
  const tradeKey = useParam('tradeKey');
  const page = useLive(
    TradePage,
    { principalKey, tradeKey },
    (event) => event.tradeKey === null || event.tradeKey === tradeKey,
  );
  const reread = useReread(TradePage, { principalKey, tradeKey });
  const trade = page.data?.principal?.trade;
  useRereadAt(reread, timesOf(trade ?? undefined));
  useEvery(reread, trade?.settlement === null ? READ_MS : undefined);
  return (
    <Ready of={page} lines={8}>
      {({ principal }) =>
        principal?.trade ? (
          <Page trade={principal.trade} />
        ) : (
          <Empty title="This principal has no such trade">
            See <Go to="trades">the trades of this principal</Go>.
          </Empty>
        )
      }
    </Ready>
  );
}

/** When an act becomes possible, or ends. */
function timesOf(trade: Trade | undefined): readonly (string | null)[] {
  if (!trade) return [];
  const begins = trade.blockedActions.map(({ availableAt }) => availableAt);
  return [...begins, ...trade.allowedActions.map(({ closesAt }) => closesAt)];
}

function Page({ trade }: { readonly trade: Trade }) {
  const { principalKey } = usePrincipal();
  const { tradeKey, state, nextDeadlineAt, settlement, participants, proposal, createdAt } = trade;
  const others = participants.filter((one) => one.principalKey !== principalKey);
  return (
    <>
      <PageHeader
        title={titleOf(proposal.listings, principalKey, trade.steps[0]?.title ?? 'Trade')}
        actions={<State code={state} />}
      >
        With{' '}
        {others.map(({ principalKey: key, principal }, at) => (
          <span key={key}>
            {at > 0 && ', '}
            <Go to={`counterparties/${key}`}>{principal.displayName}</Go>
          </span>
        ))}{' '}
        · <Key of={tradeKey} />
        {nextDeadlineAt !== null && settlement === null && (
          <>
            {' · '}
            <Deadline at={nextDeadlineAt} />
          </>
        )}
      </PageHeader>
      <div className="space-y-5">
        <Acts trade={trade} />
        <TradePicture trade={trade} />
        <Steps steps={trade.steps} />
        {settlement === null && <Outlook tradeKey={tradeKey} />}
        <TradeMoney postings={trade.postings.nodes} />
        <Card title="About this trade">
          <Facts
            rows={[
              ['Created', <Time at={createdAt} />],
              [
                'Proposal',
                <Go to={`proposals/${proposal.proposalKey}`}>Revision {proposal.currentRevision.revisionNo}</Go>,
              ],
              ...participants.map(
                ({ principal, agent, bondStamps }) =>
                  [
                    principal.displayName,
                    <>
                      {agent.name}, bond <Money stamps={bondStamps} />
                    </>,
                  ] as const,
              ),
            ]}
          />
        </Card>
      </div>
    </>
  );
}
