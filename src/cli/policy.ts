import { type Command, InvalidArgumentError, Option } from 'commander';
import { openConnection } from '../database/connection/connection';
import { missing, roles, type Role, type BacktestResult } from '../domain/trades/backtest';
import { parseInternetTime } from '../domain/time';
import { policies, policyOf } from '../domain/trades/policy';
import { backtest, type Period } from '../operations/queries/backtest';
import { databaseTime, publicPolicies, type PublicPolicy } from '../operations/queries/policies';
import type { CliContext } from './context';

interface ListFlags {
  readonly json?: true;
}

interface BacktestFlags extends Period {
  readonly candidate: string;
  readonly json?: true;
}

/** Parses a time as the API does, also without seconds, and a date as its first instant in UTC. */
function parseTime(text: string): Date {
  const complete = text
    .replace(/^\d{4}-\d\d-\d\d$/, '$&T00:00:00Z')
    .replace(/(T\d\d:\d\d)(Z|[+-]\d\d:\d\d)$/i, '$1:00$2');
  const time = parseInternetTime(complete);
  if (time === undefined) throw new InvalidArgumentError('Use an ISO 8601 time, such as 2026-01-31T00:00:00Z.');
  return time;
}

const amounts = (gains: Readonly<Record<Role, bigint>>): string =>
  roles.map((role) => `${role.replace('_', ' ')} ${gains[role] > 0n ? '+' : ''}${String(gains[role])}`).join(', ');

function countsOf({ notComparable }: BacktestResult): { reason: keyof typeof missing; count: number }[] {
  return [...notComparable]
    .map(([reason, count]) => ({ reason, count }))
    .sort((a, b) => (a.reason < b.reason ? -1 : 1));
}

function report(result: BacktestResult, { candidate }: BacktestFlags, context: CliContext): void {
  context.print(`${String(result.settlements)} settlements under ${candidate}:`);
  context.print(`${String(result.unchanged)} unchanged`);
  context.print(`${String(result.changed)} changed; stamps: ${amounts(result.gains)}`);
  for (const { from, to, trades, gains } of result.byClass) {
    context.print(`  class ${from} to ${to}: ${String(trades)} trades; stamps: ${amounts(gains)}`);
  }
  const counts = countsOf(result);
  context.print(`${String(counts.reduce((sum, { count }) => sum + count, 0))} not comparable`);
  for (const { reason, count } of counts) context.print(`  ${String(count)} ${reason}: ${missing[reason]}`);
}

const numbers = (gains: Readonly<Record<Role, bigint>>): Record<string, number> =>
  Object.fromEntries(roles.map((role) => [role, Number(gains[role])]));

function reportJson(result: BacktestResult, { candidate, since, until }: BacktestFlags, context: CliContext): void {
  const { settlements, unchanged, changed } = result;
  const byClass = result.byClass.map(({ gains, ...change }) => ({ ...change, stamps: numbers(gains) }));
  const notComparable = Object.fromEntries(countsOf(result).map(({ reason, count }) => [reason, count]));
  const head = { candidate, since, until, settlements, unchanged, changed };
  const rest = { stamps: numbers(result.gains), by_class: byClass, not_comparable: notComparable };
  context.print(JSON.stringify({ ...head, ...rest }));
}

async function runBacktest(flags: BacktestFlags, context: CliContext): Promise<void> {
  const candidate = policyOf(flags.candidate);
  const result = await context.withDatabase(async (url) => {
    const connection = await openConnection(url);
    try {
      await connection.query({ text: 'SET default_transaction_read_only = on' });
      return await backtest(connection, candidate, flags);
    } finally {
      await connection.close();
    }
  });
  (flags.json ? reportJson : report)(result, flags, context);
}

async function readPolicies(url: string, setting: string | undefined): Promise<PublicPolicy[]> {
  const connection = await openConnection(url);
  try {
    return await publicPolicies(connection, await databaseTime(connection), setting);
  } finally {
    await connection.close();
  }
}

async function list({ json }: ListFlags, context: CliContext): Promise<void> {
  const { policyVersion } = context.settings();
  const rows = await context.withDatabase((url) => readPolicies(url, policyVersion));
  for (const { version, ruleVersion, sha256, isCurrent, activeFrom } of rows) {
    const from = activeFrom?.toISOString() ?? null;
    const row = { version, rule_version: ruleVersion, sha256, is_current: isCurrent, active_from: from };
    const state = `${isCurrent ? '  current' : ''}${from === null ? '' : `  from ${from}`}`;
    context.print(json ? JSON.stringify(row) : `${version}  ${ruleVersion}  ${sha256}${state}`);
  }
}

/** Adds the commands for settlement policies (docs/guides/try-a-policy.md). */
export function register(program: Command, context: CliContext): void {
  const group = program.command('policy').description('list settlement policies, and try one on past settlements');
  group
    .command('list')
    .description('list the released policies with the SHA-256 of their texts')
    .addOption(
      new Option('--json', 'one line for each policy: { version, rule_version, sha256, is_current, active_from }'),
    )
    .action((flags: ListFlags) => list(flags, context));
  group
    .command('backtest')
    .description('settle past trades again under another policy and print what would change; changes nothing')
    .addOption(
      new Option('--candidate <version>', 'the policy to try').choices(Object.keys(policies)).makeOptionMandatory(),
    )
    .addOption(new Option('--since <time>', 'the first time of settlement').argParser(parseTime).makeOptionMandatory())
    .addOption(new Option('--until <time>', 'the time after the last one').argParser(parseTime).makeOptionMandatory())
    .addOption(
      new Option(
        '--json',
        'one line: { candidate, since, until, settlements, unchanged, changed, stamps, by_class, not_comparable }',
      ),
    )
    .action((flags: BacktestFlags, command: Command) => {
      if (flags.since >= flags.until) command.error('error: --until must be after --since');
      return runBacktest(flags, context);
    });
}
