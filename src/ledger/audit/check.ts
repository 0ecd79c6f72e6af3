import { sqlText } from '../../database/connection/sql-objects';
import type { Db } from '../../database/transactions/statement';

/** One violation that a check has found. */
export interface Finding {
  readonly check: string;
  readonly detail: string;
}

/** One check of the books. It finds nothing if they are correct. */
export interface Check {
  readonly id: string;
  readonly title: string;
  /** Reads what came after the checkpoint of the transaction (`limitToRecent`). Without one it reads everything. */
  run(db: Db): Promise<Finding[]>;
}

// Every row may have a finding. The first thousand are enough.
export const MAX_FINDINGS = 1000;

// A join of whole tables must not become a nested loop because of a low estimate: it would not end. Other checks look up a
// few rows for each of theirs, and need nested loops.
const SET_NESTLOOP = `SELECT set_config('enable_nestloop', CASE WHEN $1 AND audit_height() = 0 THEN 'off' ELSE 'on' END, true)`;

/**
 * Makes the check of `sql/audit/<name>.sql`.
 *
 * The first line of the file has the id and the title. The view `audit_<name>` has one row, `detail`, for each finding.
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
