import type { Db } from '../db';

/** One thing that is not as it must be: what, and where. */
export interface Finding {
  readonly check: string;
  readonly detail: string;
}

/** One proof of the books (ledger.md §4 and beyond): it finds nothing in health. */
export interface Check {
  readonly id: string;
  readonly title: string;
  /** Over the scope of the connection’s transaction (`setScope`); everything where none was set. */
  run(db: Db): Promise<Finding[]>;
}

// A broken book may break in every row; the first thousand say enough.
export const MOST = 1000;

/** A check that is a view of migrations/: a row of `detail` per finding. */
export function viewCheck(id: string, view: string, title: string): Check {
  return {
    id,
    title,
    run: async (db) => {
      const rows = await db.query<{ detail: string }>({ text: `SELECT detail FROM ${view} LIMIT ${String(MOST)}` });
      return rows.map(({ detail }) => ({ check: id, detail }));
    },
  };
}
