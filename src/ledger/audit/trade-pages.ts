import type { Db } from '../../database/transactions/statement';
import { MAX_FINDINGS, type Check, type Finding } from './check';

/** Reads of trades in pages, for the checks that compute them again. */

/** The facts of a trade as JSON of `projectionOf`, for a SELECT that joins `alias`. */
export const factsOf = (alias: string): string =>
  `(SELECT jsonb_agg(jsonb_build_array(f.body, encode(f.sha256, 'hex')) ORDER BY f.fact_no)
    FROM trade_fact f WHERE f.trade_id = ${alias}.trade_id)`;

// A page must fit in memory, and its findings are computed between two statements: after 20 s PostgreSQL ends the session.
const MAX_ROWS = 50;
const MAX_BYTES = 4 * 1024 * 1024;
const IDS = 1000;

/** The queries of a check. */
export interface PagedRead {
  /** Reads the `id` of each row, and the `bytes` of its texts. */
  readonly ids: string;
  /** Reads the rows with the ids `$1`. */
  readonly rows: string;
}

interface SizedId {
  readonly id: unknown;
  readonly bytes: number;
}

/** Splits ids into pages of at most `MAX_ROWS` rows and `maxBytes`. A larger row has a page of its own. */
function pagesOf(ids: readonly SizedId[], maxBytes: number): unknown[][] {
  const pages: unknown[][] = [];
  let page: unknown[] = [];
  let total = 0;
  for (const { id, bytes } of ids) {
    if (page.length === 0 || page.length === MAX_ROWS || total + bytes > maxBytes) {
      pages.push((page = []));
      total = 0;
    }
    page.push(id);
    total += bytes;
  }
  return pages;
}

/**
 * Yields the rows of a read in pages. The ids come from a cursor of the transaction.
 *
 * A keyset would sort all rows that the audit reads for each page.
 */
async function* inPages<Row extends object>(db: Db, { ids, rows }: PagedRead, maxBytes: number): AsyncGenerator<Row> {
  const fetch = (): Promise<SizedId[]> => db.query<SizedId>({ text: `FETCH ${String(IDS)} FROM audit_page` });
  await db.query({ text: `DECLARE audit_page NO SCROLL CURSOR FOR ${ids}` });
  let found = await fetch();
  try {
    for (; found.length > 0; found = await fetch()) {
      for (const page of pagesOf(found, maxBytes)) yield* await db.query<Row>({ text: rows, values: [page] });
    }
  } finally {
    // After an error the transaction has closed the cursor.
    await db.query({ text: 'CLOSE audit_page' }).catch(() => undefined);
  }
}

/** Makes a check that computes each row of a read again. @param findingsOf the findings of one row, with its name */
export function rowCheck<Row extends object>(
  { id, title }: Pick<Check, 'id' | 'title'>,
  read: PagedRead,
  findingsOf: (row: Row) => string[],
  maxBytes = MAX_BYTES,
): Check {
  const run = async (db: Db): Promise<Finding[]> => {
    const found: Finding[] = [];
    for await (const row of inPages<Row>(db, read, maxBytes)) {
      found.push(...findingsOf(row).map((detail) => ({ check: id, detail })));
      if (found.length >= MAX_FINDINGS) return found.slice(0, MAX_FINDINGS);
    }
    return found;
  };
  return { id, title, run };
}
