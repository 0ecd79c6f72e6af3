import { newCast } from './cast';
import { properties } from './properties';
import { newStage } from './stage';

/** Issue 6 §4: whatever is sent, the service answers it, in time, as documented; the second time as the first time. */

const RUNS = 40;
// The same in every run, so that a change is judged by what it changed; `npm run fuzz` looks for more.
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_122);

const stage = newStage();

// @id fuzz-properties
test.each(properties.map((property) => [property.name, property] as const))(
  '%s: no 5xx, no hang, the documented shape, the same refusal twice',
  async (_, property) => {
    await property.hold(stage.attack, await newCast(stage.service), { runs: RUNS, seed });
  },
  120_000,
);

test('nothing of it was a fault in the log, and the books balance', async () => {
  expect(stage.service.faults()).toEqual([]);
  expect(await stage.service.audit()).toBeUndefined();
  expect(stage.attack.tally.requests).toBeGreaterThan(500);
});
