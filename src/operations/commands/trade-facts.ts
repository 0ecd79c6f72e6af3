import { foldFacts, rowDifferences } from '../../domain/trades/facts';
import type { TradeRows } from '../../domain/trades/fact-types';
import { parseFacts, type StoredFact } from '../../database/sql/fact-json';

/** Shown names of differences; the others are counted. */
const SHOWN = 5;

function differencesOf(rows: TradeRows, stored: readonly StoredFact[]): string[] | TradeRows {
  try {
    const folded = foldFacts(rows.trade.tradeId, parseFacts(stored));
    const differences = rowDifferences(rows, folded);
    return differences.length === 0 ? folded : differences;
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

/** The stored rows of a trade are not the fold of its facts. */
export class FactsDiffer extends Error {
  override readonly name = 'FactsDiffer';
}

/**
 * The rows of a trade as its facts give them, for a decision about its end.
 *
 * @throws FactsDiffer with the names of the members that differ
 */
export function confirmedByFacts(rows: TradeRows, stored: readonly StoredFact[]): TradeRows {
  const folded = differencesOf(rows, stored);
  if (!Array.isArray(folded)) return folded;
  const shown = folded.slice(0, SHOWN).join(', ');
  const rest = folded.length > SHOWN ? ` and ${String(folded.length - SHOWN)} more` : '';
  throw new FactsDiffer(`the stored trade differs from its facts: ${shown}${rest}`);
}
