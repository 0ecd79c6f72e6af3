import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assess, offenders } from './report/assess';
import { chart } from './report/chart';
import type { Result } from './report/result';
import { report } from './report/text';
import { policies } from '../../src/domain/trades/policy';
import { burnBounds, DEFAULT_DISPUTE_BURN_BPS } from '../../src/domain/trades/terms';
import { slashPolicyV11 } from '../../src/domain/trades/policy-v1-1';
import { type Options, simulate } from './run';
import { numberOf, parseCommandLine, runCommand, UsageError } from '../../test/support/command-line';

/**
 * Command `npm run simulate -- --principals 1000 --days 30 --seed 7`. docs/proofs/simulation.md describes the
 * strategies and the report.
 */
const OPTIONS = {
  principals: { type: 'string', default: '1000' },
  days: { type: 'string', default: '30' },
  seed: { type: 'string', default: '7' },
  missed: { type: 'string', default: '0' },
  policy: { type: 'string', default: slashPolicyV11.version },
  burn: { type: 'string', default: String(DEFAULT_DISPUTE_BURN_BPS) },
  cost: { type: 'string', default: '0.65' },
  out: { type: 'string', default: join('.ats', 'simulation') },
  'database-url': { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

const USAGE = `usage: npm run simulate -- [--principals 1000] [--days 30] [--seed 7]
         [--missed 0]            share of rebutted disputes that the operators miss, 0 to 1
         [--policy slash_policy_v1.1]
         [--burn 2500]           share of a disputed price that each side loses without a ruling, in basis points
         [--cost 0.65]           mean cost of all work, as a share of the average value
         [--out .ats/simulation] folder for simulation.txt and simulation.svg
         [--database-url <url>]  PostgreSQL server for the database; default: embedded, in a temporary folder
Exits with 1 if a strategy profits from breaking its word or the audit has findings.
`;

function policyNamed(version: string): string {
  if (version in policies) return version;
  throw new UsageError(`--policy must be one of ${Object.keys(policies).join(', ')}`);
}

function read(): (Options & { readonly out: string }) | undefined {
  const { values } = parseCommandLine({ options: OPTIONS });
  if (values.help) return undefined;
  return {
    principals: numberOf(values.principals, 'principals', { least: 8, most: 100_000 }),
    days: numberOf(values.days, 'days', { least: 2, most: 365 }),
    seed: numberOf(values.seed, 'seed', { least: 0 }),
    missed: numberOf(values.missed, 'missed', { least: 0, most: 1, isWhole: false }),
    policy: policyNamed(values.policy),
    burn: numberOf(values.burn, 'burn', { least: burnBounds.min, most: burnBounds.max }),
    cost: numberOf(values.cost, 'cost', { least: 0.1, most: 0.7, isWhole: false }),
    out: values.out,
    databaseUrl: values['database-url'],
    note: (line) => void process.stderr.write(`${line}\n`),
  };
}

/** Problems that a sound service does not have. */
function complaints(result: Result): string[] {
  const { findings, honestTrades } = result;
  return [
    ...(findings.length > 0 ? [`the books do not balance: ${String(findings.length)} findings`] : []),
    ...(honestTrades.off > 0 ? [`${String(honestTrades.off)} trades were not settled as the model says`] : []),
    ...offenders(assess(result)).map(({ name }) => `${name} profits from breaking its word`),
  ];
}

async function main(): Promise<number> {
  const options = read();
  if (options === undefined) {
    process.stdout.write(USAGE);
    return 0;
  }
  const interrupt = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => {
      interrupt.abort(new Error(`interrupted by ${name}`));
    });
  }
  const result = await simulate({ ...options, signal: interrupt.signal });
  const text = report(result);
  await mkdir(options.out, { recursive: true });
  await writeFile(join(options.out, 'simulation.txt'), text);
  await writeFile(join(options.out, 'simulation.svg'), chart(result));
  process.stdout.write(text);
  return complaints(result).map(options.note).length > 0 ? 1 : 0;
}

runCommand('simulate', USAGE, main);
