import type { Db } from '../db';

/** One thing that is not as it must be: what, and where. */
export interface Finding {
  readonly check: string;
  readonly detail: string;
}

/** One proof of ledger.md §4: it finds nothing in health. */
export interface Check {
  readonly id: string;
  readonly title: string;
  run(db: Db): Promise<Finding[]>;
}

// A broken book may break in every row; the first thousand say enough.
export const MOST = 1000;

/** A check that is one SELECT of a `detail` per finding. */
export function statementCheck(id: string, title: string, sql: string): Check {
  return {
    id,
    title,
    run: async (db) => {
      const rows = await db.query<{ detail: string }>({
        text: `SELECT detail FROM (${sql}) found LIMIT ${String(MOST)}`,
      });
      return rows.map(({ detail }) => ({ check: id, detail }));
    },
  };
}
