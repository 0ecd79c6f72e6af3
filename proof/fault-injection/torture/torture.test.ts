import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { torture } from './run';

/**
 * A short torture run; `npm run torture` is a long one (docs/proofs/torture.md). `TORTURE_SEED` gives a plan back. Faults and
 * operations are the seed's, what meets what is the machine's.
 */

const STORM_MS = 15_000;
const LANES = 3;
const seed = Number(process.env['TORTURE_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

// @id torture-run
test(`two servers, two workers, one PostgreSQL, killed and cut off: nothing acknowledged is lost, nothing happens twice (TORTURE_SEED=${String(seed)})`, async () => {
  const told: string[] = [];
  const { violations, report, folder } = await torture({
    seed,
    stormMs: STORM_MS,
    lanes: LANES,
    note: (line) => void told.push(line),
  });
  console.log(report);
  const why = violations.length > 0 ? `${told.join('\n')}\nlogs: ${folder}` : '';
  expect(why).toBe('');
}, 400_000);

test('the scenes of a long run call every mutation there is', () => {
  const schema = readFileSync(join(__dirname, '..', '..', '..', 'schema.graphql'), 'utf8');
  const [mutations = ''] = /^type Mutation \{[^]*?^\}/m.exec(schema) ?? [];
  const fields = [...mutations.matchAll(/^ {2}(\w+)\(/gm)].map(([, field]) => field ?? '');
  expect(fields.length).toBeGreaterThan(25);
  const scenes = ['scenes-agents', 'scenes-credentials', 'scenes-party', 'scenes-trade', 'trading'].map((name) =>
    readFileSync(join(__dirname, `${name}.ts`), 'utf8'),
  );
  expect(fields.filter((field) => !scenes.some((text) => text.includes(`'${field}'`)))).toEqual([]);
});
