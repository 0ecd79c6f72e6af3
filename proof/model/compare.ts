import { idOfTrade, type Life } from './service';
import { type End, type Model, terminal, type Trade } from './model';

/** Balances and trades of the service and of the model, in the same form. */

interface SeenTrade {
  readonly state: string;
  readonly idleDeadlineAt: string | null;
  readonly steps: readonly {
    readonly stepNo: number;
    readonly state: string;
    readonly deadlineAt: string | null;
    readonly coverageBps: number | null;
    readonly checkpointStatus: string | null;
    readonly rebuttal: object | null;
    readonly verdict: { readonly verdict: string } | null;
  }[];
  readonly settlement: {
    readonly outcome: string;
    readonly failureClass: string | null;
    readonly failureCause: string | null;
    readonly faultedStepNo: number | null;
    readonly faultPrincipalKey: string | null;
    readonly slashAmount: number;
    readonly comp: readonly object[];
  } | null;
}

const TRADE = `fragment T on Trade { state idleDeadlineAt
  steps { stepNo state deadlineAt coverageBps checkpointStatus rebuttal { statement } verdict { verdict } }
  settlement { outcome failureClass failureCause faultedStepNo faultPrincipalKey slashAmount comp { principalKey amount exposureBasis kind } } }`;
const PARTY = 'fragment P on Principal { ticketBalanceStamps bondAvailableStamps bondReservedStamps }';

/** Compares everything. Trades with a compared end are added to `ended` and not read again. */
export async function expectSame(life: Life, ended: Set<Trade>): Promise<void> {
  const { model, operator } = life;
  const trades = model.trades.filter((trade) => !ended.has(trade));
  const seen = await operator.queryOrThrow(documentFor(model.parties.length, trades.length), {
    ...Object.fromEntries(model.parties.map(({ key }, index) => [`p${String(index)}`, key])),
    ...Object.fromEntries(trades.map(({ key }, index) => [`t${String(index)}`, key])),
  });
  const parties = model.parties.map((_, index) => seen[`p${String(index)}`]);
  expect(parties).toEqual(model.parties.map((_, index) => balancesIn(model, index)));
  const states = trades.map((_, index) => readable(model, seen[`t${String(index)}`] as SeenTrade));
  expect(states).toEqual(trades.map((trade) => tradeIn(model, trade)));
  for (const trade of trades.filter(terminal)) {
    expect(await sidesOf(life, trade)).toEqual(sidesIn(model, trade));
    ended.add(trade);
  }
}

/** One query for everything. */
function documentFor(parties: number, trades: number): string {
  const named = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => prefix + String(index));
  const roots = [
    ...named('p', parties).map((name) => `${name}: principal(principalKey: $${name}) { ...P }`),
    ...named('t', trades).map((name) => `${name}: operatorTrade(tradeKey: $${name}) { ...T }`),
  ];
  const variables = [...named('$p', parties), ...named('$t', trades)].map((name) => `${name}: ID!`);
  return `query (${variables.join(', ')}) { ${roots.join(' ')} } ${PARTY} ${trades > 0 ? TRADE : ''}`;
}

function balancesIn(model: Model, index: number): object {
  const { tickets, bondAvailable } = model.party(index);
  return {
    ticketBalanceStamps: tickets,
    bondAvailableStamps: bondAvailable,
    bondReservedStamps: model.reserved(index),
  };
}

/** Deadlines in the model's units. The model moves in thousands of seconds, and no run lasts that long. */
function thousand(model: Model, time: string | null): number | null {
  return time === null ? null : Math.floor((Date.parse(time) / 1000 - model.epoch) / 1000) * 1000;
}

function readable(model: Model, { state, idleDeadlineAt, steps, settlement }: SeenTrade): object {
  return {
    state,
    idle: thousand(model, idleDeadlineAt),
    steps: steps.map(({ rebuttal, verdict, deadlineAt, ...step }) => ({
      ...step,
      deadline: thousand(model, deadlineAt),
      rebutted: rebuttal !== null,
      verdict: verdict?.verdict ?? null,
    })),
    settlement,
  };
}

function tradeIn(model: Model, trade: Trade): object {
  return {
    state: trade.state.toUpperCase(),
    idle: trade.idle?.time ?? null,
    steps: trade.steps.map(({ no, state, deadline, checkpoint, rebutted, verdict }) => ({
      stepNo: no,
      state: state.toUpperCase(),
      deadline: deadline?.time ?? null,
      coverageBps: checkpoint?.coverage ?? null,
      checkpointStatus: checkpoint?.status.toUpperCase() ?? null,
      rebutted,
      verdict: verdict?.verdict.toUpperCase() ?? null,
    })),
    settlement: trade.end === null ? null : endIn(model, trade.end),
  };
}

function endIn(model: Model, end: End): object {
  return {
    outcome: end.outcome.toUpperCase(),
    failureClass: end.failureClass,
    failureCause: end.cause?.toUpperCase() ?? null,
    faultedStepNo: end.stepNo,
    faultPrincipalKey: end.fault === null ? null : model.party(end.fault).key,
    slashAmount: end.slash,
    comp: end.comp.map(({ party, amount, basis, kind }) => ({
      principalKey: model.party(party).key,
      amount,
      exposureBasis: basis,
      kind: kind.toUpperCase(),
    })),
  };
}

/** Each participant's settlement, as the service shows it to that participant. */
async function sidesOf(life: Life, trade: Trade): Promise<object> {
  const document = `query ($key: ID!) { principal { trade(tradeKey: $key) { settlement { own {
    paidStamps receivedStamps feesStamps bondReleasedStamps bondSlashedStamps compensationStamps ${life.model.isNew ? 'burntStamps' : ''} } } } } }`;
  const sides: Record<string, unknown> = {};
  for (const party of trade.members) {
    const answer = await life.party(party).api.queryOrThrow<{
      principal: { trade: { settlement: { own: object } } };
    }>(document, { key: trade.key });
    sides[party] = answer.principal.trade.settlement.own;
  }
  const [published] = await life.service.sql<{ events: bigint }>(
    `SELECT count(*) AS events FROM event WHERE trade_id = $1 AND type IN ('trade.completed', 'trade.failed')`,
    idOfTrade(trade),
  );
  return { sides, events: Number(published?.events) };
}

function sidesIn({ isNew }: Model, trade: Trade): object {
  const sides = Array.from(trade.end?.sides ?? [], ([party, side]) => [
    party,
    {
      paidStamps: side.paid,
      receivedStamps: side.received,
      feesStamps: side.fees,
      bondReleasedStamps: side.released,
      bondSlashedStamps: side.slashed,
      compensationStamps: side.compensation,
      ...(isNew && { burntStamps: side.burnt }),
    },
  ]);
  return { sides: Object.fromEntries(sides) as object, events: trade.members.length };
}
