import { actsOf } from '../../../src/domain/actions/action';
import { operatorCandidates, tradeCandidates } from '../../../src/domain/actions/trade-actions';
import { previewEvents, previewSettlement, type PreviewEvent } from '../../../src/domain/trades/preview';
import { type DecisionData, loadDecisionData, readDecisionData } from '../../../src/database/repositories/decisions';
import { confirmed, dueTradesOfTest, partiallyConfirmed, unpublished } from '../../support/due-trades';
import { A, B, plannedStep, principal, TradeScenario } from '../../unit/domain/setup';

/** The data of a trade that lists and acts read, compared with the data of a decision. */

const { store, replayTrade } = dueTradesOfTest();

const NOTE = 'note '.repeat(200);
const ITEM_IDS = Array.from({ length: 8 }, (_, at) => `item-${String(at)}`);
const ITEMS = ITEM_IDS.map((item_id, at) => ({
  item_id,
  description: NOTE.slice(0, 400),
  weight: at + 1,
  must: at === 0,
}));
const longContract = (hasTerms: boolean) => ({
  summary: NOTE,
  items: ITEM_IDS.map((item_id, at) => ({
    item_id,
    ...(!hasTerms && { description: NOTE.slice(0, 400), weight: at + 1 }),
    artifact_uri: 'https://example.com/',
    note: NOTE,
  })),
});
const results = (isMet: (at: number) => boolean) =>
  ITEM_IDS.map((item_id, at) => ({ item_id, met: isMet(at), note: NOTE }));
const evidence = Array.from({ length: 8 }, () => ({ uri: 'https://example.com/', note: NOTE }));
const REBUTTAL = { statement: NOTE, evidence };

/** A trade whose first step has passed and whose second one is active, both with long texts. */
function inSecondStep(hasTerms = false): TradeScenario {
  const planned = plannedStep(A, B, 100);
  const world = new TradeScenario([planned, planned, planned], {
    policyVersion: 'slash_policy_v1.1',
    ...(hasTerms && { step: { items: ITEMS } }),
  });
  world.activate(B);
  world.publish(1, longContract(hasTerms));
  world.submitCheckpoint(1, { status: 'confirmed', results: results(() => true) });
  world.activate(B);
  world.fileRebuttal(3, { statement: NOTE });
  return world;
}
function contested(hasTerms = false): TradeScenario {
  const world = inSecondStep(hasTerms);
  world.publish(2, longContract(hasTerms));
  world.submitCheckpoint(2, { status: 'confirmed', results: results((at) => at < 3) });
  return world;
}
function rebutted(hasTerms = false): TradeScenario {
  const world = contested(hasTerms);
  world.fileRebuttal(2, REBUTTAL);
  return world;
}
const later = (world: TradeScenario, days: number): TradeScenario => world.wait(days * 86_400);

const MOMENTS: readonly (readonly [string, () => TradeScenario])[] = [
  ['a new trade', () => new TradeScenario([plannedStep(A, B, 100), plannedStep(B, A, 50)])],
  [
    'a rebuttal of a step that is not active',
    () => {
      const world = new TradeScenario([plannedStep(A, B, 100)]);
      world.fileRebuttal(1, REBUTTAL);
      return world;
    },
  ],
  ['an active step without a contract', () => inSecondStep()],
  ['an active step with agreed items', () => inSecondStep(true)],
  ['a contested checkpoint', () => contested()],
  ['a contested checkpoint of agreed items', () => contested(true)],
  ['a rebuttal', () => rebutted()],
  ['a rebuttal of agreed items', () => rebutted(true)],
  ['a rebuttal without a ruling in time', () => later(rebutted(true), 60)],
  [
    'a ruling',
    () => {
      const world = rebutted(true);
      world.submitVerdict('fail');
      return world;
    },
  ],
  ['a concession', () => later(contested(), 60)],
  ['an idle trade', () => later(new TradeScenario([plannedStep(A, B, 100)]), 60)],
  ['a trade under rules_v1', partiallyConfirmed],
  ['a missing contract', unpublished],
  ['a confirmed last step', confirmed],
  [
    'a settled trade',
    () => {
      const world = rebutted(true);
      world.withdraw(A);
      return world;
    },
  ],
];

function textOf(value: unknown): string {
  const plain = (_: string, member: unknown): unknown => {
    if (typeof member === 'bigint') return String(member);
    return member instanceof Error ? { ...member, text: String(member) } : member;
  };
  return JSON.stringify(value, plain, 1);
}

/** All that the API derives from the data of a trade, as text. */
function derived({ trade, steps, tradeParticipants: participants }: DecisionData, now: Date): string {
  if (!trade) throw new Error('no trade');
  const data = { trade, steps, participants };
  const shown = { ...data, isQuarantined: false, principals: [A, B].map(({ id }) => principal(id)) };
  const viewer = {
    principalId: A.id,
    record: { faults: 1, completed: 2, counterpartyOwners: 3, sameOwner: [] },
    hasOwners: true,
  };
  const acts = [A.id, B.id].map((id) => actsOf(tradeCandidates(shown, id, now), () => undefined));
  const byOperator = actsOf(operatorCandidates(shown, now), () => undefined);
  const previews = (Object.keys(previewEvents) as PreviewEvent[]).map((of) => {
    try {
      return previewSettlement(data, { of, ...(of === 'verdict' && { verdict_coverage_bps: 5000 }) }, viewer, now);
    } catch (error) {
      return String(error);
    }
  });
  const consequences = [...acts, byOperator].flatMap(({ allowed }) =>
    allowed.map(({ consequence, ifNotDone }) => [consequence.preview?.(viewer), ifNotDone?.preview?.(viewer)]),
  );
  return textOf({ acts, byOperator, previews, consequences });
}

test.each(MOMENTS)('should show the acts and previews of %s without the texts of its steps', async (_, played) => {
  const world = played();
  const trade_id = await replayTrade(world);
  const now = new Date(world.clock);
  const loaded = await store().inTransaction((tx) => loadDecisionData(tx, { trade_id, lock: 'update' }));
  const [read] = await readDecisionData(store(), [{ trade_id }]);
  if (!loaded || !read) throw new Error('no trade');
  expect(derived(read, now)).toBe(derived(loaded, now));
  // All members of a step are read, so that a new column is not forgotten.
  expect(read.steps.map((step) => Object.keys(step).toSorted())).toEqual(
    loaded.steps.map((step) => Object.keys(step).toSorted()),
  );
  const { trade: __, ...texts } = read;
  expect(textOf(texts)).not.toContain('note note');
});
