import 'reflect-metadata';
import { lexicographicSortSchema, printSchema, type GraphQLSchema } from 'graphql';
import { buildSchemaSync, getMetadataStorage, type NonEmptyArray } from 'type-graphql';
import { AllowedActionResolver, ConsequenceResolver } from './schema/action';
import {
  ListingActionsResolver,
  PrincipalActionsResolver,
  ProposalActionsResolver,
  TradeActionsResolver,
} from './schema/action-resolvers';
import { AgentResolver, PrincipalAgentsResolver } from './schema/agent';
import { ApprovalResolver, PrincipalApprovalsResolver } from './schema/approval';
import { AgentMandateResolver, MandateMutations } from './schema/mandate';
import { AgentChangeMutations } from './schema/agent-changes';
import { AgentMutations } from './schema/agent-mutations';
import { AttentionItemResolver, AttentionResolver } from './schema/attention';
import { AttentionSubscription } from './schema/attention-subscription';
import { PrincipalBindingsResolver } from './schema/binding';
import { BindingMutations } from './schema/binding-mutations';
import { BondMutations } from './schema/bond';
import { CredentialMutations, CredentialResolver, PrincipalCredentialsResolver } from './schema/credential';
import { eventClasses, EventResolver, PrincipalEventsResolver } from './schema/event';
import { eventTypeResolvers } from './schema/event-types';
import { addIdempotencyKeys } from './schema/idempotency-key';
import { ListingResolver, PrincipalListingsResolver } from './schema/listing';
import { LedgerAuditResolver } from './schema/ledger-audit';
import { returnErrorsOf } from './execution/field-getters';
import { resolvePreloaded } from './execution/preloaded';
import { countConnections } from './schema/connection';
import { ListingMutations } from './schema/listing-mutations';
import { MatchRunResolver, PrincipalMatchRunResolver } from './schema/match-run';
import { NodeResolver } from './schema/node-query';
import { OperatorResolver } from './schema/operator';
import { OperatorPaymentsResolver, ParkedPurchaseResolver } from './schema/operator-payments';
import { OperatorPrincipalsResolver } from './schema/operator-principals';
import { OperatorQueuesResolver } from './schema/operator-queues';
import { OperatorTradesResolver } from './schema/operator-trades';
import { PolicyResolver } from './schema/policy';
import { PolicyBacktestResolver } from './schema/policy-backtest';
import { PrincipalPostingsResolver } from './schema/posting';
import { PrincipalResolver } from './schema/principal';
import { PrincipalProposalsResolver, ProposalResolver } from './schema/proposal';
import { ProposalMutations } from './schema/proposal-mutations';
import { ProvisionResolver } from './schema/provision';
import { DateTimeScalar } from './schema/scalars';
import { SandboxResolver } from './schema/sandbox';
import { SandboxFaultResolver } from './schema/sandbox-faults';
import { ServiceResolver } from './schema/service';
import { SessionPrincipalResolver, SessionResolver } from './schema/session';
import {
  AgentEdgesResolver,
  ListingEdgesResolver,
  MatchRunListingResolver,
  PrincipalMatchRunsResolver,
} from './schema/market-edges';
import { PrincipalPurchasesResolver, WalletEdgesResolver } from './schema/money-edges';
import {
  CompensationResolver,
  ProposalParticipantResolver,
  RevisionProposerResolver,
  SettlementPartyResolver,
  SettlementSideResolver,
  TermsStepResolver,
  TicketPurchasePrincipalResolver,
  TradeParticipantResolver,
  TradeStepAgentsResolver,
} from './schema/party-edges';
import { ProposalEdgesResolver, RevisionChangesResolver } from './schema/proposal-edges';
import { PublicAgentResolver, PublicPrincipalResolver } from './schema/public-agent';
import { PublicListingResolver } from './schema/public-listing';
import { MarketResolver } from './schema/market';
import { ReputationResolver } from './schema/reputation';
import { PostingEdgesResolver, SettlementTradeResolver, TradeEdgesResolver } from './schema/trade-edges';
import { OperatorActEdgesResolver } from './schema/node-edges';
import { SettlementResolver } from './schema/settlement';
import { ProposalPreviewResolver, TradePreviewResolver } from './schema/settlement-preview';
import { resolveEvents, EventSubscriptions, noPubSub } from './schema/subscriptions';
import { TicketResolver } from './schema/ticket';
import { TradeStepResolver } from './schema/step-resolver';
import { PrincipalTradesResolver, TradeResolver } from './schema/trade';
import { TradeGraphResolver } from './schema/trade-graph';
import { TradeMutations } from './schema/trade-mutations';
import { UpdateSubscriptions } from './schema/update-subscriptions';
import { WalletResolver } from './schema/wallet';
import { AgentDeliveriesResolver, WebhookDeliveryResolver } from './schema/webhook';
import { WebhookMutations } from './schema/webhook-mutations';
import { nullableRoots } from './execution/nullable-roots';
import { paceFields } from './execution/paced-fields';
import { limitResponseText } from './execution/weights';

