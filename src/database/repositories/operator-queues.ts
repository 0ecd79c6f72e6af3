import { MAX_COUNT } from '../sql/lists';
import { readAll } from '../sql/read';
import type { Db } from '../transactions/statement';

/** The size and the age of a queue of trades that wait for operators. */
export interface OperatorQueueRow {
  readonly queue: 'verdict' | 'settlement' | 'overdue';
  /** At most `MAX_COUNT`. */
  readonly count: number;
  readonly oldestAt: Date | null;
  readonly nextDeadlineAt: Date | null;
}

const LIMIT = `LIMIT ${String(MAX_COUNT)}`;

// The conditions are those of the lists of the queues.
const QUEUES: Readonly<Record<OperatorQueueRow['queue'], string>> = {
  verdict: `SELECT s.checkpoint_submitted_at AS since, s.deadline_at AS due FROM trade_step s JOIN trade t USING (trade_id)
    WHERE s.state = 'active' AND s.checkpoint_status IS NOT NULL AND s.verdict IS NULL
      AND (s.checkpoint_status = 'failed' OR s.coverage_bps < t.coverage_threshold_bps) AND s.deadline_at > $1`,
  settlement: `SELECT settlement_error_at AS since, due_at AS due FROM trade
    WHERE settlement_error IS NOT NULL AND settled_at IS NULL`,
  overdue: `SELECT due_at AS since, due_at AS due FROM trade WHERE due_at <= $1 AND settlement_error IS NULL
    UNION ALL SELECT due_at, due_at FROM trade WHERE settlement_error IS NOT NULL AND settled_at IS NULL AND due_at <= $1`,
};

/** Reads the queues of operators. */
export async function operatorQueues(db: Db, now: Date): Promise<OperatorQueueRow[]> {
  const queues = Object.entries(QUEUES).map(
    ([
      queue,
      rows,
    ]) => `SELECT '${queue}' AS queue, count(*)::int AS count, min(since) AS oldest_at, min(due) AS next_deadline_at
      FROM (SELECT * FROM (${rows}) r ${LIMIT}) q`,
  );
  return readAll(db, { name: 'operator_queues', text: queues.join(' UNION ALL '), values: [now] });
}
