import { previewProposal, previewSettlement, type PreviewInput } from '../../../src/domain/trades/preview';
import { policies } from '../../../src/domain/trades/policy';
import type { Policy } from '../../../src/domain/trades/policy-types';
import type { RecordData } from '../../../src/domain/trades/settlement';
import type { Settlement } from '../../../src/domain/types';
import {
  A,
  acceptedProposal,
  B,
  C,
  CHECKPOINT_WINDOW,
  CONTRACT_WINDOW,
  type Party,
  plannedStep,
  type PlannedStep,
  refusalOf,
  settings,
  TradeScenario,
} from './setup';
import { contract, items, metIds, oneStep, rebuttal } from './v1-1-trades';

/** The preview before the deciding act and the record after it, for all causes of both policies and each party. */

const V1 = 'slash_policy_v1';
const V11 = 'slash_policy_v1.1';
const both = [V1, V11];

interface Row {
  readonly cause: string | null;
  readonly policies: readonly string[];
  readonly before?: (trade: TradeScenario) => unknown;
  readonly ask: PreviewInput;
  readonly act: (trade: TradeScenario) => unknown;
  /** How long after the act the settlement is due. Default: at once. */
  readonly wait?: number;
}

const activate = (trade: TradeScenario) => trade.activate(B);
const ownItems = items.map(({ item_id, description, weight }) => ({ item_id, description, weight }));
/** Activates a step and publishes its contract. The terms of `rules_v1` have no items. */
const publish = (trade: TradeScenario, stepNo = 1) => {
  const step = trade.step(stepNo);
  trade.activate(trade.party(step.consumerPrincipalId));
  trade.publish(stepNo, step.items === null ? { summary: 'x', items: ownItems } : contract);
};
const checkpoint = (count: number, status: 'confirmed' | 'failed' = count === 0 ? 'failed' : 'confirmed') => {
  const results = metIds(count).map((item_id) => ({ item_id, met: true }));
  return (trade: TradeScenario) => trade.submitCheckpoint(1, { status, results });
};
const contest = (count: number) => (trade: TradeScenario) => {
  publish(trade);
  return checkpoint(count)(trade);
};
const rebut = (trade: TradeScenario) => trade.fileRebuttal(1, rebuttal);
const disputed = (count: number) => (trade: TradeScenario) => {
  contest(count)(trade);
  return rebut(trade);
};
const none = () => undefined;
const complete = (trade: TradeScenario) => {
  publish(trade);
  return checkpoint(5)(trade);
};
const lapse = { ask: { of: 'lapse' }, act: none } as const;

