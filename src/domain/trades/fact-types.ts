import type { ClosedPeriod, Terms, Trade, TradeParticipant, TradeStep } from '../types';

/**
 * The facts of a trade: one for each act, never changed. They are the source of the trade (docs/concepts/facts.md).
 *
 * The rows of the trade are a projection: `projectFacts` computes them from the facts.
 */
export type TradeFact = CreatedFact | ImportedFact | ExtendedFact | SettledFact | StepFact;

export interface FactOrigin {
  /** RFC 3339, the time of the transaction. */
  readonly at: string;
  /** Key of the principal, human or platform credential that acted. Null: a worker. */
  readonly actor: string | null;
  /** Hex SHA-256 of the caller's `signatureBase`. Null: no request. */
  readonly requestDigest: string | null;
}

/** Settings that are copied to a trade and never change for it. */
export interface TradeSettings {
  readonly activationFeeBps: number;
  readonly idleWindowSeconds: number;
  readonly rebuttalWindowSeconds: number;
  readonly evaluationWindowSeconds: number;
  readonly policyVersion: string;
  readonly ruleVersion: string;
}

/** The accepted terms as a whole, and everything else that the trade starts from. */
export interface CreatedFact extends FactOrigin {
  readonly kind: 'created';
  readonly proposalId: string;
  readonly revisionNo: number;
  readonly terms: Terms;
  readonly settings: TradeSettings;
  readonly participants: readonly Omit<TradeParticipant, 'tradeId'>[];
}

/** The rows of a trade as they were, for an act of a release without facts. */
export interface ImportedFact extends FactOrigin {
  readonly kind: 'imported';
  readonly trade: Trade;
  readonly steps: readonly TradeStep[];
  readonly participants: readonly TradeParticipant[];
}

/** The service was closed, so the open deadlines of the trade moved by the length of the period. */
export interface ExtendedFact extends FactOrigin {
  readonly kind: 'deadline_extended';
  readonly closed: ClosedPeriod;
}

/** The changes of an act: only the changed members of the trade and of its steps. */
export interface Changes {
  readonly trade: Partial<Trade>;
  readonly steps: readonly StepChange[];
}
type StepChange = Partial<TradeStep> & Pick<TradeStep, 'stepNo'>;

export const stepFactKinds = [
  'step_activated',
  'contract_published',
  'checkpoint_submitted',
  'rebuttal_filed',
  'ruled',
  'step_passed',
  'withdrawn',
] as const;
export interface StepFact extends FactOrigin, Changes {
  readonly kind: (typeof stepFactKinds)[number];
}

export interface SettledFact extends FactOrigin, Changes {
  readonly kind: 'settled';
  readonly settlementId: string;
  readonly evidenceSha256: string;
}

/** A fact to append to the facts of a trade. */
export interface NewFact {
  readonly tradeId: string;
  readonly fact: TradeFact;
}

/** The rows of a trade, as its facts or its tables give them. `steps` is in the order of `step_no`. */
export interface TradeRows {
  readonly trade: Trade;
  readonly steps: readonly TradeStep[];
  readonly participants: readonly TradeParticipant[];
}
