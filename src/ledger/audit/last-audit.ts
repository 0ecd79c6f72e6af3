import type { Db } from '../../database/transactions/statement';
import type { Finding, Outcome } from './index';

/** When the last worker audit ended. Undefined before the first. */
export async function lastAuditAt(db: Db): Promise<Date | undefined> {
  const [row] = await db.query<{ audited_at: Date }>({
    name: 'ledger_audit_last',
    text: 'SELECT audited_at FROM ledger_audit',
  });
  return row?.audited_at;
}

/** Findings by check id, of all its views. */
export type Findings = ReadonlyMap<string, readonly Finding[]>;

export function findingsOf(outcomes: readonly Outcome[]): Findings {
  const byCheck = new Map<string, readonly Finding[]>();
  for (const { check, findings } of outcomes) byCheck.set(check.id, [...(byCheck.get(check.id) ?? []), ...findings]);
  return byCheck;
}

/** Stores the number of findings of a worker audit, and its time. */
export async function recordAudit(db: Db, found: Findings, at: Date): Promise<void> {
  const counts = Object.fromEntries([...found].map(([check, findings]) => [check, findings.length]));
  const values = [JSON.stringify(counts), at];
  await db.query({ name: 'ledger_record_audit', text: 'SELECT ledger_record_audit($1, $2)', values });
}
