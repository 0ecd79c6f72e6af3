import { rowDifferences } from '../../domain/trades/facts';
import type { TradeRows } from '../../domain/trades/fact-types';
import { projectionOf, type StoredFact } from '../../database/sql/fact-json';

/** Shown names of differences; the others are counted. */
const SHOWN = 5;

/** The stored rows of a trade are not those of its facts. */
export class FactsDiffer extends Error {
  override readonly name = 'FactsDiffer';

  /** @param differences the members that differ, or why the facts give no rows */
  constructor(differences: readonly string[]) {
    const shown = differences.slice(0, SHOWN).join(', ');
    const rest = differences.length > SHOWN ? ` and ${String(differences.length - SHOWN)} more` : '';
    super(`the stored trade differs from its facts: ${shown}${rest}`);
  }
}

/**
 * The rows of a trade as its facts give them, for a decision about its end.
 *
 * @throws FactsDiffer with the names of the members that differ
 */
export function confirmedByFacts(rows: TradeRows, stored: readonly StoredFact[]): TradeRows {
  const projected = projectionOf(rows.trade.tradeId, stored);
  if (projected instanceof Error) throw new FactsDiffer([projected.message]);
  const differences = rowDifferences(rows, projected);
  if (differences.length > 0) throw new FactsDiffer(differences);
  return projected;
}