const rows: readonly Row[] = [
  { cause: 'not_activated', policies: both, ...lapse, wait: 500 },
  { cause: 'no_contract', policies: both, before: activate, ...lapse, wait: CONTRACT_WINDOW },
  { cause: 'no_checkpoint', policies: both, before: publish, ...lapse, wait: CHECKPOINT_WINDOW },
  { cause: 'withdrew', policies: both, before: activate, ask: { of: 'withdraw' }, act: (trade) => trade.withdraw(A) },
  {
    cause: 'withdrew',
    policies: both,
    before: disputed(2),
    ask: { of: 'withdraw' },
    act: (trade) => trade.withdraw(A),
  },
  // Until the settlement worker applies a verdict, the provider can still withdraw.
  ...(['fail', 'pass'] as const).map((verdict): Row => ({
    cause: 'withdrew',
    policies: both,
    before: (trade) => {
      disputed(2)(trade);
      return trade.submitVerdict(verdict);
    },
    ask: { of: 'withdraw' },
    act: (trade) => trade.withdraw(A),
  })),
  {
    cause: 'delivery_failed',
    policies: both,
    before: publish,
    ask: { of: 'checkpoint', coverage_bps: 0 },
    act: checkpoint(0),
    wait: CHECKPOINT_WINDOW,
  },
  {
    cause: 'delivery_failed',
    policies: [V1],
    before: publish,
    ask: { of: 'checkpoint', coverage_bps: 4000, checkpoint_status: 'failed' },
    act: checkpoint(2, 'failed'),
    wait: CHECKPOINT_WINDOW,
  },
  { cause: 'delivery_failed', policies: both, before: contest(0), ...lapse, wait: CHECKPOINT_WINDOW },
  {
    cause: 'coverage_shortfall',
    policies: both,
    before: publish,
    ask: { of: 'checkpoint', coverage_bps: 6000 },
    act: checkpoint(3),
    wait: CHECKPOINT_WINDOW,
  },
  { cause: 'coverage_shortfall', policies: both, before: contest(3), ...lapse, wait: CHECKPOINT_WINDOW },
  { cause: 'unruled', policies: [V11], before: contest(2), ask: { of: 'rebuttal' }, act: rebut, wait: 300 },
  { cause: 'unruled', policies: [V11], before: disputed(0), ...lapse, wait: 300 },
  { cause: 'coverage_shortfall', policies: [V1], before: contest(2), ask: { of: 'rebuttal' }, act: rebut, wait: 300 },
  ...[
    ['coverage_shortfall', 2, 5000],
    ['even_ruling', 2, 6000],
    ['verdict_overturned', 2, 7000],
    ['verdict_overturned', 0, 9000],
    ['delivery_failed', 0, 0],
  ].map(([cause, count, bps]): Row => ({
    cause: String(cause),
    policies: [V11],
    before: disputed(Number(count)),
    ask: { of: 'verdict', verdict_coverage_bps: Number(bps) },
    act: (trade) => trade.submitVerdict(Number(bps)),
  })),
  ...(['pass', 'fail'] as const).flatMap((verdict) =>
    [0, 2].map((count): Row => {
      const passes = count === 0 ? 'verdict_overturned' : null;
      return {
        cause: verdict === 'pass' ? passes : 'delivery_failed',
        policies: [V1],
        before: disputed(count),
        ask: { of: 'verdict', verdict_coverage_bps: verdict === 'pass' ? 10_000 : 0 },
        act: (trade) => trade.submitVerdict(verdict),
      };
    }),
  ),
  { cause: null, policies: both, before: publish, ask: { of: 'checkpoint' }, act: checkpoint(4) },
  { cause: null, policies: both, ask: { of: 'complete' }, act: complete },
];

const plainRecord: RecordData = { faults: 0, completed: 0, counterpartyOwners: 0, sameOwner: [] };
const records: readonly RecordData[] = [
  plainRecord,
  { ...plainRecord, faults: 1 },
  { ...plainRecord, completed: 9, counterpartyOwners: 9 },
  { ...plainRecord, sameOwner: [A.id, B.id] },
];

const plans = [[plannedStep(A, B, 997)], [plannedStep(A, B, 600), plannedStep(B, C, 401)]];

const preview = (trade: TradeScenario, input: PreviewInput, viewer: Party, record: RecordData) => {
  const { data } = trade;
  const asking = { principalId: viewer.id, record, hasOwners: true };
  return previewSettlement({ ...data }, input, asking, new Date(trade.clock));
};

/** Settles what is due. A passed step of two leaves a trade that lapses, unless it is completed. */
function finish(trade: TradeScenario, row: Row): void {
  trade.wait(row.wait ?? 0);
  if (trade.settlement === null) trade.sweep();
  if (trade.settlement !== null) return;
  if (row.ask.of === 'complete') {
    publish(trade, 2);
    trade.submitCheckpoint(2, { status: 'confirmed' });
  } else trade.wait(500);
  trade.sweep();
}

const nameOf = (
  one: Pick<Settlement, 'outcome' | 'failureClass' | 'failureCause' | 'faultedStepNo' | 'faultPrincipalId'>,
) => [one.outcome, one.failureClass, one.failureCause, one.faultedStepNo, one.faultPrincipalId];

