import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { keyOf } from '../../../src/domain/keys';
import { policies, policyOf } from '../../../src/domain/trades/policy';
import type { Exposure, FailedTrade } from '../../../src/domain/trades/policy-types';
import { sum } from '../../../src/domain/ledger/stamps';
import type { CompensationKind, FailureClass } from '../../../src/domain/types';
import { A, B, plannedStep, TradeScenario } from './setup';

interface Comp {
  readonly principal_key: string;
  readonly amount: number;
  readonly exposure_basis: number;
  readonly kind: CompensationKind;
}
interface Vector {
  readonly name: string;
  readonly input: {
    readonly failure_class: FailureClass | null;
    readonly bond: number;
    readonly first_fault?: boolean;
    readonly coverage_bps?: number;
    readonly threshold_bps?: number;
    readonly exposures?: readonly Omit<Comp, 'amount'>[];
  };
  readonly expect: {
    readonly slash_amount: number;
    readonly comp: readonly Comp[];
    readonly excess: number;
    readonly returned: number;
    readonly outcome: string;
  };
}

const vectors = JSON.parse(
  readFileSync(join(__dirname, '../../vectors/slash_policy_v1.json'), 'utf8'),
) as readonly Vector[];
const policy = policyOf('slash_policy_v1');

interface Failed extends Pick<FailedTrade, 'bond' | 'claimedBps' | 'thresholdBps'> {
  readonly failureClass: FailureClass;
  readonly faults: number;
  readonly price?: bigint;
  readonly exposures?: readonly Exposure[];
}

/** A trade with a fault. The policy reads the class, and no cause. */
function failed({ failureClass, faults, price = 0n, exposures = [], ...terms }: Failed): FailedTrade {
  return {
    ...terms,
    fault: { failureClass, failureCause: 'delivery_failed', role: 'provider' },
    price,
    ruledBps: null,
    disputeBurnBps: 0,
    record: { faults, completed: 0, counterpartyOwners: 0 },
    exposures,
    sameOwner: [],
  };
}

/** The result of a complete trade without a fault, because a policy alone has no such case. */
function cleanTrade(bond: number): Vector['expect'] {
  const scenario = new TradeScenario([plannedStep(A, B, bond * 5)]).pass(1);
  const settlement = scenario.settlement;
  const own = scenario.parties.find(({ principalId }) => principalId === A.id);
  if (!settlement || !own) throw new Error('the trade is settled');
  return {
    slash_amount: Number(settlement.slashAmount),
    comp: settlement.comp.map(({ principal_id, ...rest }) => ({ principal_key: keyOf('prn', principal_id), ...rest })),
    excess: Number(scenario.balance('slash_pool')),
    returned: Number(own.bondReleasedStamps),
    outcome: settlement.outcome,
  };
}

function run({ input }: Vector): Vector['expect'] {
  const { failure_class: failureClass } = input;
  if (failureClass === null) {
    return cleanTrade(input.bond);
  }
  const exposures = (input.exposures ?? []).map(({ principal_key, exposure_basis, kind }) => {
    return { principal: principal_key, basis: BigInt(exposure_basis), kind };
  });
  const { slash, comp, excess, returned, outcome } = policy.assess(
    failed({
      failureClass,
      bond: BigInt(input.bond),
      faults: input.first_fault === true ? 0 : 1,
      claimedBps: input.coverage_bps ?? null,
      thresholdBps: input.threshold_bps ?? 8000,
      exposures,
    }),
  );
  return {
    slash_amount: Number(slash),
    comp: comp.map(({ principal, amount, basis, kind }) => {
      return { principal_key: principal, amount: Number(amount), exposure_basis: Number(basis), kind };
    }),
    excess: Number(excess),
    returned: Number(returned),
    outcome,
  };
}

// @spec SE9, SE11
describe('slash_policy_v1 gives the exact results of its vectors', () => {
  // @spec SE14
  test('there are vectors for no fault and for every class', () => {
    const classes = new Set(vectors.map((vector) => vector.input.failure_class));
    expect(classes).toEqual(new Set([null, 'F1', 'F2', 'F3', 'F4', 'F5']));
  });
  test.each(vectors.map((vector) => [vector.name, vector] as const))('%s', (_, vector) => {
    expect(run(vector)).toEqual(vector.expect);
  });
});

