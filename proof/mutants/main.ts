import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { numberOf, parseCommandLine, runCommand, UsageError } from '../../test/support/command-line';
import type { Mutant } from './mutant';
import { mutants } from './mutants';
import { resultTable } from './outcome';
import { runMutants } from './run';

/** `npm run mutants`: applies each mutant in a copy of the repository and checks that its tests fail (docs/proofs/mutants.md). */
const ROOT = resolve(__dirname, '..', '..');
const OPTIONS = {
  'skip-baseline': { type: 'boolean', default: false },
  times: { type: 'string', default: '1' },
  out: { type: 'string' },
  list: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

const USAGE = `usage: npm run mutants -- [<mutant> …]  runs all mutants if none is named
         [--list]           lists the mutants
         [--skip-baseline]  does not check that the tests pass without a mutant, and that the mutants compile
         [--times 1]        runs each mutant this often
         [--out <file>]     writes the final table to a file
Exits with 1 if a mutant is not caught, an edit does not fit the code, a test fails without a mutant, or the control
(the service starts and settles a trade) fails.
`;

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function select(names: readonly string[]): readonly Mutant[] {
  const unknown = names.find((name) => !mutants.some((mutant) => mutant.name === name));
  if (unknown !== undefined) throw new UsageError(`There is no mutant ${unknown}. List them with --list.`);
  return names.length === 0 ? mutants : mutants.filter(({ name }) => names.includes(name));
}

async function main(): Promise<number> {
  const { values, positionals } = parseCommandLine({ options: OPTIONS, allowPositionals: true });
  const times = numberOf(values.times, 'times', { least: 1 });
  const selected = select(positionals);
  if (values.help) process.stdout.write(USAGE);
  else if (values.list) for (const { name, breaks } of selected) print(`${name.padEnd(32)}${breaks}`);
  if (values.help || values.list) return 0;

  const startedAt = performance.now();
  const { outcomes, complaints } = await runMutants({
    root: ROOT,
    mutants: selected,
    skipBaseline: values['skip-baseline'],
    times,
    databaseUrl: process.env['ATS_TEST_DATABASE_URL'],
    print,
  });
  const survivors = outcomes.filter(({ isCaught }) => !isCaught);
  const table = resultTable(outcomes);
  if (values.out !== undefined) writeFileSync(values.out, `${table}\n`);
  print(`\n${table}\n`);
  for (const complaint of complaints) print(`UNSOUND ${complaint}`);
  for (const { mutant } of survivors) print(`NOT CAUGHT ${mutant.name}`);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  print(`${String(outcomes.length - survivors.length)} of ${String(outcomes.length)} mutants caught in ${seconds} s`);
  return survivors.length + complaints.length === 0 ? 0 : 1;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
runCommand('mutants', USAGE, main);
