import { type AddValue, containing, createdFrom, hasKey } from '../sql/filters';
import { byColumn, byText, type List, type ListOrder } from '../sql/lists';
import { PAYMENT_POSITION } from './parties';

/** Lists of the platform, which only operators read. */

/** Principals, newest first. A text is compared with every name, because it may be anywhere in one. */
export const principals: List = {
  name: 'principals',
  columns: 'p.*',
  from: 'principal p',
  orders: { created_at: byColumn('p.principal_id') },
  filters: {
    text: (text: string, add: AddValue) => ({ where: `p.display_name ILIKE ${add(containing(text), 'text')}` }),
    bindingSubject: (subject: string, add: AddValue) => ({
      where: `p.principal_id IN (SELECT b.principal_id FROM binding b JOIN human h USING (human_id)
        WHERE h.subject = ${add(subject, 'text')})`,
    }),
    principalKey: hasKey('prn', 'p.principal_id'),
    createdFrom: createdFrom('p.principal_id', 'p.created_at'),
  },
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
 * Trades whose active step needs a verdict: its checkpoint failed or its coverage is too low.
 *
 * Rebutted ones come first, then those with the most contested stamps for the time left. The order changes with the time,
 * so a later page can repeat a trade.
 */
export const tradesAwaitingVerdict = (now: Date): List => ({
  // Its text changes with the time, so it has no name of a prepared statement.
  columns: 't.*',
  from: 'trade_step s JOIN trade t USING (trade_id)',
  where: `s.state = 'active' AND s.checkpoint_status IS NOT NULL AND s.verdict IS NULL
    AND (s.checkpoint_status = 'failed' OR s.coverage_bps < t.coverage_threshold_bps)`,
  orders: { urgency: byUrgency(now) },
});

/** Trades whose settlement failed, newest first. */
export const tradesQuarantined: List = {
  name: 'trades_set_aside',
  columns: 't.*',
  from: 'trade t',
  where: 't.settlement_error IS NOT NULL AND t.settled_at IS NULL',
  orders: { created_at: byColumn('t.trade_id') },
};

/** Due trades that no worker has settled, newest first, with the quarantined ones. */
export const tradesOverdue = (now: Date): List => {
  // Each half has its own index: the queue of the worker, and the quarantined trades.
  const due = `due_at <= '${now.toISOString()}'`;
  return {
    columns: 't.*',
    from: `(SELECT * FROM trade WHERE ${due} AND settlement_error IS NULL
      UNION ALL SELECT * FROM trade WHERE settlement_error IS NOT NULL AND settled_at IS NULL AND ${due}) t`,
    orders: { created_at: byColumn('t.trade_id') },
  };
};

/** The log of operators’ acts, newest first. */
export const operatorActs: List = {
  name: 'operator_acts',
  columns: 'o.*',
  from: 'operator_act o',
  orders: { created_at: byColumn('o.act_id') },
};

export const operatorActsOfSubject = (subjectKey: string): List => ({
  ...operatorActs,
  name: 'operator_acts_of_subject',
  scope: subjectKey,
  where: (add) => `o.subject_key = ${add(subjectKey, 'text')}`,
});

/** Parked purchases that operators have not resolved, newest first. */
export const parkedPurchases: List = {
  name: 'parked_purchases',
  columns: 'p.*',
  from: 'ticket_purchase p',
  where: `p.status = 'parked' AND p.parked_reason <> ALL (p.resolved_reasons)`,
  orders: { created_at: byText('payment_position(p.created_at, p.session_id)', PAYMENT_POSITION, 'varchar') },
};

/** Unresolved late payments, refunds, disputes and paid sessions without a purchase, newest first. */
export const flaggedPayments: List = {
  name: 'flagged_payments',
  columns: 'f.*',
  from: 'flagged_payment f',
  orders: { created_at: byText('payment_position(f.received_at, f.stripe_event_id)', PAYMENT_POSITION, 'varchar') },
};
