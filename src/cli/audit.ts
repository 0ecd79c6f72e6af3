import { type Command, Option } from 'commander';
import { outcomes, type Outcome } from '../store/audit';
import { openConnection } from '../store/connection';
import { auditPayments, type ProcessorSettings } from './audit-payments';
import type { CliContext } from './context';

/** A broken check may find a thousand rows; a person reads the first ones, `--json` has them all. */
const SHOWN = 20;

/** The books did not stand the audit. Its findings have been printed. */
export class AuditFailed extends Error {
  override readonly name = 'AuditFailed';
}

/** Proves the books of that database: every check over one snapshot, then the purchases against the processor's records. */
export async function auditDatabase(url: string, settings: ProcessorSettings): Promise<Outcome[]> {
  const connection = await openConnection(url);
  try {
    return [...(await outcomes(connection)), await auditPayments(connection, settings)];
  } finally {
    await connection.close();
  }
}

/** Prints each check with its result; @throws AuditFailed when anything was found. */
export function reportAudit(found: readonly Outcome[], context: Pick<CliContext, 'print'>): void {
  for (const { check, findings, skipped } of found) {
    const result = skipped !== undefined ? 'skip' : findings.length === 0 ? 'ok' : 'BROKEN';
    context.print(`${result.padEnd(6)}  ${check.id}  ${check.title}${skipped === undefined ? '' : `: ${skipped}`}`);
    for (const { detail } of findings.slice(0, SHOWN)) context.print(`            ${detail}`);
    if (findings.length > SHOWN) context.print(`            … and ${String(findings.length - SHOWN)} more (--json)`);
  }
  verdict(found);
  const made = found.filter(({ skipped }) => skipped === undefined).length;
  context.print(`The books balance: ${String(made)} checks, no findings.`);
}

function reportJson(found: readonly Outcome[], context: Pick<CliContext, 'print'>): void {
  const rows = found.map(({ check: { id, title }, findings, skipped }) => ({
    id,
    title,
    findings: findings.map((f) => f.detail),
    ...(skipped !== undefined && { skipped }),
  }));
  context.print(JSON.stringify({ clean: rows.every((row) => row.findings.length === 0), checks: rows }));
  verdict(found);
}

function verdict(found: readonly Outcome[]): void {
  const broken = found.filter(({ findings }) => findings.length > 0);
  if (broken.length === 0) return;
  const total = broken.reduce((sum, { findings }) => sum + findings.length, 0);
  throw new AuditFailed(
    `the books do not balance: ${String(broken.length)} of ${String(found.length)} checks broken, ${String(total)} findings`,
  );
}

export function register(program: Command, context: CliContext): void {
  program
    .command('audit')
    .description(
      'prove the books: every balance, posting and settlement over one snapshot, purchases against Stripe; 1 on any finding',
    )
    .addOption(new Option('--json', 'one line of JSON: { clean, checks: [{ id, title, findings, skipped? }] }'))
    .action(async ({ json }: { json?: true }) => {
      const found = await context.withDatabase((url) => auditDatabase(url, context.settings()));
      (json ? reportJson : reportAudit)(found, context);
    });
}
