import type { Commitment, DecisionContext, EventType, NewEvent } from '../effects';
import { keyOf } from '../keys';
import type { Approval, ApprovalStatus } from '../parties/approval-types';
import type { Proposal, Settlement, SettlementParty, Trade } from '../types';
import type { DisableReason } from './webhook';

type TradeEventType = Extract<EventType, `trade.${string}`>;
type ProposalEventType = Extract<EventType, `proposal.${string}`>;
type Data = Readonly<Record<string, unknown>>;

function tradeData(trade: Trade, principalId: string, stepNo: number | null): Data {
  return {
    principal_key: keyOf('prn', principalId),
    trade_key: keyOf('trd', trade.tradeId),
    trade_id: trade.tradeId,
    proposal_id: trade.proposalId,
    state: trade.state,
    ...(stepNo === null ? {} : { step_no: stepNo }),
  };
}

/** An event of a trade for each participant. `trade` is the new state. */
export function tradeEvents(
  type: TradeEventType,
  trade: Trade,
  stepNo: number | null,
  participants: readonly { readonly principalId: string }[],
  context: DecisionContext,
): readonly NewEvent[] {
  return participants.map(({ principalId }) => ({
    eventId: context.newId(),
    principalId,
    type,
    subjectKey: keyOf('trd', trade.tradeId),
    tradeId: trade.tradeId,
    data: tradeData(trade, principalId, stepNo),
  }));
}

/** The settlement as one party sees it: REST names, only its own amounts. */
export function settlementRecord(settlement: Settlement, own: SettlementParty): Data {
  return {
    settlement_key: keyOf('stl', settlement.settlementId),
    trade_key: keyOf('trd', settlement.tradeId),
    outcome: settlement.outcome,
    failure_class: settlement.failureClass,
    failure_cause: settlement.failureCause,
    faulted_step_no: settlement.faultedStepNo,
    fault_principal_key: settlement.faultPrincipalId === null ? null : keyOf('prn', settlement.faultPrincipalId),
    slash_amount: Number(settlement.slashAmount),
    comp: settlement.comp.map(({ principal_id, amount, exposure_basis, kind }) => ({
      principal_key: keyOf('prn', principal_id),
      amount,
      exposure_basis,
      kind,
    })),
    policy_version: settlement.policyVersion,
    rule_version: settlement.ruleVersion,
    evidence_sha256: settlement.evidenceSha256,
    settled_at: settlement.settledAt.toISOString(),
    own: {
      paid_stamps: Number(own.paidStamps),
      received_stamps: Number(own.receivedStamps),
      fees_stamps: Number(own.feesStamps),
      bond_released_stamps: Number(own.bondReleasedStamps),
      bond_slashed_stamps: Number(own.bondSlashedStamps),
      compensation_stamps: Number(own.compensationStamps),
      burnt_stamps: Number(own.burntStamps ?? 0n),
    },
  };
}

/** The event `trade.completed` or `trade.failed` for each party, with its own amounts. */
export function settlementEvents(
  trade: Trade,
  settlement: Settlement,
  parties: readonly SettlementParty[],
  context: DecisionContext,
): readonly NewEvent[] {
  const type = settlement.outcome === 'completed' ? 'trade.completed' : 'trade.failed';
  return parties.map((own) => ({
    eventId: context.newId(),
    principalId: own.principalId,
    type,
    subjectKey: keyOf('trd', trade.tradeId),
    tradeId: trade.tradeId,
    data: {
      ...tradeData(trade, own.principalId, settlement.faultedStepNo),
      settlement: settlementRecord(settlement, own),
    },
  }));
}

/** An event of a proposal for each participant. `proposal` is the new state. */
export function proposalEvents(
  type: ProposalEventType,
  proposal: Pick<Proposal, 'proposalId' | 'state' | 'currentRevisionNo'>,
  participants: readonly { readonly principalId: string }[],
  context: DecisionContext,
): readonly NewEvent[] {
  const proposalKey = keyOf('prp', proposal.proposalId);
  return participants.map(({ principalId }) => ({
    eventId: context.newId(),
    principalId,
    type,
    subjectKey: proposalKey,
    tradeId: null,
    data: {
      principal_key: keyOf('prn', principalId),
      proposal_key: proposalKey,
      proposal_id: proposal.proposalId,
      state: proposal.state,
      revision_no: proposal.currentRevisionNo,
    },
  }));
}

/** An event of an approval. Only the principal of the agent gets it. */
export function approvalEvent(
  type: Extract<EventType, `approval.${string}`>,
  approval: Pick<
    Approval,
    | 'approvalId'
    | 'principalId'
    | 'agentId'
    | 'proposalId'
    | 'revisionNo'
    | 'committedStamps'
    | 'bondStamps'
    | 'expiresAt'
  >,
  status: ApprovalStatus,
  context: Pick<DecisionContext, 'newId'>,
): NewEvent {
  const { principalId, proposalId } = approval;
  const approvalKey = keyOf('apr', approval.approvalId);
  return {
    eventId: context.newId(),
    principalId,
    type,
    subjectKey: approvalKey,
    tradeId: null,
    data: {
      principal_key: keyOf('prn', principalId),
      approval_key: approvalKey,
      agent_key: keyOf('agt', approval.agentId),
      proposal_key: keyOf('prp', proposalId),
      proposal_id: proposalId,
      revision_no: approval.revisionNo,
      status,
      committed_stamps: Number(approval.committedStamps),
      bond_stamps: Number(approval.bondStamps),
      expires_at: approval.expiresAt.toISOString(),
    },
  };
}

/** The event `mandate.exhausted`. Only the principal of the agent gets it. */
export function mandateExhausted(
  { budgetStamps, budgetPeriod }: { readonly budgetStamps: bigint | null; readonly budgetPeriod: string },
  headroomStamps: bigint | null,
  { principalId, agentId, proposalId, revisionNo, stamps }: Commitment,
  context: Pick<DecisionContext, 'newId'>,
): NewEvent {
  const agentKey = keyOf('agt', agentId);
  return {
    eventId: context.newId(),
    principalId,
    type: 'mandate.exhausted',
    subjectKey: agentKey,
    tradeId: null,
    data: {
      principal_key: keyOf('prn', principalId),
      agent_key: agentKey,
      proposal_key: keyOf('prp', proposalId),
      proposal_id: proposalId,
      revision_no: revisionNo,
      committed_stamps: Number(stamps),
      budget_stamps: Number(budgetStamps),
      budget_period: budgetPeriod,
      headroom_stamps: Number(headroomStamps),
    },
  };
}

/** The event `tickets.credited`. Its subject is the principal, because a checkout session has no key. */
export function ticketsCredited(
  principalId: string,
  sessionId: string,
  stamps: bigint,
  context: DecisionContext,
): NewEvent {
  const principalKey = keyOf('prn', principalId);
  return {
    eventId: context.newId(),
    principalId,
    type: 'tickets.credited',
    subjectKey: principalKey,
    tradeId: null,
    data: { principal_key: principalKey, session_id: sessionId, tickets_stamps: Number(stamps) },
  };
}

/** The event `webhook.disabled`: the service stopped deliveries to an agent, with the reason. */
export function webhookDisabled(
  principalId: string,
  agentId: string,
  reason: DisableReason,
  context: DecisionContext,
): NewEvent {
  const agentKey = keyOf('agt', agentId);
  return {
    eventId: context.newId(),
    principalId,
    type: 'webhook.disabled',
    subjectKey: agentKey,
    tradeId: null,
    data: { principal_key: keyOf('prn', principalId), agent_key: agentKey, reason },
  };
}
