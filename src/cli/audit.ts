import { type Command, InvalidArgumentError, Option } from 'commander';
import { auditBooks, type BooksAudit, type Outcome, type AuditReach } from '../ledger/audit';
import { openConnection } from '../database/connection/connection';
import { auditPayments, type ProcessorSettings } from './audit-payments';
import { auditHead, printProof } from './audit-proof';
import { auditSecrets, type KeySettings } from './audit-secrets';
import type { CliContext } from './context';

/** Findings that are printed for each check; `--json` prints all. */
const MAX_SHOWN_FINDINGS = 20;

/** The audit has findings, which are printed already. */
export class AuditFailed extends Error {
  override readonly name = 'AuditFailed';
}

interface AuditOptions {
  readonly reach?: AuditReach;
  /** A head saved earlier, which must be a block of this ledger. */
  readonly head?: string | undefined;
}

/** Audits the ledger in one snapshot, then the purchases against the payment processor. */
export async function auditDatabase(
  url: string,
  settings: ProcessorSettings & KeySettings,
  { reach, head }: AuditOptions = {},
): Promise<BooksAudit> {
  const connection = await openConnection(url);
  try {
    const audit = await auditBooks(connection, reach);
    const headOutcome = head === undefined ? [] : [await auditHead(connection, head)];
    const secrets = await auditSecrets(connection, settings);
    const payments = await auditPayments(connection, settings);
    return { ...audit, outcomes: [...audit.outcomes, ...headOutcome, secrets, payments] };
  } finally {
    await connection.close();
  }
}

/** Prints each check with its result. @throws AuditFailed if there are findings */
export function reportAudit(audit: BooksAudit, context: Pick<CliContext, 'print'>): void {
  for (const { check, findings, skipped } of audit.outcomes) {
    const result = skipped !== undefined ? 'skip' : findings.length === 0 ? 'ok' : 'BROKEN';
    context.print(`${result.padEnd(6)}  ${check.id}  ${check.title}${skipped === undefined ? '' : `: ${skipped}`}`);
    for (const { detail } of findings.slice(0, MAX_SHOWN_FINDINGS)) context.print(`            ${detail}`);
    if (findings.length > MAX_SHOWN_FINDINGS)
      context.print(`            … and ${String(findings.length - MAX_SHOWN_FINDINGS)} more (--json)`);
  }
  if (audit.fromHeight !== undefined) {
    context.print(
      `Checked from block ${String(audit.fromHeight)}; a clean audit proved the blocks before it. --whole checks all.`,
    );
  }
  assertClean(audit.outcomes);
  const skipped = skippedOf(audit);
  const count = String(audit.outcomes.length - skipped.length);
  if (skipped.length === 0) context.print(`The books balance: ${count} checks, no findings.`);
  else context.print(`No findings in ${count} checks. Not checked: ${skipped.join(', ')}.`);
}

function reportJson({ outcomes, fromHeight, height }: BooksAudit, context: Pick<CliContext, 'print'>): void {
  const rows = outcomes.map(({ check: { id, title }, findings, skipped }) => ({
    id,
    title,
    findings: findings.map((f) => f.detail),
    ...(skipped !== undefined && { skipped }),
  }));
  const clean = rows.every((row) => row.findings.length === 0);
  const from = fromHeight === undefined ? null : Number(fromHeight);
  context.print(
    JSON.stringify({ clean, whole: from === null, from_height: from, height: Number(height), checks: rows }),
  );
  assertClean(outcomes);
}

function assertClean(outcomes: readonly Outcome[]): void {
  const broken = outcomes.filter(({ findings }) => findings.length > 0);
  if (broken.length === 0) return;
  const total = broken.reduce((sum, { findings }) => sum + findings.length, 0);
  throw new AuditFailed(
    `the books do not balance: ${String(broken.length)} of ${String(outcomes.length)} checks broken, ${String(total)} findings`,
  );
}

const skippedOf = ({ outcomes }: BooksAudit): string[] =>
  outcomes.filter(({ skipped }) => skipped !== undefined).map(({ check }) => check.id);

/** @throws AuditFailed if a check could not run. The output of a timer is read only after a failure. */
function assertComplete(audit: BooksAudit): void {
  const skipped = skippedOf(audit);
  if (skipped.length > 0) throw new AuditFailed(`these checks could not run: ${skipped.join(', ')}`);
}

function parseHead(text: string): string {
  if (!/^[0-9a-f]{64}$/i.test(text)) throw new InvalidArgumentError('A head is 64 hex digits.');
  return text.toLowerCase();
}

interface Flags {
  readonly json?: true;
  readonly whole?: true;
  readonly recent?: true;
  /** False for `--no-skips`. */
  readonly skips: boolean;
  readonly head?: string;
  readonly prove?: string;
}

export function register(program: Command, context: CliContext): void {
  program
    .command('audit')
    .description(
      'check the ledger, settlements, events, deliveries, stored answers and credentials in one snapshot, and purchases against Stripe; exits with 1 on any finding',
    )
    .addOption(new Option('--whole', 'check everything, the default for a small ledger').conflicts('recent'))
    .addOption(new Option('--recent', 'check what is new since the last clean audit, the default for a large ledger'))
    .addOption(new Option('--no-skips', 'exit with 1 also if a check cannot run, for a timer'))
    .addOption(
      new Option('--head <hash>', 'a ledgerHead saved earlier, which must be a block of this ledger').argParser(
        parseHead,
      ),
    )
    .addOption(
      new Option(
        '--prove <transfer key>',
        'print the proof that a transfer is sealed, up to --head or the newest block',
      ).conflicts(['whole', 'recent', 'json']),
    )
    .addOption(
      new Option(
        '--json',
        'one line: { clean, whole, from_height, height, checks: [{ id, title, findings, skipped? }] }',
      ),
    )
    .action(async ({ json, whole, recent, skips, head, prove }: Flags) => {
      if (prove !== undefined) return printProof(context, prove, head);
      const reach = whole ? 'whole' : recent ? 'recent' : 'auto';
      const audit = await context.withDatabase((url) => auditDatabase(url, context.settings(), { reach, head }));
      (json ? reportJson : reportAudit)(audit, context);
      if (!skips) assertComplete(audit);
    });
}
