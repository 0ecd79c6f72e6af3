import { registerEnumType } from 'type-graphql';
import { type EventType, eventTypes, transferKinds } from '../../../domain/effects';
import { eventForms } from '../../../domain/events/event-schemas';

/**
 * Registers a GraphQL enum of the specification's values.
 * The internal value is the specification's spelling. The name is the spelling in upper case, with `_` between words.
 */
export function enumOf<V extends string>(
  name: string,
  description: string,
  values: Readonly<Record<V, string>>,
): Record<string, V> {
  const members: Record<string, V> = {};
  const valuesConfig: Record<string, { description: string }> = {};
  for (const [value, meaning] of Object.entries<string>(values)) {
    const member = value
      .replace(/[a-z](?=[A-Z])/g, '$&_')
      .toUpperCase()
      .replaceAll('.', '_');
    members[member] = value as V;
    valuesConfig[member] = { description: meaning };
  }
  registerEnumType(members, { name, description, valuesConfig });
  return members;
}

export const BindingRoleEnum = enumOf('BindingRole', 'Role of a human for a principal.', {
  owner: 'May read and change everything.',
  viewer: 'May read, and change nothing.',
});
export const CredentialStatusEnum = enumOf('CredentialStatus', 'Status of a credential.', {
  active: 'The credential can sign requests.',
  revoked: 'Requests signed with the credential are refused with 401. It was revoked, or it has passed its end.',
});
export const CredentialScopeEnum = enumOf('CredentialScope', 'Kind of calls that a credential may make.', {
  read: 'Queries and subscriptions. The answer of a mutation needs no such scope.',
  trade: 'Mutations of listings, match runs, proposals and trades, and of the webhooks of the agent.',
  money: 'Mutations that move stamps outside of trades: bond reservations and ticket purchases.',
});
export const ListingSideEnum = enumOf('ListingSide', 'Side of the trade that a listing takes.', {
  provide: 'The listing offers a delivery. Its price is the ask.',
  consume: 'The listing requests a delivery. Its price is the highest bid.',
});
export const ListingVisibilityEnum = enumOf('ListingVisibility', 'Readers that find a listing.', {
  match_only:
    'Only match runs find the listing. Its price is not shown, but the midpoint price of a proposal tells it.',
  market: 'Every caller finds the listing in the market, with its price. Match runs find it, too.',
});
export const ListingStateEnum = enumOf('ListingState', 'State of a listing.', {
  active: 'The listing takes part in match runs.',
  paused: 'The listing takes no part in match runs until it is resumed.',
  closed: 'The listing is closed permanently. An expired listing counts as closed.',
});
export const LifecycleActionEnum = enumOf('LifecycleAction', 'State change of a listing update.', {
  pause: 'Pauses an active listing.',
  resume: 'Resumes a paused listing.',
  close: 'Closes the listing permanently.',
});
export const MatchRunStateEnum = enumOf('MatchRunState', 'State of a match run.', {
  completed: 'The run has made its proposals.',
});
export const NoWebhooksReasonEnum = enumOf(
  'NoWebhooksReason',
  'Reason why the service sends no webhooks to an agent.',
  {
    no_url: 'The agent has no notification URL.',
    capability_missing: 'The card of the agent does not have `capabilities.pushNotifications: true`.',
    disabled: 'The notification URL failed too long or answered 410. Updating it enables webhooks again.',
    no_event_types: 'The agent has chosen no event types.',
  },
);
export const EmptyMatchReasonEnum = enumOf('EmptyMatchReason', 'Reason why a match run made no proposal.', {
  open_proposals: 'The listing has open proposals. Their counterparties are not proposed again.',
  no_partner: 'No public listing of the other side has the trade profile.',
  price_not_met: 'The best public price of the other side does not meet the price of the listing.',
  partners_excluded: 'Listings with a matching price are left out, for example after a rejection within 24 hours.',
});
export const ProposalStateEnum = enumOf('ProposalState', 'State of a proposal.', {
  proposed: 'A match run made the proposal, and no participant has countered.',
  countered: 'A participant proposed other terms.',
  accepted: 'Every participant accepted the current revision. Any of them may create the trade.',
  rejected: 'A participant rejected the proposal, or it expired. See `closeReason`.',
});
export const ProposalCloseReasonEnum = enumOf(
  'ProposalCloseReason',
  'Reason for which a proposal ended without a trade.',
  {
    rejected: 'A participant rejected it.',
    expired: 'Participants did not respond, or create the trade, in time.',
  },
);
export const ParticipantRoleEnum = enumOf('ParticipantRole', 'Role of a participant in the steps.', {
  provider: 'Provider in all of its steps.',
  consumer: 'Consumer in all of its steps.',
  both: 'Provider in some steps and consumer in others.',
});
export const ResponseStateEnum = enumOf('ResponseState', 'Response of a participant to the current revision.', {
  pending: 'The participant has not responded.',
  accepted: 'The participant accepted.',
  rejected: 'The participant rejected.',
});
export const DecisionEnum = enumOf('Decision', 'Decision of a participant about a proposal.', {
  accept: 'Accept the current revision.',
  counter: 'Propose a new revision with complete terms.',
  reject: 'Reject and end the proposal.',
});
export const TradeStateEnum = enumOf('TradeState', 'State of a trade.', {
  bond_reserved: 'The trade is created and every bond is reserved. No step is active yet.',
  executing: 'A step is active.',
  confirming: 'A checkpoint is confirmed. Next is the activation of a step, the deadline or the settlement.',
  completed: 'The trade settled, and all its steps passed.',
  failed: 'The trade settled with a failure class, and no party was compensated.',
  compensated: 'The trade settled with a fault, and the other parties were compensated.',
});
export const StepStateEnum = enumOf('StepState', 'State of a step.', {
  pending: 'The step is not yet active.',
  active: 'The step is being delivered and checked.',
  passed: 'The delivery passed. Nothing later changes the step.',
  failed: 'The step ended with a failure class.',
  cancelled: 'The trade ended before the step was reached.',
});
export const CheckpointStatusEnum = enumOf('CheckpointStatus', 'Result that the consumer reports for a delivery.', {
  confirmed: 'The delivery is confirmed. `coverageBps` says to which share.',
  failed: 'The delivery failed.',
});
export const VerdictKindEnum = enumOf('VerdictKind', 'Verdict of an operator on a checkpoint.', {
  pass: 'The coverage by the verdict reaches the threshold. Under `rules_v1`: the delivery passed.',
  fail: 'The coverage by the verdict is below the threshold. The consumer can still be at fault. Under `rules_v1`: the delivery failed.',
});
export const SettlementOutcomeEnum = enumOf('SettlementOutcome', 'Outcome of a settled trade.', {
  completed: 'All steps passed.',
  failed: 'The trade ended with a failure class, and no party was compensated.',
  compensated: 'The trade ended with a fault, and the other parties were compensated.',
});
export const FailureClassEnum = enumOf('FailureClass', 'Failure class of a settlement.', {
  F1: 'The provider published no delivery contract in time.',
  F2: 'The delivery failed. No principal is at fault if no operator ruled the dispute in time.',
  F3: 'The coverage is below the threshold. No principal is at fault if the verdict is even, or if no operator ruled the dispute in time.',
  F4: 'The provider withdrew.',
  F5: 'The consumer defaulted.',
});
export const FailureCauseEnum = enumOf('FailureCause', 'Cause of the failure.', {
  no_contract: 'The provider published no delivery contract in time (F1).',
  delivery_failed: 'The checkpoint or the verdict says that the delivery failed (F2).',
  coverage_shortfall: 'The coverage by the checkpoint or the verdict is below the threshold (F3).',
  withdrew: 'The provider withdrew (F4).',
  no_checkpoint: 'The consumer submitted no checkpoint in time (F5).',
  verdict_overturned:
    'A verdict says that the consumer’s checkpoint was further off than the delivery (F5). Under `rules_v1`: a verdict overturned a failed checkpoint.',
  not_activated: 'The next step was not activated in time (F5).',
  even_ruling: 'The verdict puts both sides equally far off (F3). No principal is at fault.',
  unruled: 'No operator ruled the dispute in time (F2 or F3). No principal is at fault.',
});
export const ActivationEnum = enumOf('Activation', 'Participants that may activate a step.', {
  any: 'Any participant may activate the step.',
  consumer: 'Only the consumer of the step may activate it.',
});
export const CompensationKindEnum = enumOf('CompensationKind', 'Reason for a compensation.', {
  step_counterparty: 'The party has the other role in the faulted step.',
  downstream: 'The party has a later step that was not reached.',
});
export const OperatorQueueEnum = enumOf('OperatorQueue', 'Reason for which trades wait for an operator.', {
  verdict:
    'The active step’s checkpoint failed or is below the threshold. Rebutted steps come first, then those with the most contested stamps for the time left.',
  settlement:
    'The settlement failed and the trade is quarantined. `settleTrade` tries again. `settlementError` has the reason.',
  overdue: 'A deadline has passed and is not yet applied. Quarantined trades are included.',
});
export const PackEnum = enumOf('Pack', 'A self-serve ticket pack.', {
  starter: 'Pack of 1,000 tickets.',
  growth: 'Pack of 10,000 tickets.',
  scale: 'Pack of 100,000 tickets.',
});
export const PurchaseStatusEnum = enumOf('PurchaseStatus', 'Status of a ticket purchase.', {
  open: 'The checkout session waits for payment.',
  paid: 'The purchase is paid and not yet credited. This state lasts only a moment.',
  credited: 'The tickets are credited.',
  expired: 'The checkout session expired unpaid.',
  parked: 'The payment does not match the purchase. An operator must review it.',
});
export const PurchaseTargetEnum = enumOf('PurchaseTarget', 'Balance that a purchase credits.', {
  principal: 'The principal’s ticket balance.',
  wallet: 'The acting human’s wallet. Only the console may use it.',
});
export const DeliveryStateEnum = enumOf('DeliveryState', 'State of a webhook delivery.', {
  pending: 'The delivery waits for its next attempt.',
  delivered: 'The receiver answered with 2xx in time.',
  dead: 'All attempts failed. The delivery can be redelivered.',
  disabled: 'Notifications were disabled before the delivery succeeded. It can be redelivered after they are enabled.',
});
export const LedgerAccountKindEnum = enumOf('LedgerAccountKind', 'Balance that a posting changed.', {
  tickets: 'Spendable tickets in stamps.',
  bond_available: 'Available bond, not reserved by a trade.',
  bond_reserved: 'Bond reserved by a trade.',
  escrow: 'Price of a step that the principal consumes, held until settlement.',
  wallet: 'Wallet of a human.',
});

