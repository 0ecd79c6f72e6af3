import type { Db } from '../../database/transactions/statement';
import { MAX_FINDINGS, type Check, type Finding } from './check';

/** Reads of trades in pages, for the checks that compute them again. */

/** The facts of a trade as JSON of `projectionOf`, for a SELECT that joins `alias`. */
export const factsOf = (alias: string): string =>
  `(SELECT jsonb_agg(jsonb_build_array(f.body, encode(f.sha256, 'hex')) ORDER BY f.fact_no)
    FROM trade_fact f WHERE f.trade_id = ${alias}.trade_id)`;

// A trade may have 32 steps of 64 items each, so a page of the largest ones must fit in memory.
const PAGE = 50;

/**
 * Yields the rows of a query in pages, through a cursor of the transaction.
 *
 * A keyset would sort all rows that the audit reads for each page.
 */
async function* inPages<Row extends object>(db: Db, text: string): AsyncGenerator<Row> {
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

/** Makes a check that computes each row of a query again. @param findingsOf the findings of one row, with its name */
export function rowCheck<Row extends object>(
  { id, title }: Pick<Check, 'id' | 'title'>,
  text: string,
  findingsOf: (row: Row) => string[],
): Check {
  const run = async (db: Db): Promise<Finding[]> => {
    const found: Finding[] = [];
    for await (const row of inPages<Row>(db, text)) {
      found.push(...findingsOf(row).map((detail) => ({ check: id, detail })));
      if (found.length >= MAX_FINDINGS) return found.slice(0, MAX_FINDINGS);
    }
    return found;
  };
  return { id, title, run };
}
