import { randomUUID } from 'node:crypto';
import { SeededRandom, runAll } from '../chaos/seeded-random';
import { isCommit, differences, type ScenarioResult, strikeScenario, tableOf } from './matrix';
import { type Runner, ServerRunner, WorkerRunner } from './runner';
import { TestBed } from './test-bed';
import { samePrincipal, oneRefused, batchScenarios, twoSettlements } from './batch-scenarios';
import { mutations, settlements, type Scenario } from './scenarios';
import type { Point } from './victim';

/**
 * Kills a process at the database round trips of every money mutation, and repeats the mutation.
 * `npm run crash-points` strikes at every point, before PostgreSQL gets the request and after it has executed it. Other
 * runs strike at random points.
 */
const ALL_POINTS = process.env['CRASH_POINTS'] === 'all';
const LANES = 2;
const TEST_TIMEOUT_MS = ALL_POINTS ? 3_600_000 : 600_000;

let testBed: TestBed;
const random = SeededRandom.fromEnvironment('crash points');
beforeAll(async () => {
  testBed = await TestBed.start();
}, 120_000);
afterAll(() => testBed.stop(), 120_000);

/** Chooses one side of the commit and `others` more points. */
function choosePoints(others: number) {
  return (points: readonly Point[], statements: readonly string[]): readonly Point[] => {
    if (ALL_POINTS) return points;
    const ofCommit = points.filter(({ trip }) => isCommit(statements[trip - 1] ?? ''));
    return [random.pick(ofCommit), ...Array.from({ length: others }, () => random.pick(points))];
  };
}

/** Plays all scenarios, in parallel on several runners. */
async function strikeAll(
  scenarios: readonly Scenario[],
  runners: readonly Runner[],
  choose: ReturnType<typeof choosePoints>,
) {
  const waiting = [...scenarios];
  const results = new Map<Scenario, ScenarioResult>();
  const lane = async (runner: Runner): Promise<void> => {
    for (let scenario = waiting.shift(); scenario; scenario = waiting.shift()) {
      results.set(scenario, await strikeScenario(runner, scenario, choose));
    }
  };
  try {
    await runAll(() => void waiting.splice(0), runners.map(lane));
  } finally {
    await Promise.all(runners.map((runner) => runner.end()));
  }
  const inOrder = scenarios.flatMap((scenario) => results.get(scenario) ?? []);
  const points = inOrder.reduce((sum, one) => sum + one.points, 0);
  console.log(`${String(points)} points\n${tableOf(inOrder)}`);
  return inOrder.flatMap(({ mismatches }) => mismatches);
}

const serverRunners = (fault: 'kill' | 'cut'): Runner[] =>
  Array.from({ length: LANES }, () => new ServerRunner(testBed, fault));

test('the comparison finds a missing effect, a repeated effect and a changed row', async () => {
  const [fund] = mutations;
  if (!fund) throw new Error('no scenario');
  const runner = new ServerRunner(testBed);
  try {
    const once = await runner.run(fund);
    const again = await runner.run(fund);
    expect(differences(once.outcome, again.outcome)).toEqual([]);
    const never = await runner.run({ ...fund, prepare: (at) => withoutEffect(fund, at) });
    expect(differences(once.outcome, never.outcome)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^missing: balance .*"ticket:consumer", "balance": 9530/),
        expect.stringMatching(/^too much: balance .*"ticket:consumer", "balance": 9500/),
        expect.stringMatching(/^missing: stored answer .*the key/),
        expect.stringMatching(/^answer: /),
      ]),
    );
    const twice = await runner.run({ ...fund, prepare: (at) => withTwoEffects(fund, at) });
    expect(differences(once.outcome, twice.outcome)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^too much: journal .*"wallet_fund"/)]),
    );
  } finally {
    await runner.end();
  }
}, 300_000);

/** A client that gets an answer although nothing was done. */
async function withoutEffect(scenario: Scenario, at: TestBed): ReturnType<Scenario['prepare']> {
  return {
    ...(await scenario.prepare(at)),
    sends: [() => Promise.resolve({ status: 200, text: '{}', replayed: false })],
  };
}

/** A client that repeats its call with a new key, so that it takes effect twice. */
async function withTwoEffects(scenario: Scenario, at: TestBed): ReturnType<Scenario['prepare']> {
  const calls = await scenario.prepare(at);
  return { ...calls, sends: calls.sends.map((send) => (url) => send(url, randomUUID())) };
}

test('should reject a batch scenario whose calls share no transaction', async () => {
  const runner = new ServerRunner(testBed);
  try {
    await expect(strikeScenario(runner, samePrincipal, () => [])).rejects.toThrow(
      /of one principal shares no transaction/,
    );
    const { trips } = await strikeScenario(runner, oneRefused, () => []);
    expect(trips).toEqual(expect.arrayContaining(['BEGIN + try_claim_request × 3', 'COMMIT + keep_answer × 3']));
    const { answers } = (await runner.run(oneRefused)).outcome;
    expect(answers.map(({ text }) => text)).toEqual([
      expect.stringContaining('"bondAvailableStamps":40,'),
      expect.stringContaining('"principal_bond_insufficient_balance"'),
      expect.stringContaining('"bondAvailableStamps":30,'),
    ]);
  } finally {
    await runner.end();
  }
}, 300_000);

// @spec W4, ID16
// @id crash-points-mutation
test(
  'a mutation whose process is killed at any round trip, and that is repeated, happens once',
  async () => {
    expect(await strikeAll(mutations, serverRunners('kill'), choosePoints(0))).toEqual([]);
  },
  TEST_TIMEOUT_MS,
);

test(
  'calls in one transaction whose process is killed at any round trip each happen once',
  async () => {
    expect(await strikeAll(batchScenarios, serverRunners('kill'), choosePoints(1))).toEqual([]);
  },
  TEST_TIMEOUT_MS,
);

test(
  'a settlement whose worker is killed at any round trip is completed by another worker',
  async () => {
    const scenarios = [...settlements, twoSettlements];
    expect(await strikeAll(scenarios, [new WorkerRunner(testBed)], choosePoints(1))).toEqual([]);
  },
  TEST_TIMEOUT_MS,
);

test(
  'a mutation whose connections are cut at any round trip happens once, and the process continues',
  async () => {
    expect(await strikeAll(mutations, serverRunners('cut'), choosePoints(1))).toEqual([]);
  },
  TEST_TIMEOUT_MS,
);

test(
  'calls in one transaction whose connections are cut at any round trip each happen once',
  async () => {
    expect(await strikeAll(batchScenarios, serverRunners('cut'), choosePoints(1))).toEqual([]);
  },
  TEST_TIMEOUT_MS,
);

test(
  'the audit finds nothing after all strikes',
  async () => {
    expect(await testBed.audit()).toEqual([]);
  },
  TEST_TIMEOUT_MS,
);
