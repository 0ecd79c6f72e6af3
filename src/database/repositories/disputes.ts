import type { Db } from '../transactions/statement';

/** Public figures of the disputes of the last 90 days. */
export interface DisputeFigures {
  /** Disputes that wait for a verdict. */
  readonly open: number;
  /** Share of the ended disputes that were ruled, in basis points; null without one. */
  readonly ruledShareBps: number | null;
  readonly medianRulingSeconds: number | null;
  /** Disputes that ended without a verdict. */
  readonly unruled: number;
}

// A rebuttal before the deadline makes a dispute, and moves the deadline. Only the newest disputes are read, so that the
// public figures have a bounded cost.
const FIGURES = `
  WITH dispute AS (
    SELECT s.trade_id, s.state, s.deadline_at, greatest(s.checkpoint_submitted_at, s.rebuttal_filed_at) AS opened_at,
      (s.verdict->>'submitted_at')::timestamptz AS ruled_at, t.settled_at, e.failure_cause, e.faulted_step_no = s.step_no AS ended
    FROM (SELECT * FROM trade_step WHERE rebuttal_filed_at IS NOT NULL AND checkpoint_status IS NOT NULL
        AND checkpoint_submitted_at > $1::timestamptz - interval '90 days'
      ORDER BY checkpoint_submitted_at DESC LIMIT 5000) s
    JOIN trade t ON t.trade_id = s.trade_id AND t.dispute_burn_bps IS NOT NULL
    LEFT JOIN settlement e ON e.trade_id = s.trade_id
    WHERE s.rebuttal_filed_at < s.deadline_at)
  SELECT count(*) FILTER (WHERE state = 'active' AND ruled_at IS NULL AND settled_at IS NULL AND deadline_at > $1)::int AS open,
    count(*) FILTER (WHERE ruled_at IS NOT NULL)::int AS ruled,
    count(*) FILTER (WHERE failure_cause = 'unruled' AND ended)::int AS unruled,
    percentile_disc(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM ruled_at - opened_at)) FILTER (WHERE ruled_at IS NOT NULL)::int AS median
  FROM dispute`;

/** The figures at `now`. */
export async function disputeFigures(db: Db, now: Date): Promise<DisputeFigures> {
  const [row] = await db.query<{ open: number; ruled: number; unruled: number; median: number | null }>({
    name: 'dispute_figures',
    text: FIGURES,
    values: [now],
  });
  const { open = 0, ruled = 0, unruled = 0, median = null } = row ?? {};
  const ended = ruled + unruled;
  const ruledShareBps = ended === 0 ? null : Math.floor((10_000 * ruled) / ended);
  return { open, ruledShareBps, medianRulingSeconds: median, unruled };
}
