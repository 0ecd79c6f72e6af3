import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { assess, offenders } from './report/assess';
import { chart } from './report/chart';
import type { Result } from './report/result';
import { report } from './report/text';
import { type Options, simulate } from './run';

/** `npm run simulate -- --principals 1000 --days 30 --seed 7`: docs/proofs/simulation.md says what lives here, and how to read it. */
const OPTIONS = {
  principals: { type: 'string', default: '1000' },
  days: { type: 'string', default: '30' },
  seed: { type: 'string', default: '7' },
  missed: { type: 'string', default: '0' },
  out: { type: 'string', default: join('.ats', 'simulation') },
  'database-url': { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

const USAGE = `usage: npm run simulate -- [--principals 1000] [--days 30] [--seed 7]
         [--missed 0]            share of rebutted disputes the operators do not come to, 0 to 1
         [--out .ats/simulation] folder for simulation.txt and simulation.svg
         [--database-url <url>]  PostgreSQL to make a database on; else an embedded one in a temporary folder
Exits with 1 when a strategy profits from breaking its word, or the books do not balance.
`;

/** What the command line got wrong. */
class Usage extends Error {}

function number(text: string, name: string, least: number, most: number, whole = true): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= least && value <= most) || (whole && !Number.isInteger(value))) {
    throw new Usage(`--${name} is a ${whole ? 'whole ' : ''}number from ${least} to ${most}`);
  }
  return value;
}

function read(args: readonly string[]): (Options & { readonly out: string }) | undefined {
  let values;
  try {
    ({ values } = parseArgs({ args: [...args], options: OPTIONS }));
  } catch (error) {
    throw new Usage(error instanceof Error ? error.message : String(error));
  }
  if (values.help) return undefined;
  return {
    principals: number(values.principals, 'principals', 8, 100_000),
    days: number(values.days, 'days', 2, 365),
    seed: number(values.seed, 'seed', 0, Number.MAX_SAFE_INTEGER),
    missed: number(values.missed, 'missed', 0, 1, false),
    out: values.out,
    databaseUrl: values['database-url'],
    note: (line) => void process.stderr.write(`${line}\n`),
  };
}

/** What a sound service leaves none of. */
function complaints(result: Result): string[] {
  const { findings, kept } = result;
  return [
    ...(findings.length > 0 ? [`the books do not balance: ${String(findings.length)} findings`] : []),
    ...(kept.off > 0 ? [`${String(kept.off)} trades were not settled as the model says`] : []),
    ...offenders(assess(result)).map(({ name }) => `${name} profits from breaking its word`),
  ];
}

async function main(): Promise<number> {
  const options = read(process.argv.slice(2));
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

main().then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    if (error instanceof Usage) process.stderr.write(`${error.message}\n${USAGE}`);
    else process.stderr.write(`simulate: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exitCode = error instanceof Usage ? 2 : 1;
  },
);
