import { type AddValue, type Branch, createdFrom, createdTo, type FilterMembers, idOfKey, oneOf } from '../sql/filters';
import { byColumn, byText, byTime, type List, type ListOrder } from '../sql/lists';
import { OPEN_STATES } from './trades';

/** Trades of all principals, which only operators list. */

/** Open trades have an index by state. The settled ones are read by the outcome of their settlement. */
function inStates(states: readonly string[], add: AddValue): Branch[] {
  const open = states.filter((state) => OPEN_STATES.has(state));
  const settled = states.filter((state) => !OPEN_STATES.has(state));
  return [
    ...oneOf('t.state')(open, add).map(({ where }) => ({ where: `t.settled_at IS NULL AND ${where}` })),
    ...settledWith('x', 'outcome')(settled, add),
  ];
}

/** Values of a column of the settlement. */
const settledWith =
  (alias: string, column: string) =>
  (values: readonly unknown[], add: AddValue): Branch[] =>
    oneOf(`${alias}.${column}`)(values, add).map(({ where }) => ({
      where,
      join: `JOIN settlement ${alias} ON ${alias}.trade_id = t.trade_id`,
    }));

/** Trades that are not quarantined have an index by time. The quarantined ones are few. */
const dueBefore = (time: Date, add: AddValue): Branch[] =>
  ['IS NULL', 'IS NOT NULL AND t.settled_at IS NULL'].map((error) => ({
    where: `t.due_at < ${add(time, 'timestamptz')} AND t.settlement_error ${error}`,
  }));

const filters: FilterMembers = {
  // Each reason is a list of its own, and the member binds its cursors to the reason.
  awaiting: () => ({ where: 'true' }),
  states: inStates,
  outcomes: settledWith('o', 'outcome'),
  failureClasses: settledWith('c', 'failure_class'),
  principalKey: (key: string, add: AddValue) => ({
    where: `p.principal_id = ${add(idOfKey('prn', key), 'uuid')}`,
    join: 'JOIN trade_participant p ON p.trade_id = t.trade_id',
  }),
  // The index of an agent's trades begins with its principal.
  agentKey: (key: string, add: AddValue) => {
    const id = add(idOfKey('agt', key), 'uuid');
    return {
      where: `a.agent_id = ${id} AND a.principal_id = (SELECT g.principal_id FROM agent g WHERE g.agent_id = ${id})`,
      join: 'JOIN trade_participant a ON a.trade_id = t.trade_id',
    };
  },
  proposalKey: (key: string, add: AddValue) => ({ where: `t.proposal_id = ${add(idOfKey('prp', key), 'uuid')}` }),
  createdFrom: createdFrom('t.trade_id', 't.created_at'),
  createdTo: createdTo('t.trade_id', 't.created_at'),
  dueBefore,
};

const CREATED_AT = byColumn('t.trade_id');

/** Trades that are not quarantined have an index by deadline. The quarantined ones are few. */
const NEXT_DEADLINE_AT = byTime('t.due_at', 't.trade_id', {
  branches: [
    { where: 't.settlement_error IS NULL' },
    { where: 't.settlement_error IS NOT NULL AND t.settled_at IS NULL' },
  ],
});

const SETTLED_AT = byTime('y.settled_at', 'y.trade_id', {
  isDescending: true,
  branches: [{ where: 'true', join: 'JOIN settlement y ON y.trade_id = t.trade_id' }],
});

/** All trades, newest first. */
export const tradesOfPlatform: List = {
  name: 'operator_trades',
  columns: 't.*',
  from: 'trade t',
  orders: { created_at: CREATED_AT, next_deadline_at: NEXT_DEADLINE_AT, settled_at: SETTLED_AT },
  filters,
};

/** The contested part of the price: the price without the coverage that the checkpoint claims. */
const CONTESTED = `(s.price_stamps - s.price_stamps::numeric * least(s.coverage_bps, t.coverage_threshold_bps)
  / t.coverage_threshold_bps)`;

/** A digit, a rank of 20 digits, then a UUID. */
const RANK = /^[01]\d{20}[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The contested stamps for each second that is left, in millionths. */
function byUrgency(now: Date): ListOrder {
  const left = `extract(epoch FROM s.deadline_at - '${now.toISOString()}'::timestamptz)`;
  const urgency = `floor(${CONTESTED} * 1000000 / greatest(1, ${left}))`;
  const rank = `((s.rebuttal_filed_at IS NOT NULL)::int::text || lpad(${urgency}::text, 20, '0') || s.trade_id::text)`;
  return byText(rank, RANK, 'text');
}

/**
 * Trades whose active step needs a verdict: its checkpoint failed or its coverage is too low, and its deadline has not passed.
 *
 * Rebutted ones come first, then those with the most contested stamps for the time left. The order changes with the time,
 * so a later page can repeat a trade.
 */
export const tradesAwaitingVerdict = (now: Date): List => ({
  // Its text changes with the time, so it has no name of a prepared statement.
  columns: 't.*',
  from: 'trade_step s JOIN trade t USING (trade_id)',
  where: `s.state = 'active' AND s.checkpoint_status IS NOT NULL AND s.verdict IS NULL
    AND (s.checkpoint_status = 'failed' OR s.coverage_bps < t.coverage_threshold_bps)
    AND s.deadline_at > '${now.toISOString()}'`,
  orders: { urgency: byUrgency(now) },
  filters,
});

/** Trades whose settlement failed, newest first. */
export const tradesQuarantined: List = {
  name: 'trades_set_aside',
  columns: 't.*',
  from: 'trade t',
  where: 't.settlement_error IS NOT NULL AND t.settled_at IS NULL',
  orders: { created_at: CREATED_AT, next_deadline_at: byTime('t.due_at', 't.trade_id') },
  filters,
};

/** Due trades that no worker has settled, newest first, with the quarantined ones. */
export const tradesOverdue = (now: Date): List => {
  // Each half has its own index: the queue of the worker, and the quarantined trades.
  const due = `due_at <= '${now.toISOString()}'`;
  return {
    columns: 't.*',
    from: `(SELECT * FROM trade WHERE ${due} AND settlement_error IS NULL
      UNION ALL SELECT * FROM trade WHERE settlement_error IS NOT NULL AND settled_at IS NULL AND ${due}) t`,
    orders: { created_at: CREATED_AT, next_deadline_at: byTime('t.due_at', 't.trade_id') },
    filters,
  };
};
