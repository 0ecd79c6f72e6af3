import { describePeriod } from '../../../src/domain/trades/closed-hours';
import { rulesOf } from '../../../src/domain/trades/evaluation';
import { rowDifferences } from '../../../src/domain/trades/facts';
import { isDisputed } from '../../../src/domain/trades/rules-v1-1';
import { loadDecisionData } from '../../../src/database/repositories/decisions';
import { moveDeadlines } from '../../../src/database/repositories/service-hours';
import { projectionOf } from '../../../src/database/sql/fact-json';
import { dueTradesOfTest } from '../../support/due-trades';
import {
  A,
  B,
  CHECKPOINT_WINDOW,
  CONTRACT_WINDOW,
  plannedStep,
  settings,
  TradeScenario,
} from '../../unit/domain/setup';

/** Two rules of trades are written in SQL and in TypeScript, and must agree. */

const { owner, store, replayTrade } = dueTradesOfTest();

const IDLE_WINDOW = settings.idleWindowSeconds;
const REBUTTAL = { statement: 'It is complete.' };
const V11 = 'slash_policy_v1.1';

function twoSteps(policyVersion: string): TradeScenario {
  return new TradeScenario([plannedStep(A, B, 100), plannedStep(A, B, 50)], { policyVersion });
}
function active(policyVersion: string): TradeScenario {
  const world = twoSteps(policyVersion);
  world.activate(B);
  return world;
}
function contested(policyVersion: string): TradeScenario {
  const world = twoSteps(policyVersion).begin(1);
  world.submitCheckpoint(1, { status: 'failed' });
  return world;
}
function rebutted(policyVersion: string): TradeScenario {
  const world = contested(policyVersion);
  world.fileRebuttal(1, REBUTTAL);
  return world;
}
function rebuttedEarly(policyVersion: string): TradeScenario {
  const world = twoSteps(policyVersion).begin(1);
  world.fileRebuttal(1, REBUTTAL);
  world.submitCheckpoint(1, { status: 'failed' });
  return world;
}
function rebuttedLate(policyVersion: string): TradeScenario {
  const world = contested(policyVersion).wait(CHECKPOINT_WINDOW);
  world.fileRebuttal(1, REBUTTAL);
  return world;
}
function rebuttedUnchecked(policyVersion: string): TradeScenario {
  const world = twoSteps(policyVersion).begin(1);
  world.fileRebuttal(1, REBUTTAL);
  return world;
}
function waitsForSecondStep(policyVersion: string): TradeScenario {
  const world = twoSteps(policyVersion).begin(1);
  world.submitCheckpoint(1, { status: 'confirmed' });
  return world;
}
function activatedLate(policyVersion: string): TradeScenario {
  const world = twoSteps(policyVersion).wait(IDLE_WINDOW - 1);
  world.activate(B);
  return world;
}
function rebuttedAhead(policyVersion: string): TradeScenario {
  const world = active(policyVersion);
  world.fileRebuttal(2, REBUTTAL);
  return world;
}

const SCENARIOS = {
  twoSteps,
  active,
  contested,
  rebutted,
  rebuttedEarly,
  rebuttedLate,
  rebuttedUnchecked,
  waitsForSecondStep,
  activatedLate,
  rebuttedAhead,
};
const worlds = (): [string, TradeScenario][] =>
  Object.entries(SCENARIOS).flatMap(([name, play]) =>
    ['slash_policy_v1', V11].map((version): [string, TradeScenario] => [`${name} of ${version}`, play(version)]),
  );

class Undone extends Error {}

test('the deadlines that a closed period moves in the rows are those that its fact moves', async () => {
  const played = await Promise.all(
    worlds().map(async ([name, world]) => ({ name, tradeId: await replayTrade(world) })),
  );
  const start = new TradeScenario([plannedStep(A, B, 1)]).clock;
  /** Moves the deadlines by a minute from then on, and undoes it. Returns the trades that moved, and their differences. */
  const differencesFrom = async (seconds: number) => {
    const from = new Date(start + seconds * 1000);
    const to = new Date(from.getTime() + 60_000);
    const closed = describePeriod(from, to);
    const fact = { kind: 'deadline_extended', at: to.toISOString(), actor: null, requestDigest: null, closed } as const;
    let moved: readonly string[] = [];
    const differences: string[] = [];
    const move = store().inTransaction(async (tx) => {
      moved = (await moveDeadlines(tx, from, to, fact)).map(({ tradeId }) => tradeId);
      for (const { name, tradeId } of played) {
        const data = await loadDecisionData(tx, { trade_id: tradeId, lock: 'update', facts: true });
        if (!data?.trade) throw new Error('no trade');
        const { trade, steps, tradeParticipants: participants, tradeFacts } = data;
        const projected = projectionOf(tradeId, tradeFacts);
        if (projected instanceof Error) throw projected;
        differences.push(
          ...rowDifferences({ trade, steps, participants }, projected).map((text) => `${name}: ${text}`),
        );
      }
      throw new Undone();
    });
    await expect(move).rejects.toThrow(Undone);
    return { moved: played.filter(({ tradeId }) => moved.includes(tradeId)).map(({ name }) => name), differences };
  };
  const everyOne = played.map(({ name }) => name);
  expect(await differencesFrom(0)).toEqual({ moved: everyOne, differences: [] });
  // Before, at and after the deadlines. Only an activation in the last second of the idle window leaves a later one.
  for (const seconds of [CONTRACT_WINDOW - 1, CONTRACT_WINDOW, CHECKPOINT_WINDOW, CHECKPOINT_WINDOW + 1]) {
    expect(await differencesFrom(seconds)).toMatchObject({ differences: [] });
  }
  const late = everyOne.filter((name) => name.startsWith('activatedLate'));
  expect(await differencesFrom(IDLE_WINDOW + 1)).toEqual({ moved: late, differences: [] });
});

/** Whether the rules see a dispute in the step that ended the trade. */
function isDispute({ data: { trade, steps }, settlement }: TradeScenario): boolean {
  const step = steps.find(({ stepNo }) => stepNo === settlement?.faultedStepNo);
  if (step?.checkpointStatus == null) return false;
  return rulesOf(trade.ruleVersion).hasItemsAndDisputes && isDisputed(step);
}

async function disputesOf(principalId: string): Promise<number> {
  const text = 'SELECT disputes_raised FROM principal_reputation WHERE principal_id = $1';
  const [row] = await owner().sql<{ disputes_raised: number }>(text, principalId);
  return row?.disputes_raised ?? 0;
}

test('the reputation counts a dispute for each trade in which the rules see one', async () => {
  const counted: [string, number][] = [];
  const expected: [string, number][] = [];
  for (const [name, world] of worlds()) {
    world.wait(20_000).sweep();
    const before = await disputesOf(A.id);
    await replayTrade(world);
    counted.push([name, (await disputesOf(A.id)) - before]);
    expected.push([name, Number(isDispute(world))]);
  }
  expect(counted).toEqual(expected);
  expect(expected.filter(([, disputes]) => disputes > 0).map(([name]) => name)).toEqual(
    ['rebutted', 'rebuttedEarly'].map((name) => `${name} of ${V11}`),
  );
});
