import { foldFacts } from '../../domain/trades/facts';
import type { TradeRows } from '../../domain/trades/fact-types';
import { parseFacts, type StoredFact } from '../../database/sql/fact-json';
import type { Db } from '../../database/transactions/statement';

/** Reads of trades in pages, for the checks that compute them again. */

/** The facts of a trade as JSON of `parseFacts`, for a SELECT that joins `alias`. */
export const factsOf = (alias: string): string =>
  `(SELECT jsonb_agg(jsonb_build_array(f.body, encode(f.sha256, 'hex')) ORDER BY f.fact_no)
    FROM trade_fact f WHERE f.trade_id = ${alias}.trade_id)`;

/** The rows of a trade by its facts, or why no trade can have them. */
export function foldOf(tradeId: string, stored: readonly StoredFact[] | null): TradeRows | string {
  try {
    return foldFacts(tradeId, parseFacts(stored ?? []));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

// A trade may have 32 steps of 64 items each, so a page of the largest ones must fit in memory.
const PAGE = 50;

/**
 * Yields the rows of a query in pages, through a cursor of the transaction.
 *
 * A keyset would sort all rows of the scope for each page.
 */
export async function* inPages<Row extends object>(db: Db, text: string): AsyncGenerator<Row> {
  const fetch = (): Promise<Row[]> => db.query<Row>({ text: `FETCH ${String(PAGE)} FROM audit_page` });
  await db.query({ text: `DECLARE audit_page NO SCROLL CURSOR FOR ${text}` });
  let page = await fetch();
  try {
    for (; page.length > 0; page = await fetch()) yield* page;
  } finally {
    // After an error the transaction has closed the cursor.
    await db.query({ text: 'CLOSE audit_page' }).catch(() => undefined);
  }
}
