import { numberOf, parseCommandLine, runCommand } from '../../../test/support/command-line';
import { torture } from './run';

/** The command `npm run torture`; see docs/proofs/torture.md. */
const OPTIONS = {
  minutes: { type: 'string', default: '5' },
  seed: { type: 'string' },
  clients: { type: 'string', default: '4' },
  help: { type: 'boolean', default: false },
} as const;

const USAGE = `usage: npm run torture -- [--minutes 5] [--seed <number>, default: random] [--clients 4]
Exits with 1 on any violation, and prints the seed, the history around the violation and the log folder.
`;

async function main(): Promise<number> {
  const { values } = parseCommandLine({ options: OPTIONS });
  if (values.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  const seed = numberOf(values.seed ?? String(Math.floor(Math.random() * 2 ** 31)), 'seed', { least: 0 });
  const startedAt = performance.now();
  const note = (line: string): void =>
    void process.stderr.write(`${((performance.now() - startedAt) / 1000).toFixed(1).padStart(7)} ${line}\n`);
  // Without this, PostgreSQL would survive Ctrl-C.
  const interrupt = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(name, () => interrupt.abort(new Error(`interrupted by ${name}`)));
  }
  const { violations, report, folder } = await torture({
    seed,
    faultsMs: numberOf(values.minutes, 'minutes', { least: 0.05, isWhole: false }) * 60_000,
    lanes: numberOf(values.clients, 'clients', { least: 1 }),
    note,
    signal: interrupt.signal,
  });
  process.stdout.write(`${report}\nlogs: ${folder}\n`);
  return violations.length > 0 ? 1 : 0;
}

runCommand('torture', USAGE, main);
