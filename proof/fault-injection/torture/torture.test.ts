import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { torture } from './run';

/**
 * A short torture run; `npm run torture` starts a long one (docs/proofs/torture.md).
 * `TORTURE_SEED` repeats a plan. The seed fixes faults and operations, but not their timing.
 */

const FAULTS_MS = 15_000;
const LANES = 3;
const seed = Number(process.env['TORTURE_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

// @id torture-run
test(`nothing acknowledged is lost and nothing happens twice while servers, workers and PostgreSQL are killed and cut off (TORTURE_SEED=${String(seed)})`, async () => {
  const notes: string[] = [];
  const { violations, report, folder } = await torture({
    seed,
    faultsMs: FAULTS_MS,
    lanes: LANES,
    note: (line) => void notes.push(line),
  });
  console.log(report);
  const why = violations.length > 0 ? `${notes.join('\n')}\nlogs: ${folder}` : '';
  expect(why).toBe('');
}, 400_000);

/** A live service refuses them. */
const OF_A_SANDBOX = ['advanceClock', 'grantTickets', 'injectFault', 'spawnCounterparty'];

test('the scenes call every mutation of the schema that a live service has', () => {
  const schema = readFileSync(join(__dirname, '..', '..', '..', 'schema.graphql'), 'utf8');
  const [mutations = ''] = /^type Mutation \{[^]*?^\}/m.exec(schema) ?? [];
  const fields = [...mutations.matchAll(/^ {2}(\w+)\(/gm)].map(([, field]) => field ?? '');
  expect(fields.length).toBeGreaterThan(25);
  const scenes = ['scenes-agents', 'scenes-credentials', 'scenes-party', 'scenes-trade', 'trading'].map((name) =>
    readFileSync(join(__dirname, `${name}.ts`), 'utf8'),
  );
  const others = fields.filter((field) => !scenes.some((text) => text.includes(`'${field}'`)));
  expect(others.sort()).toEqual(OF_A_SANDBOX);
});
