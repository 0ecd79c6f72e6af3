import { assert } from '../errors/errors';
import { BPS, ceilDiv, min, split, sum } from '../ledger/stamps';
import type { CompensationKind, FailureClass, SettlementOutcome } from '../types';

/**
 * Settlement policies by version (settlement.md §§3–4). A released policy is frozen: a change is a new version beside
 * the old, and open trades keep the one they were created under.
 */
export interface PolicyTable {
  readonly version: string;
  /** Bps of the at-fault principal's bond; F3's is scaled by its shortfall. */
  readonly severityBps: Readonly<Record<FailureClass, bigint>>;
  readonly firstFaultBps: bigint;
  readonly discounted: Readonly<Record<FailureClass, boolean>>;
  /** A fault settled longer ago than this counts no more. */
  readonly faultWindowDays: number;
}

/** `coverageBps` matters for F3 alone. `priorFaults` is the count of faults within the policy's window. */
export interface Fault {
  readonly failureClass: FailureClass;
  readonly bond: bigint;
  readonly priorFaults: number;
  readonly coverageBps: number | null;
  readonly thresholdBps: number;
}

/** What a participant other than the one at fault stood to get or to have done; `principal` is its key or its id. */
export interface Exposure {
  readonly principal: string;
  readonly basis: bigint;
  readonly kind: CompensationKind;
}

export interface Award extends Exposure {
  readonly amount: bigint;
}

/** slash = Σ comp + excess; returned = bond − slash. */
export interface Assessment {
  readonly slash: bigint;
  readonly comp: readonly Award[];
  readonly excess: bigint;
  readonly returned: bigint;
  readonly outcome: SettlementOutcome;
}

export interface Policy extends PolicyTable {
  assess(fault: Fault, exposures: readonly Exposure[]): Assessment;
  /** What of an escrowed price goes to the provider; the rest goes back to the consumer. */
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
  assert(coverageBps !== null && coverageBps < thresholdBps, 'F3 is a coverage below the threshold');
  return { missing: BigInt(thresholdBps - coverageBps), threshold: BigInt(thresholdBps) };
}

/** ceil(bond · severity · discount): one division, at the end, so that nothing is rounded twice. */
function slashAmount(table: PolicyTable, fault: Fault): bigint {
  const first = table.discounted[fault.failureClass] && fault.priorFaults === 0;
  const rate = table.severityBps[fault.failureClass] * (first ? table.firstFaultBps : BPS);
  if (fault.failureClass !== 'F3') return ceilDiv(fault.bond * rate, BPS * BPS);
  const { missing, threshold } = shortfall(fault);
  return ceilDiv(fault.bond * rate * missing, BPS * BPS * threshold);
}

/** By the bytes of the key. An id sorts as its key does: TypeID's alphabet is in the order of ASCII. */
function byPrincipal(a: Exposure, b: Exposure): number {
  return a.principal < b.principal ? -1 : 1;
}

function assess(table: PolicyTable, fault: Fault, exposures: readonly Exposure[]): Assessment {
  const slash = slashAmount(table, fault);
  assert(slash >= 0n && slash <= fault.bond, 'a slash is within the bond');
  const exposed = exposures.filter((one) => one.basis > 0n).sort(byPrincipal);
  const bases = exposed.map((one) => one.basis);
  const pool = min(slash, sum(bases));
  const parts = split(pool, bases);
  const comp = exposed.map((one, index) => ({ ...one, amount: parts[index] ?? 0n })).filter((one) => one.amount > 0n);
  const outcome = comp.length > 0 ? 'compensated' : 'failed';
  return { slash, comp, excess: slash - pool, returned: fault.bond - slash, outcome };
}

function providerShare(price: bigint, end: EscrowEnd): bigint {
  // A consumer at fault pays the published contract in full; without a fault the step has passed.
  if (end.failureClass === null || end.failureClass === 'F5') return price;
  if (end.failureClass !== 'F3') return 0n;
  const { missing, threshold } = shortfall(end);
  return (price * (threshold - missing)) / threshold;
}

function policy(table: PolicyTable): Policy {
  return Object.freeze({ ...table, assess: assess.bind(null, table), providerShare });
}

export const policies: Readonly<Record<string, Policy>> = Object.freeze({
  [slashPolicyV1.version]: policy(slashPolicyV1),
});

/** The policy new trades are created under. */
export const currentPolicyVersion = slashPolicyV1.version;

export function policyOf(version: string): Policy {
  const found = policies[version];
  assert(found, `settlement policy ${version} is known`);
  return found;
}
