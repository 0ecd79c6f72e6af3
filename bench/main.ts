import { parseArgs } from 'node:util';
import { fanout } from './fanout';
import { lifecycle } from './lifecycle';
import { matchRuns } from './match-runs';
import { rest } from './rest';
import type { Bench } from './support/bench';
import { webhooks } from './webhooks';

/** `npm run bench -- <name> [--json] [--seconds n] …`: docs/performance.md says what each of them measures. */
const benches: Readonly<Record<string, Bench>> = { fanout, lifecycle, 'match-runs': matchRuns, rest, webhooks };

const OPTIONS = {
  seconds: { type: 'string', default: '5' },
  rounds: { type: 'string', default: '3' },
  clients: { type: 'string', default: '16' },
  sockets: { type: 'string', default: '10000' },
  json: { type: 'boolean', default: false },
  'no-build': { type: 'boolean', default: false },
  profile: { type: 'string' },
} as const;

function usage(): void {
  process.stderr
    .write(`usage: npm run bench -- <name> [--seconds 5] [--rounds 3] [--clients 16] [--sockets 10000] [--json] [--no-build]
                            [--profile <folder>: a CPU profile of the server]\n`);
  for (const [name, { about }] of Object.entries(benches)) process.stderr.write(`  ${name.padEnd(12)}${about}\n`);
}

function count(text: string, name: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} is a whole number from 1`);
  return value;
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true });
  const bench = benches[positionals[0] ?? ''];
  if (!bench || positionals.length > 1) {
    usage();
    return 2;
  }
  const note = (line: string): void => void process.stderr.write(`${line}\n`);
  const report = await bench.run({
    seconds: count(values.seconds, 'seconds'),
    rounds: count(values.rounds, 'rounds'),
    clients: count(values.clients, 'clients'),
    sockets: count(values.sockets, 'sockets'),
    build: !values['no-build'],
    profileTo: values.profile,
    note,
  });
  process.stdout.write(values.json ? `${JSON.stringify(report.figures)}\n` : `${report.text}\n`);
  return report.sound ? 0 : 1;
}

main().then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    process.stderr.write(`bench: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exitCode = 1;
  },
);
