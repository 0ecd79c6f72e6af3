import {
  type AddValue,
  among,
  before,
  type Branch,
  createdFrom,
  createdTo,
  equals,
  hasKey,
  idOfKey,
  oneOf,
} from '../sql/filters';
import { byColumn, byTime, type List } from '../sql/lists';
import { pageLimits } from '../sql/pages';
import { TRADE_LIST_COLUMNS } from '../repositories/trade-aggregate';

/** The states of trades that are not settled. */
export const OPEN_STATES: ReadonlySet<string> = new Set(['bond_reserved', 'executing', 'confirming']);

/** Open trades of a principal are few, so they share a branch. The settled ones are read by outcome. */
function inStates(states: readonly string[], add: AddValue): Branch[] {
  const open = states.filter((state) => OPEN_STATES.has(state));
  const settled = states.filter((state) => !OPEN_STATES.has(state));
  return [
    ...(open.length > 0 ? [{ where: `p.open AND ${among('t.state')(open, add).where}` }] : []),
    ...oneOf('p.outcome')(settled, add),
  ];
}

// A confirming trade can have an active step too: its coverage was too low.
const HAS_ACTIVE = `EXISTS (SELECT FROM trade_step s WHERE s.trade_id = p.trade_id AND s.state = 'active')`;
// A step that is not active yet is activated next, by its consumer or by any participant.
const TO_ACTIVATE = `EXISTS (SELECT FROM trade_step s WHERE s.trade_id = p.trade_id AND s.state = 'pending'
  AND s.step_no = (SELECT min(n.step_no) FROM trade_step n WHERE n.trade_id = p.trade_id AND n.state = 'pending')
  AND (s.activation IS DISTINCT FROM 'consumer' OR s.consumer_principal_id = p.principal_id)
  AND (s.not_before_at IS NULL OR s.not_before_at <= $now))`;
const TO_DO = `EXISTS (SELECT FROM trade_step s WHERE s.trade_id = p.trade_id AND s.state = 'active' AND CASE
  WHEN s.contract_published_at IS NULL OR s.checkpoint_status IS NOT NULL THEN s.provider_principal_id
  ELSE s.consumer_principal_id END = p.principal_id
  AND (s.checkpoint_status IS NULL OR s.verdict IS NULL AND s.rebuttal_filed_at IS NULL
    AND (s.checkpoint_status = 'failed' OR s.coverage_bps < t.coverage_threshold_bps)))`;

/** Open trades in which the principal can do the next act before the deadline. */
function awaitingMe(isAwaiting: boolean, add: AddValue, now: Date): Branch {
  const act = `CASE WHEN ${HAS_ACTIVE} THEN ${TO_DO} ELSE ${TO_ACTIVATE} END`;
  const awaiting = `(t.due_at > $now AND ${act})`.replaceAll('$now', add(now, 'timestamptz'));
  return { where: isAwaiting ? `p.open AND ${awaiting}` : `NOT (p.open AND coalesce(${awaiting}, false))` };
}

/** Trades of a principal. Old clients read the whole list, so its pages may be longer than those of other lists. */
export const trades: List = {
  name: 'trades',
  columns: TRADE_LIST_COLUMNS.map((column) => `t.${column}`).join(', '),
  from: 'trade_participant p JOIN trade t USING (trade_id)',
  owner: 'p.principal_id',
  limits: { ...pageLimits, max: 1_000 },
  orders: {
    created_at: byColumn('p.trade_id'),
    next_deadline_at: byTime('t.due_at', 'p.trade_id', { where: 'p.open AND t.due_at IS NOT NULL' }),
    settled_at: byTime('p.settled_at', 'p.trade_id', { isDescending: true }),
  },
  filters: {
    states: inStates,
    outcomes: oneOf('p.outcome'),
    agentKey: hasKey('agt', 'p.agent_id'),
    counterpartyKey: hasKey(
      'prn',
      'c.counterparty_id',
      'JOIN trade_counterparty c ON c.trade_id = p.trade_id AND c.principal_id = p.principal_id',
    ),
    // A look-up first: a walk through all trades of the principal would seem as cheap to the planner.
    proposalKey: (key: string, add: AddValue) => ({
      where: `p.trade_id = (SELECT f.trade_id FROM trade f WHERE f.proposal_id = ${add(idOfKey('prp', key), 'uuid')})`,
    }),
    tradeProfile: equals('p.trade_profile'),
    createdFrom: createdFrom('p.trade_id', 't.created_at'),
    createdTo: createdTo('p.trade_id', 't.created_at'),
    awaitingMe,
    dueBefore: (time: Date, add: AddValue) => ({ where: `p.open AND ${before('t.due_at')(time, add).where}` }),
  },
};
