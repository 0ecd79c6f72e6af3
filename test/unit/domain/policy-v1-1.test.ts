import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { sum } from '../../../src/domain/ledger/stamps';
import { policyOf } from '../../../src/domain/trades/policy';
import type { Exposure, FailedTrade, TradeFault } from '../../../src/domain/trades/policy-types';
import { fault } from '../../../src/domain/trades/rule-types';
import { providerFault, ruled, unruled } from '../../../src/domain/trades/rules-v1-1';
import type { CompensationKind } from '../../../src/domain/types';

interface Party {
  readonly principal_key: string;
  readonly exposure: number;
  readonly same_owner?: boolean;
}
interface Vector {
  readonly name: string;
  readonly input: {
    readonly price: number;
    readonly threshold_bps: number;
    readonly bond_provider: number;
    readonly bond_consumer: number;
    readonly situation: string;
    readonly claimed_bps?: number;
    readonly ruled_bps?: number;
    readonly burn_bps?: number;
    readonly good_record?: boolean;
    readonly counterparty?: Party;
    readonly downstream?: readonly Party[];
  };
  readonly expect: object;
}

const vectors = JSON.parse(
  readFileSync(join(__dirname, '../../vectors/slash_policy_v1.1.json'), 'utf8'),
) as readonly Vector[];
const policy = policyOf('slash_policy_v1.1');
const goodRecord = { faults: 0, completed: 3, counterpartyOwners: 2 };
const newcomer = { faults: 0, completed: 0, counterpartyOwners: 0 };

/** The fault of a situation, by the rules. */
function faultOf({ situation, claimed_bps = 0, ruled_bps = 0, threshold_bps }: Vector['input']): TradeFault | null {
  switch (situation) {
    case 'no_contract':
      return fault('F1', 'no_contract', 'provider');
    case 'withdrew':
      return fault('F4', 'withdrew', 'provider');
    case 'no_checkpoint':
      return fault('F5', 'no_checkpoint', 'consumer');
    case 'conceded':
      return providerFault(claimed_bps);
    case 'ruled':
      return ruled(claimed_bps, ruled_bps, threshold_bps);
    case 'unruled':
      return unruled(claimed_bps);
    default:
      return null;
  }
}

function failedTrade(input: Vector['input'], ended: TradeFault): FailedTrade {
  const { counterparty, downstream = [] } = input;
  const exposure = (kind: CompensationKind) => (party: Party) => {
    return { principal: party.principal_key, basis: BigInt(party.exposure), kind };
  };
  const bonds = { provider: input.bond_provider, consumer: input.bond_consumer };
  return {
    fault: ended,
    price: BigInt(input.price),
    thresholdBps: input.threshold_bps,
    claimedBps: input.claimed_bps ?? null,
    ruledBps: input.ruled_bps ?? null,
    disputeBurnBps: input.burn_bps ?? 0,
    bond: ended.role === null ? 0n : BigInt(bonds[ended.role]),
    record: ended.role === null ? null : input.good_record === true ? goodRecord : newcomer,
    exposures: [
      ...(counterparty ? [counterparty] : []).map(exposure('step_counterparty')),
      ...downstream.map(exposure('downstream')),
    ],
    sameOwner: [...(counterparty ? [counterparty] : []), ...downstream]
      .filter((party) => party.same_owner === true)
      .map((party) => party.principal_key),
  };
}

function run({ input }: Vector): object {
  const ended = faultOf(input);
  const clean = { failure_class: null, cause: null, fault: null, comp: [], pool: 0, outcome: 'completed' };
  if (ended === null) return { provider: input.price, consumer: 0, burnt: 0, slash: 0, ...clean };
  const result = policy.assess(failedTrade(input, ended));
  const burnt = 2n * result.burntBySide;
  return {
    provider: Number(result.toProvider),
    consumer: input.price - Number(result.toProvider + burnt),
    burnt: Number(burnt),
    slash: Number(result.slash),
    failure_class: ended.failureClass,
    cause: ended.failureCause,
    fault: ended.role,
    comp: result.comp.map(({ principal, amount, basis, kind }) => {
      return { principal_key: principal, amount: Number(amount), exposure_basis: Number(basis), kind };
    }),
    pool: Number(result.excess + burnt),
    outcome: result.outcome,
  };
}

// @spec SE40
describe('slash_policy_v1.1 gives the exact results of its vectors', () => {
  test.each(vectors.map((vector) => [vector.name, vector] as const))('%s', (_, vector) => {
    expect(run(vector)).toEqual(vector.expect);
  });
});

