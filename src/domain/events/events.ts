import type { Commitment, DecisionContext, EventType, NewEvent } from '../effects';
import { keyOf } from '../keys';
import type { Approval, ApprovalStatus } from '../parties/approval-types';
import type { Proposal, Settlement, SettlementParty, Trade } from '../types';
import type { DisableReason } from './webhook';

type TradeEventType = Extract<EventType, `trade.${string}`>;
type ProposalEventType = Extract<EventType, `proposal.${string}`>;
type Data = Readonly<Record<string, unknown>>;

/** An event for one principal. Its data begins with the key of the principal. */
export function newEvent(
  context: Pick<DecisionContext, 'newId'>,
  event: Omit<NewEvent, 'eventId' | 'tradeId'> & { readonly tradeId?: string },
): NewEvent {
  const data = { principal_key: keyOf('prn', event.principalId), ...event.data };
  return { eventId: context.newId(), tradeId: null, ...event, data };
}

/** The members of a trade that its events show. */
type EventTrade = Pick<Trade, 'tradeId' | 'proposalId' | 'state'>;

/** An event of a trade. `trade` is the new state. */
export function tradeEvent(
  context: DecisionContext,
  type: TradeEventType,
  { tradeId, proposalId, state }: EventTrade,
  principalId: string,
  { stepNo, ...more }: { readonly stepNo: number | null } & Data,
): NewEvent {
  const tradeKey = keyOf('trd', tradeId);
  const step = stepNo === null ? {} : { step_no: stepNo };
  const data = { trade_key: tradeKey, trade_id: tradeId, proposal_id: proposalId, state, ...step, ...more };
  return newEvent(context, { type, principalId, subjectKey: tradeKey, tradeId, data });
}

/** An event of a trade for each participant. `trade` is the new state. */
export function tradeEvents(
  type: TradeEventType,
  trade: Trade,
  stepNo: number | null,
  participants: readonly { readonly principalId: string }[],
  context: DecisionContext,
): readonly NewEvent[] {
  return participants.map(({ principalId }) => tradeEvent(context, type, trade, principalId, { stepNo }));
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
  return parties.map((own) => {
    const data = { stepNo: settlement.faultedStepNo, settlement: settlementRecord(settlement, own) };
    return tradeEvent(context, type, trade, own.principalId, data);
  });
}

/** An event of a proposal for each participant. `proposal` is the new state. */
export function proposalEvents(
  type: ProposalEventType,
  proposal: Pick<Proposal, 'proposalId' | 'state' | 'currentRevisionNo'>,
  participants: readonly { readonly principalId: string }[],
  context: DecisionContext,
): readonly NewEvent[] {
  const { proposalId, state, currentRevisionNo } = proposal;
  const subjectKey = keyOf('prp', proposalId);
  const data = { proposal_key: subjectKey, proposal_id: proposalId, state, revision_no: currentRevisionNo };
  return participants.map(({ principalId }) => newEvent(context, { type, principalId, subjectKey, data }));
}

/** An event of an approval. Only the principal of the agent gets it. */
export function approvalEvent(
  type: Extract<EventType, `approval.${string}`>,
  approval: Approval,
  status: ApprovalStatus,
  context: Pick<DecisionContext, 'newId'>,
): NewEvent {
  const { principalId, proposalId } = approval;
  const subjectKey = keyOf('apr', approval.approvalId);
  return newEvent(context, {
    type,
    principalId,
    subjectKey,
    data: {
      approval_key: subjectKey,
      agent_key: keyOf('agt', approval.agentId),
      proposal_key: keyOf('prp', proposalId),
      proposal_id: proposalId,
      revision_no: approval.revisionNo,
      status,
      committed_stamps: Number(approval.committedStamps),
      bond_stamps: Number(approval.bondStamps),
      expires_at: approval.expiresAt.toISOString(),
    },
  });
}

/** The event `mandate.exhausted`. Only the principal of the agent gets it. */
export function mandateExhausted(
  { budgetStamps, budgetPeriod }: { readonly budgetStamps: bigint | null; readonly budgetPeriod: string },
  headroomStamps: bigint | null,
  { principalId, agentId, proposalId, revisionNo, stamps }: Commitment,
  context: Pick<DecisionContext, 'newId'>,
): NewEvent {
  const subjectKey = keyOf('agt', agentId);
  return newEvent(context, {
    type: 'mandate.exhausted',
    principalId,
    subjectKey,
    data: {
      agent_key: subjectKey,
      proposal_key: keyOf('prp', proposalId),
      proposal_id: proposalId,
      revision_no: revisionNo,
      committed_stamps: Number(stamps),
      budget_stamps: Number(budgetStamps),
      budget_period: budgetPeriod,
      headroom_stamps: Number(headroomStamps),
    },
  });
}

/** The event `tickets.credited`. Its subject is the principal, because a checkout session has no key. */
export function ticketsCredited(
  principalId: string,
  sessionId: string,
  stamps: bigint,
  context: DecisionContext,
): NewEvent {
  const data = { session_id: sessionId, tickets_stamps: Number(stamps) };
  return newEvent(context, { type: 'tickets.credited', principalId, subjectKey: keyOf('prn', principalId), data });
}

/** The event `webhook.disabled`: the service stopped deliveries to an agent, with the reason. */
export function webhookDisabled(
  principalId: string,
  agentId: string,
  reason: DisableReason,
  context: DecisionContext,
): NewEvent {
  const subjectKey = keyOf('agt', agentId);
  const data = { agent_key: subjectKey, reason };
  return newEvent(context, { type: 'webhook.disabled', principalId, subjectKey, data });
}
