import type { Database, Tx } from '../transactions/database';

/** What waits in the database, for whoever watches the service (docs/reference/metrics.md). */

/** Ages are of the oldest; 0 where nothing waits. */
export interface DatabaseStats {
  /** Deliveries not ended yet, those that wait for their next attempt among them; at most 20,000 are counted. */
  readonly webhooksPending: number;
  /** Those of them whose time has come. */
  readonly webhooksDue: number;
  readonly webhooksDueSeconds: number;
  /** For how long an endpoint that has something to do has not been looked at: what workers are behind by. */
  readonly endpointsWaitingSeconds: number;
  readonly endpointsDisabled: number;
  /** Given up in the last 30 days and not repeated by hand; at most 10,000 are counted. */
  readonly webhooksDead: number;
  /** Events without a place in the log; at most 10,000 are counted. */
  readonly eventsUnsequenced: number;
  readonly eventsUnsequencedSeconds: number;
  /** Trades of which something is due; at most 10,000 are counted. */
  readonly tradesDue: number;
  readonly tradesDueSeconds: number;
  readonly tradesQuarantined: number;
  /** Sides of postings not folded into the platform's balances; at most 20,000 are counted. */
  readonly ledgerDeferred: number;
  readonly ledgerDeferredSeconds: number;
  readonly ledgerHalted: boolean;
  /** What the guard found when it last looked at I1 and I5 (ledger.md §4), and how long ago that was; null before its first look. */
  readonly ledgerViolations: number | null;
  readonly ledgerGuardSeconds: number | null;
  /** What the last audit of a worker found, by check, and how long ago it ended; none, and null, before the first. */
  readonly auditFindings: Readonly<Record<string, number>>;
  readonly auditSeconds: number | null;
  /** Purchases parked, and paid sessions of ours without a purchase, that nobody has dealt with, by reason. */
  readonly payments: readonly { readonly reason: string; readonly count: number }[];
}

/** Events of the payment processor, since ever. */
export interface PaymentCount {
  readonly type: string;
  readonly outcome: string;
  readonly reason: string | null;
  readonly events: number;
}

// A scrape must not hurt what it measures: whatever takes longer than this is given up.
const STATEMENT_MS = 1_000;

// Queues are read by their own indexes, and none further than its limit: in health they are short.
const READ = `
  WITH due AS (
    SELECT count(*)::int AS pending, count(*) FILTER (WHERE due_at <= $1)::int AS due, min(due_at) AS oldest
    FROM (SELECT due_at FROM webhook_delivery WHERE state = 'pending' LIMIT 20000) d
  ), unstamped AS (
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
    unstamped.events AS "eventsUnsequenced",
    coalesce(greatest(extract(epoch FROM $1 - unstamped.oldest)::float8, 0), 0) AS "eventsUnsequencedSeconds",
    overdue.trades AS "tradesDue", coalesce(extract(epoch FROM $1 - overdue.oldest)::float8, 0) AS "tradesDueSeconds",
    (SELECT count(*)::int FROM trade WHERE settlement_error IS NOT NULL AND settled_at IS NULL) AS "tradesQuarantined",
    (SELECT count(*)::int FROM (SELECT FROM ledger_unfolded LIMIT 20000) u) AS "ledgerDeferred",
    coalesce((SELECT greatest(extract(epoch FROM $1 - j.created_at)::float8, 0)
      FROM (SELECT posting_id FROM ledger_unfolded ORDER BY posting_id LIMIT 1) u
      JOIN ledger_posting p USING (posting_id) JOIN ledger_journal j USING (journal_id)), 0) AS "ledgerDeferredSeconds",
    EXISTS (SELECT FROM ledger_halt) AS "ledgerHalted",
    (SELECT violations FROM ledger_guard) AS "ledgerViolations",
    (SELECT greatest(extract(epoch FROM $1 - looked_at)::float8, 0) FROM ledger_guard) AS "ledgerGuardSeconds",
    coalesce((SELECT findings FROM ledger_audit), '{}') AS "auditFindings",
    (SELECT greatest(extract(epoch FROM $1 - audited_at)::float8, 0) FROM ledger_audit) AS "auditSeconds",
    (SELECT coalesce(json_agg(json_build_object('reason', reason, 'count', purchases)), '[]') FROM (
      SELECT reason, count(*) AS purchases FROM payment_attention WHERE stripe_event_id IS NULL OR reason = 'no_purchase'
      GROUP BY reason) p) AS payments
  FROM due, unstamped, overdue`;

export async function readDatabaseStats(store: Database): Promise<DatabaseStats> {
  return store.inTransaction(async (tx) => {
    await limitTime(tx);
    const [row] = await tx.query<DatabaseStats>({ name: 'readings', text: READ, values: [tx.now] });
    if (!row) throw new Error('an aggregate answers one row');
    return row;
  });
}

/** Reads every event there is: to be asked seldom. */
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
