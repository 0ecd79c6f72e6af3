/**
 * The resources as plain data, which the decisions read and return.
 *
 * The database rows implement these types: names are those of the columns, in camelCase. Amounts are bigint stamps. Times
 * are `Date` values in whole milliseconds, from the database clock.
 */

import type { EmptyMatchColumns, NoEmptyMatchColumns } from './market/empty-match-columns';
export type ListingSide = 'provide' | 'consume';
export type ListingState = 'active' | 'paused' | 'closed';
export type ListingVisibility = 'match_only' | 'market';
export type ProposalState = 'proposed' | 'countered' | 'accepted' | 'rejected';
export type ResponseState = 'pending' | 'accepted' | 'rejected';
export type ParticipantRole = 'provider' | 'consumer' | 'both';
export type TradeState = 'bond_reserved' | 'executing' | 'confirming' | 'completed' | 'failed' | 'compensated';
export type StepState = 'pending' | 'active' | 'passed' | 'failed' | 'cancelled';
export type CheckpointStatus = 'confirmed' | 'failed';
export type VerdictKind = 'pass' | 'fail';
export type SettlementOutcome = 'completed' | 'failed' | 'compensated';
export type FailureClass = 'F1' | 'F2' | 'F3' | 'F4' | 'F5';
export type FailureCause =
  | 'no_contract'
  | 'delivery_failed'
  | 'coverage_shortfall'
  | 'withdrew'
  | 'no_checkpoint'
  | 'verdict_overturned'
  | 'not_activated'
  | 'even_ruling'
  | 'unruled';
export type StepRole = 'provider' | 'consumer';
export type CompensationKind = 'step_counterparty' | 'downstream';

/** The participants that may activate a step: all, or only its consumer. */
export type Activation = 'any' | 'consumer';

/** An item that the participants agree on. An unmet `must` item makes the coverage 0. */
export interface AcceptanceItem {
  readonly item_id: string;
  readonly description: string;
  readonly weight: number;
  readonly must: boolean;
}

export interface ListingStep {
  readonly title: string;
  readonly share_bps: number;
  readonly trade_profile: string | null;
  /** Absent in listings of older releases. */
  readonly items?: readonly AcceptanceItem[] | null;
}

