import { assert } from '../errors/errors';
import { BPS, ceilDiv, min, split, sum } from '../ledger/stamps';
import type { CompensationKind, FailureClass, SettlementOutcome } from '../types';

/**
 * The parameters of a settlement policy (docs/concepts/settlement.md).
 *
 * A released policy never changes. A change is a new version, and open trades keep the version of their creation.
 */
export interface PolicyTable {
  readonly version: string;
  /** Slashed share of the bond in basis points. For F3 it is scaled by the shortfall. */
  readonly severityBps: Readonly<Record<FailureClass, bigint>>;
  readonly firstFaultBps: bigint;
  readonly discounted: Readonly<Record<FailureClass, boolean>>;
  /** Older faults do not count. */
  readonly faultWindowDays: number;
}

/** A fault as input of a policy. Only F3 uses `coverageBps`. */
export interface Fault {
  readonly failureClass: FailureClass;
  readonly bond: bigint;
  /** Number of earlier faults within the window of the policy. */
  readonly priorFaults: number;
  readonly coverageBps: number | null;
  readonly thresholdBps: number;
}

/** The value that a participant without fault can lose. */
export interface Exposure {
  /** The key or the id of the participant. */
  readonly principal: string;
  readonly basis: bigint;
  readonly kind: CompensationKind;
}

export interface Award extends Exposure {
  readonly amount: bigint;
}

/** The use of the bond: slash = Σ comp + excess, returned = bond − slash. */
export interface Assessment {
  readonly slash: bigint;
  readonly comp: readonly Award[];
  readonly excess: bigint;
  readonly returned: bigint;
  readonly outcome: SettlementOutcome;
}

export interface Policy extends PolicyTable {
  assess(fault: Fault, exposures: readonly Exposure[]): Assessment;
  /** The part of an escrowed price for the provider. The rest returns to the consumer. */
  providerShare(price: bigint, end: EscrowEnd): bigint;
}

export type EscrowEnd =
  | { readonly failureClass: null }
  | { readonly failureClass: FailureClass; readonly coverageBps: number | null; readonly thresholdBps: number };

const slashPolicyV1: PolicyTable = Object.freeze({
  version: 'slash_policy_v1',
  severityBps: Object.freeze({ F1: 10_000n, F2: 10_000n, F3: 10_000n, F4: 10_000n, F5: 5_000n }),
  firstFaultBps: 5_000n,
  discounted: Object.freeze({ F1: true, F2: true, F3: true, F4: false, F5: true }),
  faultWindowDays: 180,
});

function shortfall(fault: Pick<Fault, 'coverageBps' | 'thresholdBps'>): { missing: bigint; threshold: bigint } {
  const { coverageBps, thresholdBps } = fault;
  assert(coverageBps !== null && coverageBps < thresholdBps, 'the coverage of F3 is below the threshold');
  return { missing: BigInt(thresholdBps - coverageBps), threshold: BigInt(thresholdBps) };
}

/** ceil(bond · severity · discount), with only one division, so that nothing is rounded twice. */
function slashAmount(table: PolicyTable, fault: Fault): bigint {
  const isDiscounted = table.discounted[fault.failureClass] && fault.priorFaults === 0;
  const rate = table.severityBps[fault.failureClass] * (isDiscounted ? table.firstFaultBps : BPS);
  if (fault.failureClass !== 'F3') return ceilDiv(fault.bond * rate, BPS * BPS);
  const { missing, threshold } = shortfall(fault);
  return ceilDiv(fault.bond * rate * missing, BPS * BPS * threshold);
}

/** Compares keys or ids. Both have the same order, because the TypeID alphabet is in ASCII order. */
function byPrincipal(a: Exposure, b: Exposure): number {
  return a.principal < b.principal ? -1 : 1;
}

function assess(table: PolicyTable, fault: Fault, exposures: readonly Exposure[]): Assessment {
  const slash = slashAmount(table, fault);
  assert(slash >= 0n && slash <= fault.bond, 'the slash is at most the bond');
  const exposed = exposures.filter(({ basis }) => basis > 0n).sort(byPrincipal);
  const bases = exposed.map(({ basis }) => basis);
  const pool = min(slash, sum(bases));
  const parts = split(pool, bases);
  const awards = exposed.map((exposure, index) => ({ ...exposure, amount: parts[index] ?? 0n }));
  const comp = awards.filter(({ amount }) => amount > 0n);
  const outcome = comp.length > 0 ? 'compensated' : 'failed';
  return { slash, comp, excess: slash - pool, returned: fault.bond - slash, outcome };
}

function providerShare(price: bigint, end: EscrowEnd): bigint {
  // Without a fault the step has passed. A consumer at fault (F5) pays the full price.
  if (end.failureClass === null || end.failureClass === 'F5') return price;
  if (end.failureClass !== 'F3') return 0n;
  const { missing, threshold } = shortfall(end);
  return (price * (threshold - missing)) / threshold;
}

function createPolicy(table: PolicyTable): Policy {
  return Object.freeze({ ...table, assess: assess.bind(null, table), providerShare });
}

export const policies: Readonly<Record<string, Policy>> = Object.freeze({
  [slashPolicyV1.version]: createPolicy(slashPolicyV1),
});

/** The policy of new trades. */
export const currentPolicyVersion = slashPolicyV1.version;

export function policyOf(version: string): Policy {
  const policy = policies[version];
  assert(policy, `settlement policy ${version} exists`);
  return policy;
}
