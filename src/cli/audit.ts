import { type Command, InvalidArgumentError, Option } from 'commander';
import { auditBooks, type BooksAudit, type Outcome, type AuditScope } from '../ledger/audit';
import { openConnection } from '../database/connection/connection';
import { auditPayments, type ProcessorSettings } from './audit-payments';
import { auditHead, printProof } from './audit-proof';
import type { CliContext } from './context';

/** A broken check may find a thousand rows; a person reads the first ones, `--json` has them all. */
const MAX_SHOWN_FINDINGS = 20;

/** The books did not stand the audit. Its findings have been printed. */
export class AuditFailed extends Error {
  override readonly name = 'AuditFailed';
}

interface AuditOptions {
  readonly reach?: AuditScope;
  /** A head kept before: it must be a block of this ledger still. */
  readonly head?: string | undefined;
}

/** Proves the books of that database over one snapshot, then the purchases against the processor's records. */
export async function auditDatabase(
  url: string,
  settings: ProcessorSettings,
  { reach, head }: AuditOptions = {},
): Promise<BooksAudit> {
  const connection = await openConnection(url);
  try {
    const books = await auditBooks(connection, reach);
    const kept = head === undefined ? [] : [await auditHead(connection, head)];
    return { ...books, outcomes: [...books.outcomes, ...kept, await auditPayments(connection, settings)] };
  } finally {
    await connection.close();
  }
}

/** Prints each check with its result; @throws AuditFailed when anything was found. */
export function reportAudit(books: BooksAudit, context: Pick<CliContext, 'print'>): void {
  for (const { check, findings, skipped } of books.outcomes) {
    const result = skipped !== undefined ? 'skip' : findings.length === 0 ? 'ok' : 'BROKEN';
    context.print(`${result.padEnd(6)}  ${check.id}  ${check.title}${skipped === undefined ? '' : `: ${skipped}`}`);
    for (const { detail } of findings.slice(0, MAX_SHOWN_FINDINGS)) context.print(`            ${detail}`);
    if (findings.length > MAX_SHOWN_FINDINGS)
      context.print(`            … and ${String(findings.length - MAX_SHOWN_FINDINGS)} more (--json)`);
  }
  if (books.fromHeight !== undefined) {
    context.print(
      `Read from block ${String(books.fromHeight)} on, up to which a clean audit proved the books; --whole reads all.`,
    );
  }
  verdict(books.outcomes);
  const made = books.outcomes.filter(({ skipped }) => skipped === undefined).length;
  context.print(`The books balance: ${String(made)} checks, no findings.`);
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
  verdict(outcomes);
}

function verdict(found: readonly Outcome[]): void {
  const broken = found.filter(({ findings }) => findings.length > 0);
  if (broken.length === 0) return;
  const total = broken.reduce((sum, { findings }) => sum + findings.length, 0);
  throw new AuditFailed(
    `the books do not balance: ${String(broken.length)} of ${String(found.length)} checks broken, ${String(total)} findings`,
  );
}

function head(text: string): string {
  if (!/^[0-9a-f]{64}$/i.test(text)) throw new InvalidArgumentError('A head is 64 hex digits.');
  return text.toLowerCase();
}

interface Flags {
  readonly json?: true;
  readonly whole?: true;
  readonly recent?: true;
  readonly head?: string;
  readonly prove?: string;
}

export function register(program: Command, context: CliContext): void {
  program
    .command('audit')
    .description(
      'prove the books: every balance, posting, settlement, sealed block, event, delivery, kept answer and credential over one snapshot, purchases against Stripe; 1 on any finding',
    )
    .addOption(new Option('--whole', 'read everything; small books are read whole anyway').conflicts('recent'))
    .addOption(new Option('--recent', 'read what came after the last clean audit; large books are by default'))
    .addOption(
      new Option('--head <hash>', 'a ledgerHead that was kept: a block of this ledger must have it').argParser(head),
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
    .action(async ({ json, whole, recent, head: kept, prove }: Flags) => {
      if (prove !== undefined) return printProof(context, prove, kept);
      const reach = whole ? 'whole' : recent ? 'recent' : 'fitting';
      const books = await context.withDatabase((url) => auditDatabase(url, context.settings(), { reach, head: kept }));
      (json ? reportJson : reportAudit)(books, context);
    });
}
