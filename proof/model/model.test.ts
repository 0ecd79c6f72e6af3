import fc from 'fast-check';
import { lives } from './commands';
import { terminal } from './model';
import { Play } from './play';
import { Life, Service } from './service';

/** `MODEL_SEED` repeats a run that failed, `MODEL_RUNS` makes it longer, `MODEL_SHRINK=1` looks for a shorter one. */
const seed = Number(process.env['MODEL_SEED'] ?? Date.now() % 0x7fffffff);
const numRuns = Number(process.env['MODEL_RUNS'] ?? 12);
/** However slow the machine is, fewer prove nothing; and what is a life without calls? */
const FEWEST_LIVES = Math.min(3, numRuns);
const FEWEST_CALLS = 40 * FEWEST_LIVES;
// Without a number of runs asked for, a slow machine has fewer of them instead of more time.
const until = process.env['MODEL_RUNS'] === undefined ? Date.now() + 45_000 : Infinity;
const shrink = process.env['MODEL_SHRINK'] === '1';

let service: Service;
const tally = new Map<string, number>();
beforeAll(async () => {
  service = await Service.start();
});
afterAll(() => service.stop());

/** Time goes on until every trade has ended; then the books are proved. */
async function playOut(play: Play): Promise<void> {
  for (let rounds = 0; !play.model.trades.every(terminal); rounds += 1) {
    if (rounds > 10) throw new Error('trades do not end');
    await play.advance(20_000);
    await play.sweep();
  }
  expect(await service.audit()).toEqual([]);
}

// @id model-random-trades
test(
  `random lives of many trades: states and balances are the model’s after every call (MODEL_SEED=${String(seed)})`,
  async () => {
    let lived = 0;
    const property = fc.asyncProperty(lives, async (commands) => {
      if (lived >= FEWEST_LIVES && Date.now() > until) return;
      const life = await Life.begin(service);
      const play = new Play(life, tally);
      await fc.asyncModelRun(() => ({ model: life.model, real: play }), commands);
      await playOut(play);
      lived += 1;
    });
    await fc.assert(property, { seed, numRuns, endOnFailure: !shrink });
    const counts = [...tally].sort(([a], [b]) => (a < b ? -1 : 1)).map(([call, times]) => `${call}: ${String(times)}`);
    console.log(`MODEL_SEED=${String(seed)}, ${String(lived)} lives\n${counts.join('\n')}`);
    expect(lived).toBeGreaterThanOrEqual(FEWEST_LIVES);
    const calls = [...tally.values()].reduce((sum, times) => sum + times, 0);
    expect(calls).toBeGreaterThanOrEqual(FEWEST_CALLS);
  },
  numRuns * 60_000,
);