/** Plays a trade to its end and compares the record with what each party saw just before the deciding act. */
function compare(row: Row, policy: string, steps: readonly PlannedStep[], record: RecordData): void {
  const plan = { policyVersion: policy, step: policy === V11 ? { items } : {}, faults: record.faults, record };
  const trade = new TradeScenario(steps, plan);
  row.before?.(trade);
  const parties = trade.data.participants.map(({ principalId }) => trade.party(principalId));
  const previews = parties.map((viewer) => preview(trade, row.ask, viewer, record));
  row.act(trade);
  finish(trade, row);
  const { settlement } = trade;
  if (settlement === null) throw new Error('the trade is settled');
  if (steps.length === 1) expect(settlement.failureCause).toBe(row.cause);
  previews.forEach((seen, index) => {
    const viewer = parties[index]?.id;
    const isAssumed = seen.assumptions.some((one) => one.startsWith('counterparty_'));
    expect(isAssumed && seen.faultPrincipalId === viewer).toBe(false);
    expect(nameOf(seen).slice(1)).toEqual(nameOf(settlement).slice(1));
    if (row.ask.of !== 'complete') expect(seen.dueAt).toEqual(settlement.settledAt);
    if (isAssumed && record !== plainRecord) return;
    const sideOf = (sides: typeof seen.parties) => sides.find(({ principalId }) => principalId === viewer);
    expect([seen.outcome, seen.slashAmount, seen.comp, sideOf(seen.parties)]).toEqual([
      settlement.outcome,
      settlement.slashAmount,
      settlement.comp,
      sideOf(trade.parties),
    ]);
  });
}

const cases = rows.flatMap((row) => row.policies.map((policy) => ({ row, policy })));

// @spec PV1
test.each(cases.map((one) => [`${one.policy}, ${String(one.row.cause)} by ${one.row.ask.of}`, one] as const))(
  'The preview asked before the deciding act equals the record: %s',
  (_, { row, policy }) => {
    for (const steps of plans) for (const record of records) compare(row, policy, steps, record);
  },
);

test('the cases have every cause of both policies', () => {
  const causesOf = ({ arithmetic }: Policy) => new Set(arithmetic.amounts.flatMap(({ causes }) => causes));
  for (const policy of Object.values(policies)) {
    const causes = cases.filter((one) => one.policy === policy.version).flatMap(({ row }) => row.cause ?? []);
    expect(new Set(causes)).toEqual(causesOf(policy));
  }
});

// @spec PV2
test('Only the own record counts: that of the other party is assumed to be empty, and the preview says so if it matters', () => {
  const trade = new TradeScenario([plannedStep(A, B, 1000)]);
  activate(trade);
  const faulty = { ...plainRecord, faults: 1 };
  const own = preview(trade, { of: 'lapse' }, A, faulty);
  const other = preview(trade, { of: 'lapse' }, B, faulty);
  expect([own.slashAmount, own.assumptions]).toEqual([200n, []]);
  expect([other.slashAmount, other.assumptions]).toEqual([100n, ['counterparty_record']]);
  expect(preview(trade, { of: 'withdraw' }, B, faulty)).toMatchObject({ slashAmount: 200n, assumptions: [] });
});

// @spec PV3
test('the preview assumes what has not happened yet, and names it', () => {
  const trade = new TradeScenario([plannedStep(A, B, 1000)], { policyVersion: V11, step: { items } });
  const assumptionsOf = (input: PreviewInput) => preview(trade, input, A, plainRecord).assumptions;
  expect(assumptionsOf({ of: 'lapse' })).toEqual(['counterparty_record', 'counterparty_owners']);
  expect(assumptionsOf({ of: 'withdraw' })).toEqual(['step_activated']);
  expect(assumptionsOf({ of: 'checkpoint' })).toEqual(['step_activated', 'contract_published', 'nobody_acts']);
  expect(assumptionsOf({ of: 'rebuttal' })).toEqual([
    'step_activated',
    'contract_published',
    'checkpoint_submitted',
    'nobody_acts',
  ]);
  expect(assumptionsOf({ of: 'complete' })).toEqual(['later_steps_passed']);
  trade.wait(500);
  expect(assumptionsOf({ of: 'withdraw' })[0]).toBe('already_due');
  expect(preview(trade, { of: 'withdraw' }, A, plainRecord).failureCause).toBe('not_activated');
});

