import fc from 'fast-check';
import { canonical } from '../../../src/domain/canonical';
import { keyOf } from '../../../src/domain/keys';
import { recompute, type RecordData } from '../../../src/domain/trades/settlement';
import { A, B, C, CHECKPOINT_WINDOW, CONTRACT_WINDOW, plannedStep, TradeScenario, type Plan } from './setup';
import { begun, items, metIds, oneStep, rebuttal, v11 } from './v1-1-trades';

const contested = (count: number, plan: Plan = {}): TradeScenario => {
  const scenario = begun(plan);
  if (count === 0) scenario.submitCheckpoint(1, { status: 'failed' });
  else scenario.confirm(1, metIds(count));
  return scenario;
};
const disputed = (count: number, plan: Plan = {}): TradeScenario => {
  const scenario = contested(count, plan);
  scenario.fileRebuttal(1, rebuttal);
  return scenario;
};
const settled = (scenario: TradeScenario, seconds = 0): TradeScenario => {
  scenario.wait(seconds).sweep();
  return scenario;
};

interface Row {
  readonly trade: string;
  readonly run: () => TradeScenario;
  readonly change: readonly [bigint, bigint];
  readonly ends: readonly [string | null, string | null];
}
const rows: readonly Row[] = [
  {
    trade: 'clean',
    run: () => settled(contested(4)),
    change: [1000n, -1010n],
    ends: [null, null],
  },
  {
    trade: 'no contract',
    run: () => {
      const scenario = oneStep();
      scenario.activate(B);
      return settled(scenario, CONTRACT_WINDOW);
    },
    change: [-200n, 190n],
    ends: ['F1', 'no_contract'],
  },
  {
    trade: 'withdrawn',
    run: () => {
      const scenario = begun();
      scenario.withdraw(A);
      return scenario;
    },
    change: [-200n, 190n],
    ends: ['F4', 'withdrew'],
  },
  {
    trade: 'conceded, nothing met',
    run: () => settled(contested(0), CHECKPOINT_WINDOW),
    change: [-100n, 90n],
    ends: ['F2', 'delivery_failed'],
  },
  {
    trade: 'conceded, a fifth met',
    run: () => settled(contested(1), CHECKPOINT_WINDOW),
    change: [175n, -185n],
    ends: ['F3', 'coverage_shortfall'],
  },
  {
    trade: 'ruled fail, nothing met',
    run: () => {
      const scenario = disputed(0);
      scenario.submitVerdict('fail');
      return settled(scenario);
    },
    change: [-200n, 190n],
    ends: ['F2', 'delivery_failed'],
  },
  {
    trade: 'ruled pass, nothing met',
    run: () => {
      const scenario = disputed(0);
      scenario.submitVerdict('pass');
      return settled(scenario);
    },
    change: [1200n, -1210n],
    ends: ['F5', 'verdict_overturned'],
  },
  {
    trade: 'ruled pass, a fifth met',
    run: () => {
      const scenario = disputed(1);
      scenario.submitVerdict('pass');
      return settled(scenario);
    },
    change: [1150n, -1160n],
    ends: ['F5', 'verdict_overturned'],
  },
  {
    trade: 'ruled 7000, three fifths met',
    run: () => {
      const scenario = disputed(3);
      scenario.submitVerdict(7000);
      return settled(scenario);
    },
    change: [875n, -885n],
    ends: ['F3', 'even_ruling'],
  },
  {
    trade: 'unruled, nothing met',
    run: () => settled(disputed(0), 300),
    change: [250n, -760n],
    ends: ['F2', 'unruled'],
  },
  {
    trade: 'no checkpoint',
    run: () => settled(begun(), CHECKPOINT_WINDOW),
    change: [1000n, -1110n],
    ends: ['F5', 'no_checkpoint'],
  },
];

// @spec SE40
describe('the worked trades of slash_policy_v1.1 have the exact amounts', () => {
  test.each(rows.map((row) => [row.trade, row] as const))('%s', (_, { run, change, ends }) => {
    const scenario = run();
    const { settlement } = scenario;
    expect([settlement?.failureClass, settlement?.failureCause]).toEqual(ends);
    expect([scenario.change(A), scenario.change(B)]).toEqual(change);
    expect(scenario.openAccounts()).toEqual([]);
    const sides = scenario.parties.map((own) => {
      const lost = own.paidStamps + own.feesStamps + own.bondSlashedStamps + (own.burntStamps ?? 0n);
      return own.receivedStamps + own.compensationStamps - lost;
    });
    expect(sides).toEqual(scenario.parties.map(({ principalId }) => scenario.change(scenario.party(principalId))));
  });
});