// @spec V4
describe('a released policy', () => {
  test('is frozen', () => {
    expect(Object.isFrozen(policies)).toBe(true);
    expect(Object.isFrozen(policy)).toBe(true);
  });
  // @spec SE31
  test('has the severities, the discount and the 180 days of the specification', () => {
    const slash = (failureClass: FailureClass, faults: number) => {
      return policy.assess(failed({ failureClass, bond: 10_000n, faults, claimedBps: 0, thresholdBps: 8000 })).slash;
    };
    const classes = ['F1', 'F2', 'F3', 'F4', 'F5'] as const;
    expect(classes.map((one) => slash(one, 1))).toEqual([10000n, 10000n, 10000n, 10000n, 5000n]);
    expect(classes.map((one) => slash(one, 0))).toEqual([5000n, 5000n, 5000n, 10000n, 2500n]);
    expect(policy.recordWindowDays).toBe(180);
  });
  test('an unknown version is an internal error', () => {
    expect(() => policyOf('slash_policy_v0')).toThrow('assertion failed');
  });
});

const amount = fc.bigInt({ min: 0n, max: 10n ** 15n });
const failureClass = fc.constantFrom<FailureClass>('F1', 'F2', 'F3', 'F4', 'F5');
const anyExposures = fc.uniqueArray(
  fc.record({
    principal: fc.stringMatching(/^prn_[0-9a-z]{1,6}$/),
    basis: amount,
    kind: fc.constantFrom<CompensationKind>('step_counterparty', 'downstream'),
  }),
  { selector: ({ principal }) => principal, maxLength: 12 },
);
const anyFault = fc.record({
  failureClass,
  bond: amount,
  faults: fc.nat(3),
  claimedBps: fc.integer({ min: 0, max: 4999 }),
  thresholdBps: fc.integer({ min: 5000, max: 10000 }),
});

describe('for all inputs', () => {
  // @spec SE10
  // @id slash-adds-up
  test('the slash is at most the bond, and slash, compensation, excess and return add up', () => {
    fc.assert(
      fc.property(anyFault, anyExposures, (fault, exposures) => {
        const result = policy.assess(failed({ ...fault, exposures }));
        const paid = sum(result.comp.map((award) => award.amount));
        expect(result.slash >= 0n && result.slash <= fault.bond).toBe(true);
        expect(paid + result.excess).toBe(result.slash);
        expect(result.slash + result.returned).toBe(fault.bond);
        expect(result.excess >= 0n && result.returned >= 0n).toBe(true);
      }),
    );
  });
  test('each award is positive and at most the exposure, and comp[] is in the order of keys', () => {
    fc.assert(
      fc.property(anyFault, anyExposures, (fault, exposures) => {
        const { comp } = policy.assess(failed({ ...fault, exposures }));
        expect(comp.every((award) => award.amount > 0n && award.amount <= award.basis)).toBe(true);
        expect(comp.map((award) => award.principal)).toEqual(comp.map((award) => award.principal).sort());
      }),
    );
  });
  test('the order of the exposures has no effect', () => {
    fc.assert(
      fc.property(anyFault, anyExposures, (fault, exposures) => {
        const reversed: Exposure[] = [...exposures].reverse();
        expect(policy.assess(failed({ ...fault, exposures: reversed }))).toEqual(
          policy.assess(failed({ ...fault, exposures })),
        );
      }),
    );
  });
  test('a lower coverage never slashes less or pays the provider more', () => {
    fc.assert(
      fc.property(amount, fc.integer({ min: 0, max: 7998 }), (value, coverageBps) => {
        const at = (claimedBps: number) =>
          policy.assess(
            failed({ failureClass: 'F3', bond: value, price: value, faults: 1, claimedBps, thresholdBps: 8000 }),
          );
        expect(at(coverageBps).slash >= at(coverageBps + 1).slash).toBe(true);
        expect(at(coverageBps).toProvider <= at(coverageBps + 1).toProvider).toBe(true);
      }),
    );
  });
});
