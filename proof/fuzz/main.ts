import 'reflect-metadata';
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { startTestCluster } from '../../test/support/cluster';
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
Exits with 1 if a property does not hold, memory grows, the log has a fault or the audit has findings.
`;

class Usage extends Error {}

function read(args: readonly string[]): Options | undefined {
  let values;
  try {
    ({ values } = parseArgs({ args: [...args], options: OPTIONS }));
  } catch (error) {
    throw new Usage(error instanceof Error ? error.message : String(error));
  }
  if (values.help) return undefined;
  const [minutes, seed] = [Number(values.minutes), Number(values.seed ?? randomInt(2 ** 31 - 1))];
  if (!(minutes > 0 && minutes <= 10_000)) throw new Usage('--minutes must be a number up to 10000');
  if (!Number.isInteger(seed)) throw new Usage('--seed must be a whole number');
  return {
    minutes,
    seed,
    only: values.only,
    path: values.path,
    note: (line) => void process.stderr.write(`${line}\n`),
  };
}

async function main(): Promise<number> {
  const options = read(process.argv.slice(2));
  if (options === undefined) {
    process.stdout.write(USAGE);
    return 0;
  }
  const cluster = await startTestCluster(process.env['ATS_TEST_DATABASE_URL']);
  process.env['TEST_CLUSTER_URL'] = cluster.adminUrl;
  process.env['TEST_CLUSTER_TEMPLATE'] = cluster.template;
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

main().then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    if (error instanceof Usage) process.stderr.write(`${error.message}\n${USAGE}`);
    else process.stderr.write(`fuzz: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exitCode = error instanceof Usage ? 2 : 1;
  },
);