// @spec SE41
describe('a dispute without a verdict', () => {
  test('has a class and no principal at fault, and its step is failed', () => {
    const scenario = settled(disputed(1), 300);
    const { settlement } = scenario;
    const { trade } = scenario.data;
    expect(settlement).toMatchObject({ faultPrincipalId: null, faultedStepNo: 1, slashAmount: 0n, comp: [] });
    expect([trade.state, scenario.step(1).state]).toEqual(['failed', 'failed']);
    expect(scenario.parties.map((own) => own.burntStamps)).toEqual([187n, 187n]);
    expect(scenario.balance('slash_pool')).toBe(374n);
  });
  test.each([
    [0, 500n],
    [5000, 0n],
  ])('with a burn of %d leaves the provider %d of 1000', (disputeBurnBps, left) => {
    const scenario = settled(disputed(0, { disputeBurnBps }), 300);
    expect(scenario.change(A)).toBe(left);
  });
});

// @spec ST38
test('a rebuttal in time takes the fault from the provider, unless an operator rules', () => {
  const endOf = ({ settlement }: TradeScenario) => [settlement?.failureCause, settlement?.faultPrincipalId];
  expect(endOf(settled(contested(0), CHECKPOINT_WINDOW))).toEqual(['delivery_failed', A.id]);
  expect(endOf(settled(disputed(0), 300))).toEqual(['unruled', null]);
  const scenario = disputed(0);
  scenario.submitVerdict('fail');
  expect(endOf(settled(scenario))).toEqual(['delivery_failed', A.id]);
});

// @spec SE42
describe('a rebuttal', () => {
  test('in time makes a dispute and moves the deadline to the evaluation window, without a cap', () => {
    const scenario = contested(0);
    const trade = { ...scenario.data.trade, evaluationWindowSeconds: 1_209_600 };
    scenario.data = { ...scenario.data, trade };
    const { step } = scenario.fileRebuttal(1, rebuttal);
    expect(step.deadlineAt).toEqual(new Date(scenario.clock + 1_209_600_000));
  });
  test('before the checkpoint counts as soon as the checkpoint contests', () => {
    const scenario = begun();
    scenario.fileRebuttal(1, rebuttal);
    const { step } = scenario.submitCheckpoint(1, { status: 'failed' });
    expect(step.deadlineAt).toEqual(new Date(scenario.clock + 300_000));
    expect(settled(scenario, 300).settlement?.failureCause).toBe('unruled');
  });
  test('after the deadline makes no dispute', () => {
    const scenario = contested(0).wait(CHECKPOINT_WINDOW);
    scenario.fileRebuttal(1, rebuttal);
    expect(settled(scenario).settlement?.failureCause).toBe('delivery_failed');
  });
  test('never shortens a deadline', () => {
    const scenario = contested(0);
    scenario.data = { ...scenario.data, trade: { ...scenario.data.trade, evaluationWindowSeconds: 1 } };
    const before = scenario.step(1).deadlineAt;
    expect(scenario.fileRebuttal(1, rebuttal).step.deadlineAt).toEqual(before);
  });
});

// @spec SE43
describe('the step after a verdict', () => {
  test('is passed if the verdict reaches the threshold, and failed if it does not', () => {
    const ends = [10_000, 8000, 6000].map((coverage) => {
      const scenario = disputed(1);
      scenario.submitVerdict(coverage);
      return [settled(scenario).settlement?.failureCause, scenario.step(1).state];
    });
    const overturned = 'verdict_overturned';
    expect(ends).toEqual([
      [overturned, 'passed'],
      [overturned, 'passed'],
      [overturned, 'failed'],
    ]);
  });
  test('a verdict below the claim leaves the claim', () => {
    const scenario = disputed(3);
    scenario.submitVerdict(100);
    settled(scenario);
    expect([scenario.settlement?.slashAmount, scenario.change(A)]).toEqual([50n, 700n]);
  });
  test('stores the coverage of pass and fail', () => {
    const coverage = (verdict: 'pass' | 'fail') => contested(2).submitVerdict(verdict).step.verdict?.coverage_bps;
    expect([coverage('pass'), coverage('fail')]).toEqual([10_000, 4000]);
  });
});

