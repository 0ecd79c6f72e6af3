import { Field, ID, InputType } from 'type-graphql';
import {
  ApprovalStatusEnum,
  DeliveryStateEnum,
  EventTypeEnum,
  FailureClassEnum,
  LedgerAccountKindEnum,
  ListingSideEnum,
  ListingStateEnum,
  OperatorQueueEnum,
  OrderDirectionEnum,
  ProposalOrderFieldEnum,
  ProposalStateEnum,
  PurchaseStatusEnum,
  SettlementOutcomeEnum,
  TradeOrderFieldEnum,
  TradeStateEnum,
  TransferKindEnum,
} from './enums';

type Optional<T> = T | null;
type FieldType = Exclude<Parameters<typeof Field>[0], undefined>;

/** A member of a filter. All members are optional and are combined with AND. */
function Member(type: () => unknown, description: string): PropertyDecorator {
  return (target, name) => {
    Field(type as FieldType, { nullable: true, description })(target, name);
  };
}

const AGENT = 'Key or UUID of one’s own agent.';
const COUNTERPARTY = 'Key or UUID of another participant.';

@InputType({ description: 'Selects trades. Members are combined with AND; values of a list with OR.' })
export class TradeFilter {
  @Member(() => [TradeStateEnum], 'One of these states.')
  states?: Optional<string[]>;

  @Member(() => [SettlementOutcomeEnum], 'Settled with one of these outcomes.')
  outcomes?: Optional<string[]>;

  @Member(() => ID, AGENT)
  agentKey?: Optional<string>;

  @Member(() => ID, COUNTERPARTY)
  counterpartyKey?: Optional<string>;

  @Member(() => ID, 'Key or UUID of the proposal.')
  proposalKey?: Optional<string>;

  @Member(() => String, 'Trade profile of the listing that was matched.')
  tradeProfile?: Optional<string>;

  @Member(() => Date, 'Created at this time or later.')
  createdFrom?: Optional<Date>;

  @Member(() => Date, 'Created before this time.')
  createdTo?: Optional<Date>;

  @Member(() => Boolean, 'True: the principal can do the next act. False: all other trades.')
  awaitingMe?: Optional<boolean>;

  @Member(() => Date, 'The next deadline is before this time.')
  dueBefore?: Optional<Date>;
}

@InputType({
  description: 'Selects trades of all principals. Members are combined with AND; values of a list with OR.',
})
export class OperatorTradeFilter {
  @Member(() => OperatorQueueEnum, 'Reason for which the trades wait for an operator.')
  awaiting?: Optional<string>;

  @Member(() => [TradeStateEnum], 'One of these states.')
  states?: Optional<string[]>;

  @Member(() => [SettlementOutcomeEnum], 'Settled with one of these outcomes.')
  outcomes?: Optional<string[]>;

  @Member(() => [FailureClassEnum], 'Settled with one of these fault classes.')
  failureClasses?: Optional<string[]>;

  @Member(() => ID, 'Key or UUID of a participant.')
  principalKey?: Optional<string>;

  @Member(() => ID, 'Key or UUID of an agent that takes part.')
  agentKey?: Optional<string>;

  @Member(() => ID, 'Key or UUID of the proposal.')
  proposalKey?: Optional<string>;

  @Member(() => Date, 'Created at this time or later.')
  createdFrom?: Optional<Date>;

  @Member(() => Date, 'Created before this time.')
  createdTo?: Optional<Date>;

  @Member(() => Date, 'The next deadline is before this time.')
  dueBefore?: Optional<Date>;
}

@InputType({ description: 'Selects proposals. Members are combined with AND; values of a list with OR.' })
export class ProposalFilter {
  @Member(() => [ProposalStateEnum], 'One of these states.')
  states?: Optional<string[]>;

  @Member(() => ID, 'Key or UUID of one’s own listing that was matched.')
  listingKey?: Optional<string>;

  @Member(() => ID, 'Key or UUID of the match run.')
  matchRunId?: Optional<string>;

  @Member(() => ID, AGENT)
  agentKey?: Optional<string>;

  @Member(() => ID, COUNTERPARTY)
  counterpartyKey?: Optional<string>;

  @Member(() => Boolean, 'True: the principal has not answered the current revision. False: all other proposals.')
  awaitingMe?: Optional<boolean>;

  @Member(() => Date, 'The proposal is open and expires before this time.')
  expiresBefore?: Optional<Date>;
}

@InputType({ description: 'Selects approvals. Members are combined with AND; values of a list with OR.' })
export class ApprovalFilter {
  @Member(() => [ApprovalStatusEnum], 'One of these statuses.')
  statuses?: Optional<string[]>;

  @Member(() => ID, AGENT)
  agentKey?: Optional<string>;
}

