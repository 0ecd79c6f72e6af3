import fc from 'fast-check';
import { lives } from './commands';
import { type Policy, terminal } from './model';
import { Play } from './play';
import { Life, Service } from './service';

/**
 * `MODEL_SEED` repeats a failed run, `MODEL_RUNS` sets its length, `MODEL_SHRINK=1` searches for a shorter
 * counterexample.
 */
const seed = Number(process.env['MODEL_SEED'] ?? Date.now() % 0x7fffffff);
const numRuns = Number(process.env['MODEL_RUNS'] ?? 12);
/** Minimum even on a slow machine. A life without calls proves nothing. */
const FEWEST_LIVES = Math.min(3, numRuns);
const FEWEST_CALLS = 40 * FEWEST_LIVES;
// Without `MODEL_RUNS` a slow machine runs fewer lives instead of taking longer.
const endOfRun = (): number => (process.env['MODEL_RUNS'] === undefined ? Date.now() + 45_000 : Infinity);
const shrink = process.env['MODEL_SHRINK'] === '1';

/** Moves time until every trade has ended, then checks the ledger. */
async function playOut(play: Play, service: Service): Promise<void> {
  for (let rounds = 0; !play.model.trades.every(terminal); rounds += 1) {
    if (rounds > 10) throw new Error('Trades do not end within the limit.');
    await play.advance(20_000);
    await play.sweep();
  }
  expect(await service.audit()).toEqual([]);
}

// @id model-random-trades
test.each<Policy>(['slash_policy_v1', 'slash_policy_v1.1'])(
  `%s: random lives of many trades: states and balances are the model’s after every call (MODEL_SEED=${String(seed)})`,
  async (policy) => {
    const service = await Service.start(policy);
    const tally = new Map<string, number>();
    const until = endOfRun();
    let lived = 0;
    const property = fc.asyncProperty(lives, async (commands) => {
      if (lived >= FEWEST_LIVES && Date.now() > until) return;
      const life = await Life.begin(service);
      const play = new Play(life, tally);
      await fc.asyncModelRun(() => ({ model: life.model, real: play }), commands);
      await playOut(play, service);
      lived += 1;
    });
    try {
      await fc.assert(property, { seed, numRuns, endOnFailure: !shrink });
    } finally {
      await service.stop();
    }
    const counts = [...tally].sort(([a], [b]) => (a < b ? -1 : 1)).map(([call, times]) => `${call}: ${String(times)}`);
    console.log(`${policy}, MODEL_SEED=${String(seed)}, ${String(lived)} lives\n${counts.join('\n')}`);
    expect(lived).toBeGreaterThanOrEqual(FEWEST_LIVES);
    const calls = [...tally.values()].reduce((sum, times) => sum + times, 0);
    expect(calls).toBeGreaterThanOrEqual(FEWEST_CALLS);
  },
  numRuns * 60_000,
);
