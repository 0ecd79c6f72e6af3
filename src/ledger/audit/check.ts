import { sqlText } from '../../database/connection/sql-objects';
import type { Db } from '../../database/transactions/statement';

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
export const MAX_FINDINGS = 1000;

// What joins whole tables must not be planned as a loop because a guess was low: it would not end. Others look up, for each
// of their rows, a few of another table, and have to.
const SET_NESTLOOP = `SELECT set_config('enable_nestloop', CASE WHEN $1 AND audit_height() = 0 THEN 'off' ELSE 'on' END, true)`;

/**
 * Makes the check of `sql/audit/<name>.sql`. The first line of the file has the id and the title; the view `audit_<name>`
 * has one row, `detail`, for each finding.
 * @param joins whether the view, in a full audit, joins whole tables and looks nothing up row by row
 */
export function viewCheck(name: string, joins: 'whole tables' | 'any' = 'any'): Check {
  const [, id = '', title = ''] = /^-- ([A-Z]\d): (.+)\n/.exec(sqlText(`audit/${name}.sql`)) ?? [];
  return {
    id,
    title,
    run: async (db) => {
      await db.query({ text: SET_NESTLOOP, values: [joins === 'whole tables'] });
      const text = `SELECT detail FROM audit_${name} LIMIT ${String(MAX_FINDINGS)}`;
      const rows = await db.query<{ detail: string }>({ text });
      await db.query({ text: SET_NESTLOOP, values: [false] });
      return rows.map(({ detail }) => ({ check: id, detail }));
    },
  };
}
