import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { bugsIn, type Bug } from './mutant';
import { table } from './outcome';
import { plantAll } from './run';

/** `npm run planted`: bugs are planted in a copy of the tree, one at a time, and must be caught (docs/planted-bugs.md). */
const ROOT = resolve(__dirname, '..', '..');
const OPTIONS = {
  'skip-baseline': { type: 'boolean', default: false },
  times: { type: 'string', default: '1' },
  out: { type: 'string' },
  list: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

const USAGE = `usage: npm run planted -- [<bug> …]  all of them when none is named
         [--list]           names them
         [--skip-baseline]  trusts that their catchers pass with nothing planted, and that they compile
         [--times 1]        how often each is planted and has to be caught
         [--out <file>]     writes the table at the end there as well
Exits with 1 when a bug is not caught, a patch does not apply, a catcher fails with nothing planted, or the control
(the service starts, a trade is settled) fails with a bug planted that does not say so.
`;

/** What the command line got wrong. */
class Usage extends Error {}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function chosen(names: readonly string[]): Bug[] {
  const all = bugsIn(join(ROOT, 'planted', 'bugs'));
  const unknown = names.find((name) => !all.some((bug) => bug.name === name));
  if (unknown !== undefined) throw new Usage(`no planted bug is named ${unknown}`);
  return names.length === 0 ? all : all.filter((bug) => names.includes(bug.name));
}

function read() {
  try {
    return parseArgs({ options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new Usage(error instanceof Error ? error.message : String(error));
  }
}

async function main(): Promise<number> {
  const { values, positionals } = read();
  const times = Number(values.times);
  if (!Number.isInteger(times) || times < 1) throw new Usage('--times is a whole number from 1');
  const bugs = chosen(positionals);
  if (values.help) process.stdout.write(USAGE);
  else if (values.list) for (const { name, breaks } of bugs) say(`${name.padEnd(32)}${breaks}`);
  if (values.help || values.list) return 0;

  const begun = performance.now();
  const { outcomes, complaints } = await plantAll({
    root: ROOT,
    bugs,
    skipBaseline: values['skip-baseline'],
    times,
    databaseUrl: process.env['ATS_TEST_DATABASE_URL'],
    say,
  });
  const lost = outcomes.filter(({ caught }) => !caught);
  if (values.out !== undefined) writeFileSync(values.out, `${table(outcomes)}\n`);
  say(`\n${table(outcomes)}\n`);
  for (const complaint of complaints) say(`UNSOUND ${complaint}`);
  for (const { bug } of lost) say(`NOT CAUGHT ${bug.name}`);
  const seconds = ((performance.now() - begun) / 1000).toFixed(0);
  say(`${String(outcomes.length - lost.length)} of ${String(outcomes.length)} planted bugs caught, in ${seconds} s`);
  return lost.length + complaints.length === 0 ? 0 : 1;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    if (error instanceof Usage) process.stderr.write(`${error.message}\n${USAGE}`);
    else process.stderr.write(`planted: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exit(error instanceof Usage ? 2 : 1);
  },
);