const transferMeanings: Record<(typeof transferKinds)[number], string> = {
  ticket_purchase: 'Tickets bought and paid.',
  wallet_fund: 'From a human’s wallet to a principal.',
  wallet_return: 'From a principal to a human’s wallet.',
  bond_reserve: 'Tickets moved to available bond.',
  bond_release: 'Available bond returned to tickets.',
  listing_fee: 'Fee for publishing a listing.',
  trade_bond: 'Bond reserved by a trade.',
  activation: 'Price and fee of an activated step.',
  settlement: 'Transfers of a settled trade.',
};
export const TransferKindEnum = enumOf('TransferKind', 'Kind of a transfer.', transferMeanings);

/** When an event of each type is written. */
export const eventMeanings = Object.fromEntries(eventTypes.map((type) => [type, eventForms[type].when])) as Record<
  EventType,
  string
>;
export const EventTypeEnum = enumOf('EventType', 'Type of an event.', eventMeanings);

export const ApprovalStatusEnum = enumOf('ApprovalStatus', 'Status of an approval.', {
  pending: 'An owner has not decided yet.',
  approved: 'An owner approved it. The agent can commit until it expires.',
  denied: 'An owner denied it.',
  used: 'The agent has committed to what was approved.',
  expired:
    'No owner decided, or the agent did not commit, within 24 hours. A newer revision and the end of the proposal also end it.',
});

export const OrderDirectionEnum = enumOf('OrderDirection', 'Direction of an order.', {
  asc: 'The smallest or oldest value comes first.',
  desc: 'The largest or newest value comes first.',
});
export const TradeOrderFieldEnum = enumOf('TradeOrderField', 'Value that an order of trades compares.', {
  created_at: 'Time of creation.',
  next_deadline_at: 'Next deadline. Trades without a deadline are left out.',
  settled_at: 'Time of the settlement. Open trades are left out.',
});
export const ProposalOrderFieldEnum = enumOf('ProposalOrderField', 'Value that an order of proposals compares.', {
  created_at: 'Time of creation.',
  expires_at: 'Expiry. Proposals that have ended are left out.',
});
export const EventOrderFieldEnum = enumOf('EventOrderField', 'Value that an order of events compares.', {
  sequence: 'Number of the event in the log of its principal.',
});
export const MarketOrderFieldEnum = enumOf('MarketOrderField', 'Value that an order of the market compares.', {
  created_at: 'Time of publication.',
  price_stamps: 'Price in stamps.',
});
