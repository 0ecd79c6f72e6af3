import type { Db } from '../../database/transactions/statement';
import type { BooksAudit, Finding, Outcome } from './index';
import { checks } from './checks';
import { remedyOf } from './remedies';

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

/** Stored details of each check. `ats audit` prints all. */
const MAX_EXAMPLES = 5;
/** A detail names keys. A longer one would contain a value. A cut within a character would be refused by jsonb. */
const MAX_EXAMPLE_LENGTH = 500;

/** Stores the findings of a worker audit by check: their number and the first details. */
export async function recordAudit(
  db: Db,
  found: Findings,
  { fromHeight }: Pick<BooksAudit, 'fromHeight'>,
  at: Date,
): Promise<void> {
  const counts = Object.fromEntries([...found].map(([check, findings]) => [check, findings.length]));
  const examples = Object.fromEntries(
    [...found].filter(([, findings]) => findings.length > 0).map(([check, findings]) => [check, examplesOf(findings)]),
  );
  const values = [JSON.stringify(counts), at, JSON.stringify(examples), fromHeight === undefined];
  await db.query({ name: 'ledger_record_audit', text: 'SELECT ledger_record_audit($1, $2, $3, $4)', values });
}

function examplesOf(findings: readonly Finding[]): string[] {
  return findings.slice(0, MAX_EXAMPLES).map(({ detail }) => [...detail].slice(0, MAX_EXAMPLE_LENGTH).join(''));
}

/** The result of one check in the last audit of a worker. */
export interface CheckReport {
  readonly check: string;
  readonly title: string;
  /** At most `MAX_FINDINGS` for each view. */
  readonly findings: number;
  readonly examples: readonly string[];
  readonly remedy: string;
}

/** The last audit of a worker. Before the first, `auditedAt` is null and no check has run. */
export interface AuditReport {
  readonly auditedAt: Date | null;
  readonly isWhole: boolean;
  readonly checks: readonly CheckReport[];
}

interface AuditRow {
  readonly audited_at: Date;
  readonly is_whole: boolean;
  readonly findings: Readonly<Record<string, number>>;
  readonly examples: Readonly<Record<string, readonly string[]>>;
}

const titles = new Map<string, string>();
for (const { id, title } of checks) titles.set(id, titles.has(id) ? `${titles.get(id) ?? ''}; ${title}` : title);

/** Reads the last audit of a worker. It runs no check. */
export async function lastAudit(db: Db): Promise<AuditReport> {
  const [row] = await db.query<AuditRow>({
    name: 'ledger_audit_report',
    text: 'SELECT audited_at, is_whole, findings, examples FROM ledger_audit',
  });
  if (!row) return { auditedAt: null, isWhole: false, checks: [] };
  // A worker of another release may have stored other checks.
  const others = Object.keys(row.findings).filter((check) => !titles.has(check));
  const ran = [...titles.keys(), ...others].filter((check) => row.findings[check] !== undefined);
  const reports = ran.map((check) => ({
    check,
    title: titles.get(check) ?? 'a check of another release',
    findings: row.findings[check] ?? 0,
    examples: row.examples[check] ?? [],
    remedy: remedyOf(check),
  }));
  return { auditedAt: row.audited_at, isWhole: row.is_whole, checks: reports };
}
