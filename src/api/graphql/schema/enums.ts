import { registerEnumType } from 'type-graphql';
import { eventTypes, transferKinds } from '../../../domain/effects';

/**
 * A GraphQL enum over the specification's values: the internal value is the specification's spelling, the name is that
 * in upper case with `_` for `.` (contract §1). Every value has its description here and nowhere else.
 */
function enumOf<V extends string>(
  name: string,
  description: string,
  values: Readonly<Record<V, string>>,
): Record<string, V> {
  const members: Record<string, V> = {};
  const valuesConfig: Record<string, { description: string }> = {};
  for (const [value, meaning] of Object.entries<string>(values)) {
    const member = value.toUpperCase().replaceAll('.', '_');
    members[member] = value as V;
    valuesConfig[member] = { description: meaning };
  }
  registerEnumType(members, { name, description, valuesConfig });
  return members;
}

export const BindingRoleEnum = enumOf('BindingRole', 'What a human may do with a principal.', {
  owner: 'May do all.',
  viewer: 'May read.',
});
export const CredentialStatusEnum = enumOf('CredentialStatus', 'Whether a credential works.', {
  active: 'Signs requests.',
  revoked: 'Refused for ever, with 401.',
});
export const ListingSideEnum = enumOf('ListingSide', 'Which side of a trade a listing offers to take.', {
  provide: 'Offers to deliver; the price is its ask.',
  consume: 'Wants a delivery; the price is its highest bid.',
});
export const ListingStateEnum = enumOf('ListingState', 'Where a listing stands.', {
  active: 'Takes part in match runs.',
  paused: 'Takes no part until it is resumed.',
  closed: 'Final; an expired listing counts as closed.',
});
export const LifecycleActionEnum = enumOf('LifecycleAction', 'What an update does to the listing’s state.', {
  pause: 'Active becomes paused.',
  resume: 'Paused becomes active.',
  close: 'Becomes closed, for good.',
});
export const MatchRunStateEnum = enumOf('MatchRunState', 'Where a match run stands.', {
  completed: 'Its proposals are made.',
});
export const ProposalStateEnum = enumOf('ProposalState', 'Where a proposal stands.', {
  proposed: 'Made by a match run; nobody countered yet.',
  countered: 'A participant proposed other terms.',
  accepted: 'Every participant accepted the current revision; any of them may create the trade.',
  rejected: 'Ended, by a participant or by expiry; see closeReason.',
});
export const ProposalCloseReasonEnum = enumOf('ProposalCloseReason', 'Why a proposal ended without a trade.', {
  rejected: 'A participant rejected it.',
  expired: 'It was not answered, or no trade was created, in time.',
});
export const ParticipantRoleEnum = enumOf('ParticipantRole', 'What a participant is in the steps.', {
  provider: 'Delivers in every step it takes part in.',
  consumer: 'Receives in every step it takes part in.',
  both: 'Delivers in some steps and receives in others.',
});
export const ResponseStateEnum = enumOf('ResponseState', 'A participant’s answer to the current revision.', {
  pending: 'Not answered yet.',
  accepted: 'Accepted.',
  rejected: 'Rejected.',
});
export const DecisionEnum = enumOf('Decision', 'An answer to a proposal.', {
  accept: 'Take the current revision as it is.',
  counter: 'Propose other terms as a new revision; sends complete terms.',
  reject: 'End the proposal.',
});
export const TradeStateEnum = enumOf('TradeState', 'Where a trade stands.', {
  bond_reserved: 'Created; every participant’s bond is reserved, no step is active yet.',
  executing: 'A step is active.',
  confirming: 'The active step’s checkpoint is confirmed, or the next step is awaited.',
  completed: 'Settled without a fault.',
  failed: 'Settled with a fault and nobody to compensate.',
  compensated: 'Settled with a fault; the others were compensated.',
});
export const StepStateEnum = enumOf('StepState', 'Where a step stands.', {
  pending: 'Not activated yet.',
  active: 'Being delivered and checked.',
  passed: 'Delivered.',
  failed: 'Ended by a fault.',
  cancelled: 'Never reached: the trade ended before.',
});
export const CheckpointStatusEnum = enumOf('CheckpointStatus', 'The consumer’s word on a delivery.', {
  confirmed: 'Delivered, in the share that coverageBps says.',
  failed: 'Not delivered.',
});
export const VerdictKindEnum = enumOf('VerdictKind', 'An operator’s judgement of a checkpoint.', {
  pass: 'The delivery stands.',
  fail: 'The delivery does not stand.',
});
export const SettlementOutcomeEnum = enumOf('SettlementOutcome', 'How a trade ended.', {
  completed: 'Without a fault.',
  failed: 'With a fault and nobody to compensate.',
  compensated: 'With a fault; the others were compensated.',
});
export const FailureClassEnum = enumOf('FailureClass', 'Fault class of a settlement.', {
  F1: 'No delivery contract in time.',
  F2: 'Delivery failed.',
  F3: 'Delivery below the coverage threshold.',
  F4: 'The provider withdrew.',
  F5: 'The consumer defaulted.',
});
export const FailureCauseEnum = enumOf('FailureCause', 'What exactly the fault was.', {
  no_contract: 'The provider published no delivery contract in time (F1).',
  delivery_failed: 'The checkpoint failed, or a verdict said so (F2).',
  coverage_shortfall: 'The confirmed coverage is below the threshold (F3).',
  withdrew: 'The provider withdrew (F4).',
  no_checkpoint: 'The consumer submitted no checkpoint in time (F5).',
  verdict_overturned: 'A verdict overturned the consumer’s failed checkpoint (F5).',
  not_activated: 'The next step was not activated in time (F5).',
});
export const CompensationKindEnum = enumOf('CompensationKind', 'Why a party is compensated.', {
  step_counterparty: 'It is the other role of the faulted step.',
  downstream: 'A later step it takes part in was not reached.',
});
export const OperatorQueueEnum = enumOf('OperatorQueue', 'What trades wait for an operator for.', {
  verdict: 'The active step’s checkpoint failed or is below the threshold; rebutted ones first.',
  settlement: 'The settlement failed and the trade is set aside: settleTrade tries again; settlementError says why.',
  overdue: 'A deadline has passed and what follows from it is not done yet; those set aside are among them.',
});
export const PackEnum = enumOf('Pack', 'A self-serve ticket pack.', {
  starter: '1,000 tickets.',
  growth: '10,000 tickets.',
  scale: '100,000 tickets.',
});
export const PurchaseStatusEnum = enumOf('PurchaseStatus', 'Where a ticket purchase stands.', {
  open: 'The checkout session awaits payment.',
  paid: 'Paid, not credited yet; for a moment at most: the credit is written with the news of the payment.',
  credited: 'The tickets are in the balance.',
  expired: 'The checkout session expired unpaid.',
  parked: 'Something does not fit; an operator will look at it.',
});
export const PurchaseTargetEnum = enumOf('PurchaseTarget', 'Whom a purchase credits.', {
  principal: 'The principal’s ticket balance.',
  wallet: 'The acting human’s wallet (console alone).',
});
export const DeliveryStateEnum = enumOf('DeliveryState', 'Where a webhook delivery stands.', {
  pending: 'To be tried, or tried again.',
  delivered: 'The receiver answered 2xx in time.',
  dead: 'Every attempt of the schedule failed; it can be redelivered.',
  disabled: 'The agent’s notifications were disabled before it arrived; it can be redelivered once they are enabled.',
});
export const LedgerAccountKindEnum = enumOf('LedgerAccountKind', 'Which of one’s balances a posting changed.', {
  tickets: 'Spendable tickets.',
  bond_available: 'Bond set aside, not reserved by a trade.',
  bond_reserved: 'Bond reserved by a trade.',
  escrow: 'The price of a step of one’s own, held until settlement.',
});

