import type { HomeQuery } from '../../api/document-types';
import { Go, TitleLink } from '../../shell/principal';
import { State } from '../../ui/badge';
import { Card } from '../../ui/card';
import { Money } from '../../ui/money';
import { Deadline, Time } from '../../ui/time';
import { titleOf } from '../trading/title';

type Principal = NonNullable<HomeQuery['principal']>;

/** The open trades with the soonest deadlines. */
export function OpenTrades({ principal: { principalKey, trades } }: { readonly principal: Principal }) {
  return (
    <Card title={`Open trades (${String(trades.totalCount)})`} actions={<Go to="trades">All trades</Go>}>
      {trades.nodes.length === 0 && (
        <p className="text-muted">
          No trade is open. <Go to="market">Look for a counterparty</Go>, or <Go to="listings">publish a listing</Go>.
        </p>
      )}
      <ul className="divide-y divide-line">
        {trades.nodes.map(({ tradeKey, state, nextDeadlineAt, proposal, activeStep, participants }) => (
          <li key={tradeKey} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-2.5">
            <div className="min-w-0">
              <TitleLink to={`trades/${tradeKey}`}>{titleOf(proposal.listings, principalKey, 'Trade')}</TitleLink>
              <p className="text-sm break-words text-muted">
                {participants
                  .filter((one) => one.principalKey !== principalKey)
                  .map(({ principal }) => principal.displayName)
                  .join(', ')}
                {activeStep && ` · step ${String(activeStep.stepNo)}: ${activeStep.title}`}
              </p>
            </div>
            <span className="flex items-center gap-3 text-sm">
              {nextDeadlineAt !== null && <Deadline at={nextDeadlineAt} />}
              <State code={state} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The newest trades that have ended, with their results. */
export function RecentTrades({ principal: { principalKey, recent } }: { readonly principal: Principal }) {
  return (
    <Card title="Ended trades">
      {recent.nodes.length === 0 && <p className="text-muted">No trade has ended yet.</p>}
      <ul className="divide-y divide-line">
        {recent.nodes.map(({ tradeKey, state, settledAt, proposal, settlement }) => (
          <li key={tradeKey} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-2.5">
            <div className="min-w-0">
              <TitleLink to={`trades/${tradeKey}`}>{titleOf(proposal.listings, principalKey, 'Trade')}</TitleLink>
              {settledAt !== null && (
                <p className="text-sm text-muted">
                  <Time at={settledAt} />
                </p>
              )}
            </div>
            <span className="flex items-center gap-3 text-sm">
              {settlement?.own && <Money isChange stamps={resultOf(settlement.own)} />}
              <State code={state} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

type Own = NonNullable<NonNullable<Principal['recent']['nodes'][number]['settlement']>['own']>;

/** The change of the own balances by a trade. */
function resultOf(own: Own): number {
  const gained = own.receivedStamps + own.compensationStamps;
  return gained - own.paidStamps - own.feesStamps - own.burntStamps - own.bondSlashedStamps;
}