// @spec SE44
describe('the discount for a good record', () => {
  const slash = (record: Partial<RecordData>) =>
    settled(contested(0, { record }), CHECKPOINT_WINDOW).settlement?.slashAmount;
  test('needs 3 completed trades with 2 owners, and no fault', () => {
    expect(slash({ completed: 3, counterpartyOwners: 2 })).toBe(50n);
    expect(slash({ completed: 2, counterpartyOwners: 2 })).toBe(100n);
    expect(slash({ completed: 3, counterpartyOwners: 1 })).toBe(100n);
    expect(slash({ completed: 3, counterpartyOwners: 2, faults: 1 })).toBe(100n);
  });
});

// @spec SE60
test('a first F1 or F4 takes the whole bond, also with a good record, and a newcomer has no discount', () => {
  const good = { record: { completed: 3, counterpartyOwners: 2 } };
  for (const plan of [{}, good]) {
    const idle = oneStep(plan);
    idle.activate(B);
    expect(settled(idle, CONTRACT_WINDOW).settlement).toMatchObject({ failureClass: 'F1', slashAmount: 200n });
    expect(begun(plan).withdraw(A).settlement).toMatchObject({ failureClass: 'F4', slashAmount: 200n });
  }
  const [newcomer, other] = [{}, good].map((plan) => settled(contested(0, plan), CHECKPOINT_WINDOW).settlement);
  expect([newcomer?.slashAmount, other?.slashAmount]).toEqual([100n, 50n]);
});

// @spec SE59
test('the other role of the faulted step is compensated before the downstream parties', () => {
  const amounts = (price: number, next: ReturnType<typeof plannedStep>) => {
    const scenario = new TradeScenario([plannedStep(A, B, price), next], v11);
    scenario.activate(A);
    return settled(scenario, CONTRACT_WINDOW).settlement?.comp.map(({ amount }) => amount);
  };
  expect(amounts(600, plannedStep(B, C, 400))).toEqual([120]);
  // B gets its exposure of 10, and C the rest of the slash of 20.
  expect(amounts(10, plannedStep(A, C, 90))).toEqual([10, 10]);
});

// @spec SE45
test('a counterparty that shares an owner with the principal at fault gets nothing; its part goes to the slash pool', () => {
  const steps = [plannedStep(A, B, 1000), plannedStep(B, C, 1000)];
  const scenario = new TradeScenario(steps, { ...v11, record: { sameOwner: [B.id] } });
  scenario.activate(C);
  settled(scenario, CONTRACT_WINDOW);
  expect([scenario.settlement?.slashAmount, scenario.settlement?.comp]).toEqual([200n, []]);
  expect(scenario.balance('slash_pool')).toBe(200n);
});

// @spec SE46
describe('the evidence of rules_v1.1', () => {
  test('has the items, the windows, the burn, the fee rate, the rebuttal time and the record', () => {
    const evidence = disputed(0);
    evidence.submitVerdict('fail');
    const text = settled(evidence).settlement?.evidence ?? '';
    expect(canonical(JSON.parse(text))).toBe(text);
    expect(JSON.parse(text)).toMatchObject({
      activation_fee_bps: 100,
      windows: { idle_seconds: 500, rebuttal_seconds: 60, evaluation_seconds: 300 },
      terms: { dispute_burn_bps: 2500 },
      steps: [{ items, rebuttal_filed_at: expect.any(String) as string, verdict: { coverage_bps: 0 } }],
      fault_history: {
        principal_key: keyOf('prn', A.id),
        completed_trades: 0,
        counterparty_owners: 0,
        same_owner_keys: [],
      },
    });
    expect(text).not.toContain(rebuttal.statement);
  });
  test('gives every amount again, fees included', () => {
    const ends = fc.constantFrom(...rows);
    fc.assert(
      fc.property(ends, ({ run }) => {
        const scenario = run();
        const { settlement } = scenario;
        const { parties, stepStates: _states, lines: _lines, ...record } = recompute(settlement?.evidence ?? '');
        expect(settlement).toMatchObject(record);
        expect(parties).toEqual(scenario.parties.map(({ tradeId: _, ...side }) => side));
      }),
      { numRuns: 30 },
    );
  });
});
