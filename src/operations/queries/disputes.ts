import { disputeFigures as readFigures, type DisputeFigures } from '../../database/repositories/disputes';
import type { Db } from '../../database/transactions/statement';

export type { DisputeFigures } from '../../database/repositories/disputes';

/** The figures are public and read thousands of rows, so callers within a second share one read. */
const MAX_AGE_MS = 1_000;

interface CachedFigures {
  readonly at: number;
  readonly figures: Promise<DisputeFigures>;
}

const cached = new WeakMap<object, CachedFigures>();

/** Public figures of the disputes, at most a second old. `owner` is the process that asks. */
export function disputeFigures(owner: object, db: Db, now: Date): Promise<DisputeFigures> {
  const last = cached.get(owner);
  if (last !== undefined && Math.abs(now.getTime() - last.at) < MAX_AGE_MS) return last.figures;
  const figures = readFigures(db, now);
  cached.set(owner, { at: now.getTime(), figures });
  // A failed read must not fail the callers after it.
  figures.catch(() => cached.delete(owner));
  return figures;
}