const transferMeanings: Record<(typeof transferKinds)[number], string> = {
  ticket_purchase: 'Tickets bought.',
  wallet_fund: 'From a human’s wallet to a principal.',
  wallet_return: 'From a principal to a human’s wallet.',
  bond_reserve: 'Tickets set aside as bond.',
  bond_release: 'Bond returned to tickets.',
  listing_fee: 'Fee of publishing a listing.',
  trade_bond: 'Bond reserved by a trade.',
  activation: 'Price and fee of a step that was activated.',
  settlement: 'What a settled trade moved.',
};
export const TransferKindEnum = enumOf('TransferKind', 'Why stamps moved.', transferMeanings);

const eventMeanings: Record<(typeof eventTypes)[number], string> = {
  'trade.completed': 'A trade settled without a fault.',
  'trade.failed': 'A trade settled with a fault (failed or compensated).',
  'proposal.created': 'A match run made a proposal.',
  'proposal.countered': 'A participant proposed other terms.',
  'proposal.accepted': 'Every participant accepted.',
  'proposal.rejected': 'The proposal ended, by a participant or by expiry.',
  'trade.created': 'A trade was created.',
  'trade.step_activated': 'A step became active.',
  'trade.contract_published': 'The provider published the delivery contract.',
  'trade.checkpoint_submitted': 'The consumer submitted its checkpoint.',
  'trade.rebuttal_filed': 'The provider filed its rebuttal.',
  'tickets.credited': 'Bought tickets arrived.',
  'webhook.disabled': 'Deliveries to an agent’s notification URL were disabled.',
};
export const EventTypeEnum = enumOf('EventType', 'What happened.', eventMeanings);