// @spec PV4
test('a proposal is previewed as the trade that it would become', () => {
  const steps = [plannedStep(A, B, 600), plannedStep(A, B, 400)];
  const data = acceptedProposal(steps);
  const viewer = { principalId: A.id, record: plainRecord, hasOwners: false };
  const now = new Date(0);
  const ask = (input: Parameters<typeof previewProposal>[2]) => previewProposal(data, settings, input, viewer, now);
  expect(ask({ of: 'withdraw', step_no: 2 })).toMatchObject({
    failureCause: 'withdrew',
    faultedStepNo: 2,
    slashAmount: 200n,
    comp: [{ principal_id: B.id, amount: 200, exposure_basis: 400 }],
    assumptions: ['trade_created', 'earlier_steps_passed', 'step_activated'],
  });
  expect(ask({ of: 'lapse', step_no: 1 }).failureCause).toBe('no_contract');
  expect(ask({ of: 'complete', step_no: 1 })).toMatchObject({ outcome: 'completed', dueAt: null });
  expect(refusalOf(() => ask({ of: 'lapse', step_no: 3 }))?.code).toBe('step_not_found');
});

// @spec PV5
test('the rebuttal of a step that is not active yet is also one that the step has had', () => {
  const trade = new TradeScenario([plannedStep(A, B, 1000)]);
  trade.fileRebuttal(1, { statement: 'It will be delivered.' });
  const call = () => preview(trade, { of: 'rebuttal' }, A, plainRecord);
  expect(refusalOf(call)?.members['reason']).toBe('rebuttal_filed');
});

// @spec PV1
test('a failed checkpoint with a coverage that reaches the threshold counts as 0, and is refused for agreed items', () => {
  const failed = (trade: TradeScenario, coverage_bps: number) =>
    preview(trade, { of: 'checkpoint', checkpoint_status: 'failed', coverage_bps }, A, plainRecord);
  for (const trade of [new TradeScenario([plannedStep(A, B, 1000)]), oneStep()]) {
    expect(failed(trade, 10_000)).toEqual(failed(trade, 0));
    expect(failed(trade, 8_000)).toEqual(failed(trade, 0));
  }
  const agreed = oneStep({ step: { items } });
  expect(refusalOf(() => failed(agreed, 8_000))?.members['fields']).toMatchObject([{ pointer: '/coverage_bps' }]);
  expect(failed(agreed, 7_999)).toMatchObject({ failureCause: 'coverage_shortfall' });
});

// @spec PV5
test('an act that the step has had is refused, as is every preview of a settled trade', () => {
  const trade = new TradeScenario([plannedStep(A, B, 1000)]);
  disputed(2)(trade);
  const refused = (input: PreviewInput) => refusalOf(() => preview(trade, input, A, plainRecord));
  expect(refused({ of: 'checkpoint' })?.members['reason']).toBe('checkpoint_submitted');
  expect(refused({ of: 'complete' })?.members['reason']).toBe('checkpoint_submitted');
  expect(refused({ of: 'rebuttal' })?.members['reason']).toBe('rebuttal_filed');
  expect(refused({ of: 'verdict' })?.members['fields']).toMatchObject([{ pointer: '/verdict_coverage_bps' }]);
  expect(refused({ of: 'checkpoint', coverage_bps: 10_001 })?.code).toBe('validation_failed');
  expect(refused({ of: 'verdict', verdict_coverage_bps: 1, coverage_bps: 8000 })?.code).toBe('validation_failed');
  trade.wait(CHECKPOINT_WINDOW + 300).sweep();
  expect(refused({ of: 'lapse' })?.members['reason']).toBe('trade_terminal');
});
