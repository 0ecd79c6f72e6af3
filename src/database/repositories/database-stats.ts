import type { Database, Tx } from '../transactions/database';

/** Counts and ages of the queues in the database, for metrics (docs/reference/metrics.md). */

/** Queue lengths and the ages of their oldest entries. An empty queue has age 0. */
export interface DatabaseStats {
  /** Pending deliveries, counted up to 20,000. */
  readonly webhooksPending: number;
  /** Pending deliveries that are due, and whose agent can get them, counted up to 20,000. */
  readonly webhooksDue: number;
  readonly webhooksDueSeconds: number;
  /** How long the oldest due endpoint has waited for a worker. */
  readonly endpointsWaitingSeconds: number;
  readonly endpointsDisabled: number;
  /** Deliveries that failed for good in the last 30 days, counted up to 10,000. */
  readonly webhooksDead: number;
  /** Events without a sequence number, counted up to 10,000. */
  readonly eventsUnsequenced: number;
  readonly eventsUnsequencedSeconds: number;
  /** Due trades, counted up to 10,000. */
  readonly tradesDue: number;
  readonly tradesDueSeconds: number;
  readonly tradesQuarantined: number;
  /** Posting sides not yet folded into the balances of the platform, counted up to 20,000. */
  readonly ledgerDeferred: number;
  readonly ledgerDeferredSeconds: number;
  /** Sum of the closed periods of the service. */
  readonly closedSeconds: number;
  readonly ledgerHalted: boolean;
  /** Findings of the last check of I1 and I5, and its age. Null before the first check. */
  readonly ledgerViolations: number | null;
  readonly ledgerInvariantCheckSeconds: number | null;
  /** Findings of the last worker audit by check, and its age. Empty and null before the first. */
  readonly auditFindings: Readonly<Record<string, number>>;
  readonly auditSeconds: number | null;
  /** Parked purchases and paid sessions without a purchase that operators have not resolved, by reason. */
  readonly payments: readonly { readonly reason: string; readonly count: number }[];
}

/** All events of the payment processor, by type, outcome and reason. */
export interface PaymentCount {
  readonly type: string;
  readonly outcome: string;
  readonly reason: string | null;
  readonly events: number;
}

// A scrape must not slow the service, so its statements have a short timeout.
const STATEMENT_MS = 2_000;

// Each queue is read by its own index, up to a limit. Due deliveries are found by the scheduled endpoints (audit D3), so that
// the waiting retries of one agent cannot fill the limit.
const READ = `
  WITH open AS MATERIALIZED (
    SELECT w.agent_id, (SELECT d.due_at FROM webhook_delivery d WHERE d.agent_id = w.agent_id AND d.state = 'pending'
      ORDER BY d.due_at, d.sequence LIMIT 1) AS oldest
    FROM webhook_endpoint w JOIN agent a USING (agent_id)
    WHERE w.due_at IS NOT NULL AND a.notification_url IS NOT NULL AND a.notifications_disabled_at IS NULL AND a.push_notifications
  ), due AS (
    SELECT (SELECT count(*)::int FROM (SELECT FROM webhook_delivery WHERE state = 'pending' LIMIT 20000) d) AS pending,
      (SELECT count(*)::int FROM (SELECT FROM open o JOIN webhook_delivery d ON d.agent_id = o.agent_id AND d.state = 'pending'
        AND d.due_at <= $1 WHERE o.oldest <= $1 LIMIT 20000) d) AS due,
      (SELECT min(oldest) FROM open) AS oldest
  ), unsequenced AS (
    SELECT count(*)::int AS events, min(created_at) AS oldest
    FROM (SELECT created_at FROM event WHERE sequence IS NULL ORDER BY log_no NULLS FIRST, event_id LIMIT 10000) e
  ), overdue AS (
    SELECT count(*)::int AS trades, min(due_at) AS oldest
    FROM (SELECT due_at FROM trade WHERE due_at <= $1 AND settlement_error IS NULL ORDER BY due_at LIMIT 10000) t
  )
  SELECT due.pending AS "webhooksPending", due.due AS "webhooksDue",
    CASE WHEN due.oldest <= $1 THEN extract(epoch FROM $1 - due.oldest)::float8 ELSE 0 END AS "webhooksDueSeconds",
    coalesce((SELECT extract(epoch FROM $1 - min(due_at))::float8 FROM webhook_endpoint WHERE due_at <= $1), 0)
      AS "endpointsWaitingSeconds",
    (SELECT count(*)::int FROM agent WHERE notifications_disabled_at IS NOT NULL) AS "endpointsDisabled",
    (SELECT count(*)::int FROM (SELECT FROM webhook_delivery WHERE state = 'dead' LIMIT 10000) d) AS "webhooksDead",
    unsequenced.events AS "eventsUnsequenced",
    coalesce(greatest(extract(epoch FROM $1 - unsequenced.oldest)::float8, 0), 0) AS "eventsUnsequencedSeconds",
    overdue.trades AS "tradesDue", coalesce(extract(epoch FROM $1 - overdue.oldest)::float8, 0) AS "tradesDueSeconds",
    (SELECT count(*)::int FROM trade WHERE settlement_error IS NOT NULL AND settled_at IS NULL) AS "tradesQuarantined",
    (SELECT count(*)::int FROM (SELECT FROM ledger_deferred LIMIT 20000) u) AS "ledgerDeferred",
    coalesce((SELECT greatest(extract(epoch FROM $1 - j.created_at)::float8, 0)
      FROM (SELECT posting_id FROM ledger_deferred ORDER BY posting_id LIMIT 1) u
      JOIN ledger_posting p USING (posting_id) JOIN ledger_journal j USING (journal_id)), 0) AS "ledgerDeferredSeconds",
    coalesce((SELECT sum(extract(epoch FROM to_at - from_at)) FROM closed_period), 0)::float8 AS "closedSeconds",
    EXISTS (SELECT FROM ledger_halt) AS "ledgerHalted",
    (SELECT violations FROM ledger_guard) AS "ledgerViolations",
    (SELECT greatest(extract(epoch FROM $1 - looked_at)::float8, 0) FROM ledger_guard) AS "ledgerInvariantCheckSeconds",
    coalesce((SELECT findings FROM ledger_audit), '{}') AS "auditFindings",
    (SELECT greatest(extract(epoch FROM $1 - audited_at)::float8, 0) FROM ledger_audit) AS "auditSeconds",
    (SELECT coalesce(json_agg(json_build_object('reason', reason, 'count', purchases)), '[]') FROM (
      SELECT reason, count(*) AS purchases FROM payment_review_queue WHERE stripe_event_id IS NULL OR reason = 'no_purchase'
      GROUP BY reason) p) AS payments
  FROM due, unsequenced, overdue`;

export async function readDatabaseStats(store: Database): Promise<DatabaseStats> {
  return store.inTransaction(async (tx) => {
    await limitTime(tx);
    const [row] = await tx.query<DatabaseStats>({ name: 'read_database_stats', text: READ, values: [tx.now] });
    if (!row) throw new Error('an aggregate returns one row');
    return row;
  });
}

/** Counts all payment events. It reads every one, so call it seldom. */
export async function readPaymentCounts(store: Database): Promise<PaymentCount[]> {
  return store.inTransaction(async (tx) => {
    await limitTime(tx);
    return tx.query<PaymentCount>({
      text: 'SELECT type, outcome, reason, events::float8 AS events FROM payment_count',
    });
  });
}

async function limitTime(tx: Tx): Promise<void> {
  await tx.query({ text: `SET LOCAL statement_timeout = ${String(STATEMENT_MS)}` });
}
