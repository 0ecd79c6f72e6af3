import type { CompensationKind, FailureClass, FailureCause, SettlementOutcome, StepRole } from '../types';

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

/** The fault that ended a trade. `role` is null if no principal is at fault. */
export interface TradeFault {
  readonly failureClass: FailureClass;
  readonly failureCause: FailureCause;
  readonly role: StepRole | null;
}

/** The trades of the principal at fault within the window of the policy. */
export interface FaultRecord {
  /** Settlements with this principal at fault. */
  readonly faults: number;
  /** Completed trades. A policy can stop counting at the number that it needs. */
  readonly completed: number;
  /** Owners of the other parties of the completed trades. */
  readonly counterpartyOwners: number;
}

/** A trade that ends with a failure class, as input of a policy. */
export interface FailedTrade {
  readonly fault: TradeFault;
  /** The escrowed price of the ended step; 0 if it was never activated. */
  readonly price: bigint;
  readonly thresholdBps: number;
  /** The coverage by the checkpoint; null without one. */
  readonly claimedBps: number | null;
  /** The coverage by the verdict; null without one. */
  readonly ruledBps: number | null;
  readonly disputeBurnBps: number;
  /** The bond of the principal at fault; 0 if no principal is. */
  readonly bond: bigint;
  /** Null if no principal is at fault. */
  readonly record: FaultRecord | null;
  /** The exposures of the others. */
  readonly exposures: readonly Exposure[];
  /** Participants that share an owner with the principal at fault. */
  readonly sameOwner: readonly string[];
}

/** The split of the price and the use of the bond: slash = Σ comp + excess, returned = bond − slash. */
export interface Assessment {
  /** The part of the price for the provider. */
  readonly toProvider: bigint;
  /** The part of the price that each side of the step loses to the slash pool. */
  readonly burntBySide: bigint;
  readonly slash: bigint;
  readonly comp: readonly Award[];
  readonly excess: bigint;
  readonly returned: bigint;
  readonly outcome: SettlementOutcome;
}

/** A row of the arithmetic. A test evaluates each formula and compares it with `assess`. */
export interface AmountText {
  readonly causes: readonly FailureCause[];
  readonly condition: string;
  /** The part of the price for the provider. The rest without the burn returns to the consumer. */
  readonly to_provider: string;
  readonly burnt_by_side: string;
  readonly slash: string;
}

/** The arithmetic of a policy as public data. */
export interface ArithmeticText {
  readonly symbols: Readonly<Record<string, string>>;
  readonly amounts: readonly AmountText[];
  readonly discount: string;
  readonly compensation: string;
}

/**
 * A settlement policy (docs/concepts/settlement.md).
 *
 * A released policy never changes. A change is a new version, and open trades keep the version of their creation.
 */
export interface Policy {
  readonly version: string;
  /** The rule set of its trades. */
  readonly ruleVersion: string;
  /** Older settlements do not count. */
  readonly recordWindowDays: number;
  /** Whether the completed trades and the owners of the record count, which are read only if so. */
  readonly usesFullRecord: boolean;
  readonly arithmetic: ArithmeticText;
  /** The result of a failed trade. A completed step pays its whole price to the provider. */
  assess(trade: FailedTrade): Assessment;
}

/** Compares keys or ids. Both have the same order, because the TypeID alphabet is in ASCII order. */
export function byPrincipal(a: Exposure, b: Exposure): number {
  return a.principal < b.principal ? -1 : 1;
}
