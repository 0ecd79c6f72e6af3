import { assert } from '../errors/errors';
import { rulesOf } from './evaluation';
import { policyOf } from './policy';
import type { FaultRecord } from './policy-types';
import type { StepTerms, TradeTerms } from './rule-types';
import { idOf, keyOf, type Prefix } from '../keys';
import type {
  AcceptanceItem,
  Activation,
  CheckpointResult,
  CheckpointStatus,
  ClosedPeriod,
  ContractItem,
  StepState,
  Trade,
  TradeParticipant,
  TradeState,
  TradeStep,
  Verdict,
} from '../types';

/**
 * All inputs of a settlement, in REST form.
 *
 * Every party can read it, so it has no other trades. It has no contents of rebuttals, because they have no effect on the
 * result. Principals and agents are keys, amounts are JSON integers, and times are RFC 3339. `rules_v1` has no optional
 * members; later rule sets have all of them.
 */
export interface Evidence {
  readonly policy_version: string;
  readonly rule_version: string;
  readonly trade_key: string;
  readonly proposal_key: string;
  readonly state: TradeState;
  readonly created_at: string;
  readonly idle_deadline_at: string | null;
  readonly withdrawn_at: string | null;
  readonly settled_at: string;
  /** The closed periods that moved a deadline. Absent if there were none. */
  readonly closed_hours?: readonly ClosedPeriod[];
  readonly terms: {
    readonly coverage_threshold_bps: number;
    readonly bond_bps: number;
    readonly dispute_burn_bps?: number;
  };
  readonly activation_fee_bps?: number;
  readonly windows?: {
    readonly idle_seconds: number;
    readonly rebuttal_seconds: number;
    readonly evaluation_seconds: number;
  };
  readonly parties: readonly EvidenceParty[];
  readonly steps: readonly EvidenceStep[];
  /** The record of the principal at fault, within the window of the policy; null if no principal is at fault. */
  readonly fault_history: FaultHistory | null;
}

export interface FaultHistory {
  readonly principal_key: string;
  readonly window_days: number;
  readonly faults: number;
  /** Counted up to 3, the number that the policy needs. */
  readonly completed_trades?: number;
  /** Counted up to 2. */
  readonly counterparty_owners?: number;
  /** Parties that share an owner with the principal at fault. */
  readonly same_owner_keys?: readonly string[];
}

export interface EvidenceParty {
  readonly principal_key: string;
  readonly agent_key: string;
  readonly bond_stamps: number;
}

export interface EvidenceStep {
  readonly step_no: number;
  readonly title: string;
  readonly provider_principal_key: string;
  readonly provider_agent_key: string;
  readonly consumer_principal_key: string;
  readonly consumer_agent_key: string;
  readonly price_stamps: number;
  readonly contract_window_seconds: number;
  readonly checkpoint_window_seconds: number;
  readonly items?: readonly AcceptanceItem[] | null;
  readonly not_before?: string | null;
  readonly activation?: Activation;
  readonly state: StepState;
  readonly activated_at: string | null;
  readonly deadline_at: string | null;
  readonly contract: { readonly summary: string; readonly items: readonly ContractItem[] } | null;
  readonly contract_published_at: string | null;
  readonly checkpoint_status: CheckpointStatus | null;
  readonly checkpoint_results: readonly CheckpointResult[] | null;
  readonly coverage_bps: number | null;
  readonly checkpoint_submitted_at: string | null;
  readonly rebuttal_filed_at?: string | null;
  readonly verdict: Verdict | null;
}

function formatDate(time: Date | null): string | null {
  return time === null ? null : time.toISOString();
}

function parseDate(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}

function parseId(prefix: Prefix, key: string): string {
  const id = idOf(prefix, key);
  assert(id, `${key} is a key of prefix ${prefix}`);
  return id;
}

/** The members that `rules_v1` does not have. */
function laterStepEvidence(step: TradeStep): Partial<EvidenceStep> {
  return {
    items: step.items,
    not_before: formatDate(step.notBeforeAt),
    activation: step.activation ?? 'any',
    rebuttal_filed_at: formatDate(step.rebuttalFiledAt),
  };
}

function laterTradeEvidence(trade: Trade): Pick<Evidence, 'activation_fee_bps' | 'windows'> {
  return {
    activation_fee_bps: trade.activationFeeBps,
    windows: {
      idle_seconds: trade.idleWindowSeconds,
      rebuttal_seconds: trade.rebuttalWindowSeconds,
      evaluation_seconds: trade.evaluationWindowSeconds,
    },
  };
}

/** The record of the principal at fault as evidence. */
export function faultHistoryOf(
  trade: Trade,
  principalId: string | null,
  record: (FaultRecord & { readonly sameOwner: readonly string[] }) | null,
): FaultHistory | null {
  if (principalId === null) return null;
  assert(record, 'the record of the principal at fault is loaded');
  const later = {
    completed_trades: record.completed,
    counterparty_owners: record.counterpartyOwners,
    same_owner_keys: record.sameOwner.map((id) => keyOf('prn', id)).sort(),
  };
  return {
    principal_key: keyOf('prn', principalId),
    window_days: policyOf(trade.policyVersion).recordWindowDays,
    faults: record.faults,
    ...(rulesOf(trade.ruleVersion).hasFullEvidence ? later : {}),
  };
}

