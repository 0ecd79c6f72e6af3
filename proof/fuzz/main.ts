import 'reflect-metadata';
import { randomInt } from 'node:crypto';
import { useTestCluster } from '../../test/support/cluster';
import { numberOf, parseCommandLine, runCommand } from '../../test/support/command-line';
import { fuzz, type Options } from './run';

/**
 * Command `npm run fuzz -- --minutes 10 --seed 7`. docs/proofs/hostile-input.md lists the inputs and the guarantees.
 */
const OPTIONS = {
  minutes: { type: 'string', default: '1' },
  seed: { type: 'string' },
  only: { type: 'string' },
  path: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

const USAGE = `usage: npm run fuzz -- [--minutes 1] [--seed <number>]
         [--only <property>]  tries only this property
         [--path <path>]      with --only and --seed: starts at the counterexample of a failure
Exits with 1 if a property does not hold, memory grows, the log has an error or the audit has findings.
`;

function read(): Options | undefined {
  const { values } = parseCommandLine({ options: OPTIONS });
  if (values.help) return undefined;
  return {
    minutes: numberOf(values.minutes, 'minutes', { least: 0.01, most: 10_000, isWhole: false }),
    seed: values.seed === undefined ? randomInt(2 ** 31 - 1) : numberOf(values.seed, 'seed', { least: 0 }),
    only: values.only,
    path: values.path,
    note: (line) => void process.stderr.write(`${line}\n`),
  };
}

async function main(): Promise<number> {
  const options = read();
  if (options === undefined) {
    process.stdout.write(USAGE);
    return 0;
  }
  const cluster = await useTestCluster(process.env['ATS_TEST_DATABASE_URL']);
  // PostgreSQL would outlive Ctrl-C.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(name, () => void cluster.stop().finally(() => process.exit(1)));
  }
  try {
    const { text, sound } = await fuzz(options);
    process.stdout.write(text);
    return sound ? 0 : 1;
  } finally {
    await cluster.stop();
  }
}

runCommand('fuzz', USAGE, main);