/** All resolver classes. */
const resolvers: NonEmptyArray<NewableFunction> = [
  AgentDeliveriesResolver,
  AgentEdgesResolver,
  AgentMandateResolver,
  MandateMutations,
  AgentMutations,
  AgentChangeMutations,
  AgentResolver,
  AllowedActionResolver,
  ApprovalResolver,
  PrincipalApprovalsResolver,
  AttentionItemResolver,
  AttentionResolver,
  BindingMutations,
  BondMutations,
  CompensationResolver,
  ConsequenceResolver,
  CredentialMutations,
  CredentialResolver,
  EventResolver,
  EventSubscriptions,
  LedgerAuditResolver,
  ListingActionsResolver,
  ListingEdgesResolver,
  ListingMutations,
  ListingResolver,
  MarketResolver,
  MatchRunListingResolver,
  MatchRunResolver,
  NodeResolver,
  OperatorActEdgesResolver,
  OperatorPaymentsResolver,
  OperatorPrincipalsResolver,
  OperatorQueuesResolver,
  OperatorResolver,
  OperatorTradesResolver,
  ParkedPurchaseResolver,
  PolicyBacktestResolver,
  PolicyResolver,
  PostingEdgesResolver,
  PrincipalActionsResolver,
  PrincipalAgentsResolver,
  PrincipalBindingsResolver,
  PrincipalCredentialsResolver,
  PrincipalEventsResolver,
  PrincipalListingsResolver,
  PrincipalMatchRunResolver,
  PrincipalMatchRunsResolver,
  PrincipalPostingsResolver,
  PrincipalProposalsResolver,
  PrincipalPurchasesResolver,
  PrincipalResolver,
  PrincipalTradesResolver,
  ProposalActionsResolver,
  ProposalEdgesResolver,
  ProposalMutations,
  ProposalParticipantResolver,
  ProposalPreviewResolver,
  ProposalResolver,
  ProvisionResolver,
  PublicAgentResolver,
  PublicListingResolver,
  PublicPrincipalResolver,
  ReputationResolver,
  RevisionChangesResolver,
  RevisionProposerResolver,
  SandboxFaultResolver,
  SandboxResolver,
  ServiceResolver,
  SessionPrincipalResolver,
  SessionResolver,
  SettlementPartyResolver,
  SettlementSideResolver,
  SettlementResolver,
  SettlementTradeResolver,
  TermsStepResolver,
  TicketPurchasePrincipalResolver,
  TicketResolver,
  TradeActionsResolver,
  TradeEdgesResolver,
  TradeGraphResolver,
  TradeMutations,
  TradeParticipantResolver,
  TradePreviewResolver,
  TradeResolver,
  TradeStepAgentsResolver,
  TradeStepResolver,
  UpdateSubscriptions,
  AttentionSubscription,
  WalletEdgesResolver,
  WalletResolver,
  WebhookDeliveryResolver,
  WebhookMutations,
  ...eventTypeResolvers,
];

/**
 * Removes the resolvers of plain fields and getters, so that graphql-js reads them as properties.
 * type-graphql would wrap them for middlewares that do not exist, and graphql-jit could not inline them.
 */
function skipResolverWrappers(): void {
  const storage = getMetadataStorage();
  for (const type of storage.objectTypes) type.simpleResolvers = true;
  storage.fieldResolvers = storage.fieldResolvers.filter(({ kind, target, methodName, schemaName }) => {
    const prototype = target.prototype as object;
    const isGetter = Object.getOwnPropertyDescriptor(prototype, methodName)?.get !== undefined;
    const isProperty = kind === 'internal' && isGetter && methodName === schemaName;
    if (isProperty) returnErrorsOf(prototype, methodName);
    return !isProperty;
  });
}

const ROOTS: Readonly<Record<string, string>> = {
  Query:
    'Entry points for reads. A read has no effect and needs no idempotency key. A refused field is null, its error has its path, and the other fields are answered.',
  Mutation:
    'Changes. Every request with mutations needs an idempotency key, as a header or in an input, and takes effect at most once.',
  Subscription: 'Live events over the graphql-transport-ws protocol. A cursor resumes after missed events.',
};

/** Sets the descriptions of the root types, for which type-graphql has no decorator. */
function describeRoots(schema: GraphQLSchema): void {
  for (const [name, description] of Object.entries(ROOTS)) {
    const root = schema.getType(name);
    if (root) root.description = description;
  }
}

let built: GraphQLSchema | undefined;

/** The schema of the service, built once a process. */
export function createSchema(): GraphQLSchema {
  built ??= buildSchema();
  return built;
}

function buildSchema(): GraphQLSchema {
  skipResolverWrappers();
  const schema = buildSchemaSync({
    resolvers,
    validate: false,
    pubSub: noPubSub,
    // No field returns one of these types itself.
    orphanedTypes: [...eventClasses.values()],
    scalarsMap: [{ type: Date, scalar: DateTimeScalar }],
  });
  describeRoots(schema);
  const complete = addIdempotencyKeys(nullableRoots(countConnections(schema)));
  return paceFields(limitResponseText(resolvePreloaded(resolveEvents(complete))));
}

/** Returns the text of `schema.graphql`. */
export function printedSchema(): string {
  return `${printSchema(lexicographicSortSchema(createSchema()))}\n`;
}
