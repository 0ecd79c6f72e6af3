import { assert } from '../domain/errors/errors';
import type { Db } from '../operations/context';
import type { SandboxStatus } from '../operations/sandbox';

interface StatusRow {
  readonly advanced_ms: bigint;
  readonly target_at: Date | null;
  readonly trades: number;
  readonly proposals: number;
  readonly listings: number;
  readonly events: number;
  readonly webhooks: number;
  readonly next_at: Date | null;
}

/** Reads the clock and the work that is due at `now`. */
export async function readStatus(db: Db, now: Date): Promise<SandboxStatus> {
  const [row] = await db.query<StatusRow>({
    name: 'sandbox_status',
    text: 'SELECT c.advanced_ms, c.target_at, d.* FROM sandbox_clock c, sandbox_due($1) d',
    values: [now],
  });
  assert(row, 'a sandbox has a clock');
  const { advanced_ms: advancedMs, target_at: targetAt, next_at: nextAt, ...counts } = row;
  return { clock: { nowAt: now, targetAt, advancedMs }, pending: { ...counts, nextAt } };
}