const amount = fc.bigInt({ min: 0n, max: 10n ** 12n });
const bps = fc.integer({ min: 0, max: 10_000 });
const terms = {
  price: amount,
  bond: amount,
  thresholdBps: fc.integer({ min: 1, max: 10_000 }),
  claimedBps: bps,
  ruledBps: bps,
  disputeBurnBps: fc.integer({ min: 0, max: 5000 }),
  record: fc.record({ faults: fc.nat(1), completed: fc.nat(3), counterpartyOwners: fc.nat(2) }),
};
const exposures = fc.uniqueArray(
  fc.record({
    principal: fc.stringMatching(/^prn_[0-9a-z]{1,6}$/),
    basis: amount,
    kind: fc.constant<CompensationKind>('downstream'),
  }),
  { selector: ({ principal }) => principal, maxLength: 8 },
);
const counterparty: Exposure = { principal: 'prn_', basis: 1n, kind: 'step_counterparty' };
const endings = ['no_contract', 'withdrew', 'no_checkpoint', 'conceded', 'ruled', 'unruled'] as const;
const anyTrade = fc
  .record({ ...terms, exposures, counterparty: amount, ending: fc.constantFrom(...endings), sameOwner: fc.nat(2) })
  .map(({ ending, counterparty: basis, sameOwner, ...trade }): FailedTrade => {
    // A contested claim is below the threshold.
    const claimedBps = Math.min(trade.claimedBps, trade.thresholdBps - 1);
    const situation = { situation: ending, claimed_bps: claimedBps, ruled_bps: trade.ruledBps };
    const ended = faultOf({ ...situation, threshold_bps: trade.thresholdBps } as Vector['input']);
    if (ended === null) throw new Error('every ending has a class');
    const all = [{ ...counterparty, basis }, ...trade.exposures];
    const isBlamed = ended.role !== null;
    return {
      ...trade,
      fault: ended,
      claimedBps,
      ruledBps: ending === 'ruled' ? trade.ruledBps : null,
      bond: isBlamed ? trade.bond : 0n,
      record: isBlamed ? trade.record : null,
      exposures: all,
      sameOwner: all.slice(0, sameOwner).map(({ principal }) => principal),
    };
  });

describe('for all inputs', () => {
  // @id slash-v1-1-adds-up
  test('price and bond are split without loss, and no one gets a negative amount', () => {
    fc.assert(
      fc.property(anyTrade, (trade) => {
        const { toProvider, burntBySide, slash, comp, excess, returned } = policy.assess(trade);
        expect(toProvider >= 0n && burntBySide >= 0n).toBe(true);
        expect(toProvider + 2n * burntBySide <= trade.price).toBe(true);
        expect(slash >= 0n && slash <= trade.bond && excess >= 0n).toBe(true);
        expect(slash + returned).toBe(trade.bond);
        expect(sum(comp.map((award) => award.amount)) + excess).toBe(slash);
      }),
    );
  });
  test('a party that shares an owner with the principal at fault gets nothing', () => {
    fc.assert(
      fc.property(anyTrade, (trade) => {
        const { comp } = policy.assess(trade);
        expect(comp.filter(({ principal }) => trade.sameOwner.includes(principal))).toEqual([]);
        expect(comp.every((award) => award.amount > 0n && award.amount <= award.basis)).toBe(true);
      }),
    );
  });
  // @spec SE59
  test('downstream parties never reduce the award of the counterparty', () => {
    fc.assert(
      fc.property(anyTrade, (trade) => {
        const award = (one: FailedTrade) => policy.assess(one).comp.find(({ principal }) => principal === 'prn_');
        const alone = { ...trade, exposures: trade.exposures.slice(0, 1) };
        expect(award(trade)).toEqual(award(alone));
      }),
    );
  });
  test('a better verdict never pays the provider less', () => {
    fc.assert(
      fc.property(fc.record(terms), ({ ...trade }) => {
        const claimedBps = Math.min(trade.claimedBps, trade.thresholdBps - 1);
        const paid = (ruledBps: number): bigint => {
          const ended = ruled(claimedBps, ruledBps, trade.thresholdBps);
          const bond = ended.role === null ? 0n : trade.bond;
          const record = ended.role === null ? null : trade.record;
          const data = { ...trade, fault: ended, claimedBps, ruledBps, bond, record, exposures: [], sameOwner: [] };
          return policy.assess(data).toProvider;
        };
        expect(paid(Math.min(trade.ruledBps + 1, 10_000)) >= paid(trade.ruledBps)).toBe(true);
      }),
    );
  });
  test('a higher claim never pays the provider less, and never costs more bond if it is conceded', () => {
    fc.assert(
      fc.property(fc.record(terms), (trade) => {
        const thresholdBps = Math.max(trade.thresholdBps, 2);
        const claim = Math.min(trade.claimedBps, thresholdBps - 2);
        const at = (claimedBps: number) => {
          const data = { ...trade, thresholdBps, claimedBps, ruledBps: null, exposures: [], sameOwner: [] };
          return policy.assess({ ...data, fault: providerFault(claimedBps) });
        };
        expect(at(claim + 1).toProvider >= at(claim).toProvider).toBe(true);
        expect(at(claim + 1).slash <= at(claim).slash).toBe(true);
      }),
    );
  });
});
