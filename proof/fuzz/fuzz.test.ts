import { newCast } from './cast';
import { properties } from './properties';
import { newStage } from './stage';

/** The service answers any request in time and as documented, the second time like the first. */

const RUNS = 40;
// A fixed seed, so that a run shows the effect of a change. `npm run fuzz` tries other seeds.
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_122);

const stage = newStage();

// Says why the service ended, which the refused connections of later requests do not.
beforeEach(() => stage.service.assertRuns());
afterEach(() => stage.service.assertRuns());

// @id fuzz-properties
test.each(properties.map((property) => [property.name, property] as const))(
  '%s: no 5xx, no hang, the documented shape, the same refusal twice',
  async (_, property) => {
    await property.hold(stage.attack, await newCast(stage.service), { runs: RUNS, seed });
  },
  120_000,
);

test('the log has no error, and the audit has no finding', async () => {
  expect(stage.service.errors()).toEqual([]);
  expect(await stage.service.audit()).toBeUndefined();
  expect(stage.attack.counts.requests).toBeGreaterThan(500);
});