@InputType({ description: 'Selects listings. Members are combined with AND; values of a list with OR.' })
export class ListingFilter {
  @Member(() => [ListingStateEnum], 'One of these states. An expired listing is closed.')
  states?: Optional<string[]>;

  @Member(() => ListingSideEnum, 'Side of the trade that the listing takes.')
  side?: Optional<string>;

  @Member(() => ID, AGENT)
  agentKey?: Optional<string>;

  @Member(() => String, 'Trade profile of the listing.')
  tradeProfile?: Optional<string>;

  @Member(() => [String], 'At least one of these tags.')
  tags?: Optional<string[]>;

  @Member(() => String, 'Text that the title or the description contains, in any case of letters.')
  text?: Optional<string>;
}

@InputType({ description: 'Selects agents. Members are combined with AND.' })
export class AgentFilter {
  @Member(() => String, 'Text that the name or the description of the card contains, in any case of letters.')
  text?: Optional<string>;

  @Member(() => Boolean, 'Whether the notifications of the agent are disabled.')
  hasDisabledWebhook?: Optional<boolean>;
}

const POSTINGS_COMPARED =
  'With accounts a page compares up to 10,000 postings, so it can be short and have a next page.';

@InputType({
  description: `Selects postings. Members are combined with AND; values of a list with OR. ${POSTINGS_COMPARED}`,
})
export class PostingFilter {
  @Member(() => [TransferKindEnum], 'One of these kinds of transfer.')
  kinds?: Optional<string[]>;

  @Member(() => [LedgerAccountKindEnum], 'One of these balances.')
  accounts?: Optional<string[]>;

  @Member(() => ID, 'Key or UUID of the trade that moved the stamps.')
  tradeKey?: Optional<string>;

  @Member(() => ID, 'Key or UUID of the listing whose fee was paid.')
  listingKey?: Optional<string>;

  @Member(() => Date, 'Posted at this time or later.')
  createdFrom?: Optional<Date>;

  @Member(() => Date, 'Posted before this time.')
  createdTo?: Optional<Date>;
}

@InputType({ description: 'Selects ticket purchases.' })
export class TicketPurchaseFilter {
  @Member(() => [PurchaseStatusEnum], 'One of these statuses.')
  statuses?: Optional<string[]>;
}

const DELIVERIES_COMPARED =
  'With states and event types a page compares up to 10,000 deliveries, so it can be short and have a next page.';

@InputType({
  description: `Selects webhook deliveries. Members are combined with AND; values of a list with OR. ${DELIVERIES_COMPARED}`,
})
export class WebhookDeliveryFilter {
  @Member(() => [DeliveryStateEnum], 'One of these states.')
  states?: Optional<string[]>;

  @Member(() => [EventTypeEnum], 'One of these event types.')
  eventTypes?: Optional<string[]>;
}

@InputType('EventFilter', { description: 'Selects events. Members are combined with AND; values of a list with OR.' })
export class EventFilterInput {
  @Member(() => [EventTypeEnum], 'One of these types.')
  types?: Optional<string[]>;

  @Member(() => ID, 'Key of the object that the event is about.')
  subjectKey?: Optional<string>;

  @Member(() => ID, 'Key or UUID of the trade that the event is about.')
  tradeKey?: Optional<string>;

  @Member(() => Date, 'Written at this time or later.')
  from?: Optional<Date>;

  @Member(() => Date, 'Written before this time.')
  to?: Optional<Date>;
}

@InputType({ description: 'Order of a list of trades.' })
export class TradeOrder {
  @Field(() => TradeOrderFieldEnum, { defaultValue: 'created_at', description: 'Value that is compared.' })
  field: string;

  @Field(() => OrderDirectionEnum, {
    nullable: true,
    description: 'Direction. Default: newest first, or the soonest deadline first.',
  })
  direction?: Optional<'asc' | 'desc'>;
}

@InputType({ description: 'Order of a list of trades for operators.' })
export class OperatorTradeOrder {
  @Field(() => TradeOrderFieldEnum, {
    nullable: true,
    description:
      'Value that is compared. Default: time of creation, or the urgency of a verdict, which has no other order.',
  })
  field?: Optional<string>;

  @Field(() => OrderDirectionEnum, {
    nullable: true,
    description: 'Direction. Default: newest first, or the soonest deadline first.',
  })
  direction?: Optional<'asc' | 'desc'>;
}

@InputType({ description: 'Order of a list of proposals.' })
export class ProposalOrder {
  @Field(() => ProposalOrderFieldEnum, { defaultValue: 'created_at', description: 'Value that is compared.' })
  field: string;

  @Field(() => OrderDirectionEnum, {
    nullable: true,
    description: 'Direction. Default: newest first, or the soonest expiry first.',
  })
  direction?: Optional<'asc' | 'desc'>;
}