export interface Listing {
  readonly listingId: string;
  readonly principalId: string;
  readonly agentId: string;
  readonly tradeProfile: string;
  readonly side: ListingSide;
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly priceStamps: bigint;
  readonly steps: readonly ListingStep[];
  readonly contractWindowSeconds: number | null;
  readonly checkpointWindowSeconds: number | null;
  readonly coverageThresholdBps: number | null;
  readonly expiresAt: Date | null;
  readonly visibility: ListingVisibility;
  readonly state: ListingState;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** One step of the terms, as stored in jsonb: REST names, ids, amounts as JSON integers. */
export interface TermsStep {
  readonly step_no: number;
  readonly title: string;
  readonly provider_principal_id: string;
  readonly provider_agent_id: string;
  readonly consumer_principal_id: string;
  readonly consumer_agent_id: string;
  readonly price_stamps: number;
  readonly contract_window_seconds: number;
  readonly checkpoint_window_seconds: number;
  /** Null: the delivery contract lists the items. Absent in terms of older releases, as the next two members. */
  readonly items?: readonly AcceptanceItem[] | null;
  /** RFC 3339. */
  readonly not_before?: string | null;
  readonly activation?: Activation;
}

export interface Terms {
  readonly steps: readonly TermsStep[];
  readonly coverage_threshold_bps: number;
  readonly bond_bps: number;
  /** Absent in terms of older releases. */
  readonly dispute_burn_bps?: number;
}

export interface Proposal {
  readonly proposalId: string;
  readonly matchRunId: string;
  readonly state: ProposalState;
  readonly closeReason: 'rejected' | 'expired' | null;
  readonly expiresAt: Date;
  readonly currentRevisionNo: number;
  readonly tradeId: string | null;
  readonly createdAt: Date;
}

export type MatchRun = {
  readonly matchRunId: string;
  readonly principalId: string;
  readonly listingId: string;
  readonly state: 'completed';
  readonly candidatesConsidered: number;
  readonly createdAt: Date;
} & (EmptyMatchColumns | NoEmptyMatchColumns);

/** The two listings of a proposal. While the pair is `open`, it is not proposed again. */
export interface ProposalPair {
  readonly proposalId: string;
  readonly consumerListingId: string;
  readonly providerListingId: string;
  readonly open: boolean;
  /** The principal of the match run. */
  readonly initiatorId: string;
  /** The principal of the other listing. */
  readonly counterpartyId: string;
}

export interface ProposalRevision {
  readonly proposalId: string;
  readonly revisionNo: number;
  readonly proposedByPrincipalId: string | null;
  readonly terms: Terms;
  readonly createdAt: Date;
}

export interface ProposalParticipant {
  readonly proposalId: string;
  readonly revisionNo: number;
  readonly principalId: string;
  readonly agentId: string;
  readonly role: ParticipantRole;
  readonly responseState: ResponseState;
  readonly bondStamps: bigint;
}

export interface Trade {
  readonly tradeId: string;
  readonly proposalId: string;
  readonly state: TradeState;
  readonly coverageThresholdBps: number;
  readonly bondBps: number;
  readonly activationFeeBps: number;
  readonly idleWindowSeconds: number;
  readonly rebuttalWindowSeconds: number;
  readonly evaluationWindowSeconds: number;
  readonly policyVersion: string;
  readonly ruleVersion: string;
  /** Share of the contested price that is lost if no operator rules; null under `rules_v1`. */
  readonly disputeBurnBps: number | null;
  /** Set while steps are pending and no step is active. */
  readonly idleDeadlineAt: Date | null;
  /** When the settlement worker must check the trade, or null if the trade is terminal. See `dueAt` in evaluation.ts. */
  readonly dueAt: Date | null;
  /** When the provider of the active step withdrew. */
  readonly withdrawnAt: Date | null;
  readonly createdAt: Date;
  readonly settledAt: Date | null;
  /** The closed periods that moved a deadline of this trade, oldest first. Absent or null: none. */
  readonly closedHours?: readonly ClosedPeriod[] | null;
}

/** A time in which the service could not serve mutations. `seconds` is rounded up. */
export type ClosedPeriod = Readonly<Record<'from' | 'to', string>> & { readonly seconds: number };

export interface TradeParticipant {
  readonly tradeId: string;
  readonly principalId: string;
  readonly agentId: string;
  readonly bondStamps: bigint;
}

export interface ContractItem {
  readonly item_id: string;
  readonly description: string;
  readonly weight: number;
  readonly artifact_uri: string | null;
  readonly artifact_sha256: string | null;
  /** Absent without a note. */
  readonly note?: string;
}

export interface DeliveryContract {
  readonly summary: string;
  readonly items: readonly ContractItem[];
}

export interface CheckpointResult {
  readonly item_id: string;
  readonly met: boolean;
  readonly note: string | null;
}

export interface RebuttalEvidence {
  readonly item_id: string | null;
  readonly uri: string;
  readonly sha256: string | null;
  readonly note: string | null;
}

export interface Rebuttal {
  readonly statement: string;
  readonly evidence: readonly RebuttalEvidence[];
  /** Hex SHA-256 of the canonical JSON of statement and evidence. */
  readonly sha256: string;
}

export interface Verdict {
  readonly verdict: VerdictKind;
  readonly reason: string;
  /** The coverage by the operator. Absent under `rules_v1`. */
  readonly coverage_bps?: number;
  /** RFC 3339. */
  readonly submitted_at: string;
}

export interface TradeStep {
  readonly tradeId: string;
  readonly stepNo: number;
  readonly title: string;
  readonly providerPrincipalId: string;
  readonly providerAgentId: string;
  readonly consumerPrincipalId: string;
  readonly consumerAgentId: string;
  readonly priceStamps: bigint;
  readonly contractWindowSeconds: number;
  readonly checkpointWindowSeconds: number;
  /** The agreed items; null if the delivery contract lists them, and under `rules_v1`. */
  readonly items: readonly AcceptanceItem[] | null;
  /** The step cannot be activated earlier. */
  readonly notBeforeAt: Date | null;
  /** Null: any participant. */
  readonly activation: Activation | null;
  readonly state: StepState;
  /** Activation fee that the consumer paid; 0 before the activation. */
  readonly feeStamps: bigint;
  readonly activatedAt: Date | null;
  readonly deadlineAt: Date | null;
  readonly contract: DeliveryContract | null;
  readonly contractPublishedAt: Date | null;
  readonly checkpointStatus: CheckpointStatus | null;
  readonly checkpointResults: readonly CheckpointResult[] | null;
  readonly coverageBps: number | null;
  readonly checkpointSubmittedAt: Date | null;
  readonly rebuttal: Rebuttal | null;
  readonly rebuttalFiledAt: Date | null;
  readonly verdict: Verdict | null;
}

export interface Compensation {
  readonly principal_id: string;
  readonly amount: number;
  readonly exposure_basis: number;
  readonly kind: CompensationKind;
}

export interface Settlement {
  readonly settlementId: string;
  readonly tradeId: string;
  readonly outcome: SettlementOutcome;
  readonly failureClass: FailureClass | null;
  readonly failureCause: FailureCause | null;
  readonly faultedStepNo: number | null;
  readonly faultPrincipalId: string | null;
  readonly slashAmount: bigint;
  readonly comp: readonly Compensation[];
  readonly policyVersion: string;
  readonly ruleVersion: string;
  /** The inputs of the settlement as canonical JSON (RFC 8785). */
  readonly evidence: string;
  readonly evidenceSha256: string;
  readonly settledAt: Date;
}

/** The amounts of one participant in a settlement (`own` in the API). */
export interface SettlementParty {
  readonly tradeId: string;
  readonly principalId: string;
  readonly paidStamps: bigint;
  readonly receivedStamps: bigint;
  readonly feesStamps: bigint;
  readonly bondReleasedStamps: bigint;
  readonly bondSlashedStamps: bigint;
  readonly compensationStamps: bigint;
  /** The part of the contested price that this side lost in an unruled dispute; null under `slash_policy_v1`. */
  readonly burntStamps: bigint | null;
}
