import type { TradingTradeRowFragment } from '../../api/document-types';
import { TitleLink } from '../../shell/principal';
import { State } from '../../ui/badge';
import { Key } from '../../ui/key';
import { Money } from '../../ui/money';
import { type Column, Table } from '../../ui/table';
import { Deadline, Time } from '../../ui/time';
import { PartyLink } from './party';
import { titleOf } from './title';

/** A trade as a row of a list. */
type TradeRow = TradingTradeRowFragment;

/** The step that is active, else the next, else the last. */
function currentStep({ steps }: TradeRow) {
  return (
    steps.find(({ state }) => state === 'ACTIVE') ?? steps.find(({ state }) => state === 'PENDING') ?? steps.at(-1)
  );
}

function Progress({ of }: { readonly of: TradeRow }) {
  const step = currentStep(of);
  if (!step) return null;
  const passed = of.steps.filter(({ state }) => state === 'PASSED').length;
  return (
    <div className="min-w-32">
      <p className="break-words">{step.title}</p>
      <p className="text-xs whitespace-nowrap text-muted">
        {of.settledAt
          ? `${passed} of ${of.steps.length} steps passed`
          : `step ${step.stepNo} of ${of.steps.length}, ${step.state.toLowerCase()}`}
      </p>
    </div>
  );
}

function Next({
  of: { nextDeadlineAt, settledAt, settlement },
  ownKey,
}: {
  readonly of: TradeRow;
  readonly ownKey: string;
}) {
  if (nextDeadlineAt) return <Deadline at={nextDeadlineAt} />;
  if (!settledAt) return <span className="text-muted">no deadline</span>;
  const fault = settlement?.failureClass;
  return (
    <>
      <p>
        settled <Time at={settledAt} />
      </p>
      {fault && (
        <p className="text-xs text-muted">
          fault {fault}
          {settlement.faultPrincipalKey === ownKey
            ? ', yours'
            : settlement.faultPrincipalKey
              ? ', of the other side'
              : ''}
        </p>
      )}
    </>
  );
}

function roleOf({ steps }: TradeRow, ownKey: string): string {
  const isProvider = steps.some(({ providerPrincipalKey }) => providerPrincipalKey === ownKey);
  const isConsumer = steps.some(({ consumerPrincipalKey }) => consumerPrincipalKey === ownKey);
  return isProvider && isConsumer ? 'Both' : isProvider ? 'Provider' : 'Consumer';
}

function columnsOf(ownKey: string): readonly Column<TradeRow>[] {
  return [
    {
      head: 'Trade',
      cell: (row) => (
        <div className="min-w-44">
          <TitleLink to={`trades/${row.tradeKey}`}>{titleOf(row.proposal.listings, ownKey, 'Trade')}</TitleLink>
          <p className="text-xs text-muted">
            created <Time at={row.createdAt} /> <Key of={row.tradeKey} />
          </p>
        </div>
      ),
    },
    {
      head: 'With',
      cell: ({ participants }) => (
        <div className="min-w-32">
          {participants
            .filter(({ principal }) => principal.principalKey !== ownKey)
            .map(({ principal }) => (
              <p key={principal.principalKey}>
                <PartyLink of={principal} ownKey={ownKey} />
              </p>
            ))}
        </div>
      ),
    },
    { head: 'Your role', cell: (row) => roleOf(row, ownKey) },
    { head: 'State', cell: ({ state }) => <State code={state} /> },
    { head: 'Step', cell: (row) => <Progress of={row} /> },
    { head: 'Next deadline', cell: (row) => <Next of={row} ownKey={ownKey} /> },
    {
      head: 'Total price',
      isAmount: true,
      cell: ({ steps }) => <Money stamps={steps.reduce((sum, { priceStamps }) => sum + priceStamps, 0)} />,
    },
  ];
}

/** Trades as a table. */
export function TradeTable({
  caption,
  rows,
  ownKey,
}: {
  readonly caption: string;
  readonly rows: readonly TradeRow[];
  readonly ownKey: string;
}) {
  return <Table caption={caption} columns={columnsOf(ownKey)} rows={rows} keyOf={({ tradeKey }) => tradeKey} />;
}
