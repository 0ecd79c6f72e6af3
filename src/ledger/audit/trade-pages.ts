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
export const PAGE = 50;

/** Yields the rows of a query in pages. The query takes the last key as $1 and returns at most PAGE rows in order of keys. */
export async function* inPages<Row extends object>(db: Db, text: string, key: keyof Row): AsyncGenerator<Row> {
  let after: unknown = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const page: Row[] = await db.query<Row>({ text, values: [after] });
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    after = last[key];
  }
}
