import { auditOf } from '../../test/support/trades';
import { SeededRandom } from '../fault-injection/chaos/seeded-random';
import { Walk } from './walk';
import { World } from './state';

/**
 * A random walk over what `allowedActions` and `blockedActions` say.
 *
 * `WALK_CALLS` sets its length, `CHAOS_SEED` repeats a failed walk. `npm run prove` makes 50,000 calls.
 */
const CALLS = Number(process.env['WALK_CALLS'] ?? 600);

let world: World;
beforeAll(async () => {
  world = await World.open();
});
afterAll(() => world.app.stop());

// @spec NA1, NA2, NA3
test(
  `${String(CALLS)} calls: an allowed act is never refused, a blocked one has its code, and costs equal the postings`,
  async () => {
    const walk = new Walk(world, SeededRandom.fromEnvironment('walk'));
    while (world.calls < CALLS) await walk.step();
    const counts = [...walk.tally]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, times]) => `${name}: ${String(times)}`);
    console.log(`${String(world.calls)} calls\n${counts.join('\n')}`);
    expect(await auditOf(world.app)).toEqual([]);
    const kinds = (prefix: string): number => [...walk.tally.keys()].filter((name) => name.startsWith(prefix)).length;
    expect(kinds('allowed ')).toBeGreaterThan(10);
    expect(kinds('blocked ')).toBeGreaterThan(10);
  },
  Math.max(120_000, CALLS * 100),
);