function stepEvidence(step: TradeStep, isFull: boolean): EvidenceStep {
  return {
    ...(isFull ? laterStepEvidence(step) : {}),
    step_no: step.stepNo,
    title: step.title,
    provider_principal_key: keyOf('prn', step.providerPrincipalId),
    provider_agent_key: keyOf('agt', step.providerAgentId),
    consumer_principal_key: keyOf('prn', step.consumerPrincipalId),
    consumer_agent_key: keyOf('agt', step.consumerAgentId),
    price_stamps: Number(step.priceStamps),
    contract_window_seconds: step.contractWindowSeconds,
    checkpoint_window_seconds: step.checkpointWindowSeconds,
    state: step.state,
    activated_at: formatDate(step.activatedAt),
    deadline_at: formatDate(step.deadlineAt),
    contract: step.contract,
    contract_published_at: formatDate(step.contractPublishedAt),
    checkpoint_status: step.checkpointStatus,
    checkpoint_results: step.checkpointResults,
    coverage_bps: step.coverageBps,
    checkpoint_submitted_at: formatDate(step.checkpointSubmittedAt),
    verdict: step.verdict,
  };
}

/** The evidence of a trade, in its state before the settlement. */
export function evidenceOf(
  trade: Trade,
  steps: readonly TradeStep[],
  participants: readonly TradeParticipant[],
  history: FaultHistory | null,
  settledAt: Date,
): Evidence {
  const parties = participants.map((party) => ({
    principal_key: keyOf('prn', party.principalId),
    agent_key: keyOf('agt', party.agentId),
    bond_stamps: Number(party.bondStamps),
  }));
  const isFull = rulesOf(trade.ruleVersion).hasFullEvidence;
  const terms = { coverage_threshold_bps: trade.coverageThresholdBps, bond_bps: trade.bondBps };
  return {
    ...(isFull ? laterTradeEvidence(trade) : {}),
    policy_version: trade.policyVersion,
    rule_version: trade.ruleVersion,
    trade_key: keyOf('trd', trade.tradeId),
    proposal_key: keyOf('prp', trade.proposalId),
    state: trade.state,
    created_at: trade.createdAt.toISOString(),
    idle_deadline_at: formatDate(trade.idleDeadlineAt),
    withdrawn_at: formatDate(trade.withdrawnAt),
    settled_at: settledAt.toISOString(),
    ...(trade.closedHours ? { closed_hours: trade.closedHours } : {}),
    terms: isFull ? { ...terms, dispute_burn_bps: trade.disputeBurnBps ?? 0 } : terms,
    parties: parties.sort((a, b) => (a.principal_key < b.principal_key ? -1 : 1)),
    steps: [...steps].sort((a, b) => a.stepNo - b.stepNo).map((step) => stepEvidence(step, isFull)),
    fault_history: history,
  };
}

export interface ParsedEvidence {
  readonly tradeId: string;
  readonly policyVersion: string;
  readonly trade: TradeTerms;
  readonly steps: readonly StepTerms[];
  readonly parties: readonly { readonly principalId: string; readonly bondStamps: bigint }[];
  /** The record of the principal at fault; null if no principal is. */
  readonly record: (FaultRecord & { readonly principalId: string; readonly sameOwner: readonly string[] }) | null;
  readonly disputeBurnBps: number;
  readonly hasBurn: boolean;
  /** Null: the evidence has no fees. */
  readonly activationFeeBps: number | null;
  readonly settledAt: Date;
}

function stepTermsOf(step: EvidenceStep): StepTerms {
  return {
    stepNo: step.step_no,
    providerPrincipalId: parseId('prn', step.provider_principal_key),
    providerAgentId: parseId('agt', step.provider_agent_key),
    consumerPrincipalId: parseId('prn', step.consumer_principal_key),
    consumerAgentId: parseId('agt', step.consumer_agent_key),
    priceStamps: BigInt(step.price_stamps),
    contractWindowSeconds: step.contract_window_seconds,
    checkpointWindowSeconds: step.checkpoint_window_seconds,
    items: step.items ?? null,
    rebuttalFiledAt: parseDate(step.rebuttal_filed_at ?? null),
    state: step.state,
    activatedAt: parseDate(step.activated_at),
    deadlineAt: parseDate(step.deadline_at),
    contract: step.contract,
    contractPublishedAt: parseDate(step.contract_published_at),
    checkpointStatus: step.checkpoint_status,
    checkpointResults: step.checkpoint_results,
    coverageBps: step.coverage_bps,
    checkpointSubmittedAt: parseDate(step.checkpoint_submitted_at),
    verdict: step.verdict,
  };
}

/** The record of the principal at fault from its evidence. */
export function recordOf(history: FaultHistory): ParsedEvidence['record'] {
  return {
    principalId: parseId('prn', history.principal_key),
    faults: history.faults,
    completed: history.completed_trades ?? 0,
    counterpartyOwners: history.counterparty_owners ?? 0,
    sameOwner: (history.same_owner_keys ?? []).map((key) => parseId('prn', key)),
  };
}

/** Parses a stored evidence. Throws for other values. */
export function parseEvidence(evidence: Evidence): ParsedEvidence {
  const history = evidence.fault_history;
  return {
    tradeId: parseId('trd', evidence.trade_key),
    policyVersion: evidence.policy_version,
    trade: {
      state: evidence.state,
      coverageThresholdBps: evidence.terms.coverage_threshold_bps,
      ruleVersion: evidence.rule_version,
      withdrawnAt: parseDate(evidence.withdrawn_at),
      idleDeadlineAt: parseDate(evidence.idle_deadline_at),
    },
    steps: evidence.steps.map(stepTermsOf),
    parties: evidence.parties.map((party) => ({
      principalId: parseId('prn', party.principal_key),
      bondStamps: BigInt(party.bond_stamps),
    })),
    record: history && recordOf(history),
    disputeBurnBps: evidence.terms.dispute_burn_bps ?? 0,
    hasBurn: evidence.terms.dispute_burn_bps !== undefined,
    activationFeeBps: evidence.activation_fee_bps ?? null,
    settledAt: new Date(evidence.settled_at),
  };
}
