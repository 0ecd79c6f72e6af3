import type { Db } from '../../database/transactions/statement';
import type { Finding, Outcome } from './index';

/** When the last audit of a worker ended; undefined before the first. */
export async function lastAuditAt(db: Db): Promise<Date | undefined> {
  const [row] = await db.query<{ audited_at: Date }>({
    name: 'ledger_audit_last',
    text: 'SELECT audited_at FROM ledger_audit',
  });
  return row?.audited_at;
}

/** What each check found, by its id: all of its views together, nothing in health. */
export type Findings = ReadonlyMap<string, readonly Finding[]>;

export function findingsOf(outcomes: readonly Outcome[]): Findings {
  const found = new Map<string, readonly Finding[]>();
  for (const { check, findings } of outcomes) found.set(check.id, [...(found.get(check.id) ?? []), ...findings]);
  return found;
}

/** Writes down how much a worker's audit has found, and when. */
export async function recordAudit(db: Db, found: Findings, at: Date): Promise<void> {
  const counts = Object.fromEntries([...found].map(([check, findings]) => [check, findings.length]));
  const values = [JSON.stringify(counts), at];
  await db.query({ name: 'ledger_record_audit', text: 'SELECT ledger_record_audit($1, $2)', values });
}
