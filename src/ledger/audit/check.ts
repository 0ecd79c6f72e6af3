import { sqlText } from '../../database/connection/sql-objects';
import type { Db } from '../../database/transactions/statement';

/** One violation, with its place. */
export interface Finding {
  readonly check: string;
  readonly detail: string;
}

/** One check of the audit. It finds nothing in a sound database. */
export interface Check {
  readonly id: string;
  readonly title: string;
  /** Runs over the scope of the transaction (`setScope`), or over everything if none is set. */
  run(db: Db): Promise<Finding[]>;
}

// A damage may break every row. The first thousand findings are enough.
export const MAX_FINDINGS = 1000;

// A join of whole tables must not become a nested loop after a low estimate, because it would not end. Checks that look up
// a few rows for each row need nested loops.
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
