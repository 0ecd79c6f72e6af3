import 'reflect-metadata';
import { lexicographicSortSchema, printSchema, type GraphQLSchema } from 'graphql';
import { buildSchemaSync, getMetadataStorage, type NonEmptyArray } from 'type-graphql';
import { AgentResolver, PrincipalAgentsResolver } from './schema/agent';
import { AgentMutations } from './schema/agent-mutations';
import { PrincipalBindingsResolver } from './schema/binding';
import { BindingMutations } from './schema/binding-mutations';
import { BondMutations } from './schema/bond';
import { CredentialMutations, PrincipalCredentialsResolver } from './schema/credential';
import { EventResolver, PrincipalEventsResolver } from './schema/event';
import { addIdempotencyKeys } from './schema/idempotency-key';
import { ListingResolver, PrincipalListingsResolver } from './schema/listing';
import { resolvePreloaded } from './execution/preloaded';
import { ListingMutations } from './schema/listing-mutations';
import { MatchRunResolver, PrincipalMatchRunResolver } from './schema/match-run';
import { NodeResolver } from './schema/node-query';
import { OperatorResolver } from './schema/operator';
import { OperatorPaymentsResolver, ParkedPurchaseResolver } from './schema/operator-payments';
import { OperatorTradesResolver } from './schema/operator-trades';
import { PolicyResolver } from './schema/policy';
import { PrincipalPostingsResolver } from './schema/posting';
import { PrincipalResolver } from './schema/principal';
import { PrincipalProposalsResolver, ProposalResolver } from './schema/proposal';
import { ProposalMutations } from './schema/proposal-mutations';
import { ProvisionResolver } from './schema/provision';
import { DateTimeScalar } from './schema/scalars';
import { ServiceResolver } from './schema/service';
import { SessionResolver } from './schema/session';
import { SettlementResolver } from './schema/settlement';
import { resolveEvents, EventSubscriptions, noPubSub } from './schema/subscriptions';
import { TicketResolver } from './schema/ticket';
import { TradeStepResolver } from './schema/step-resolver';
import { PrincipalTradesResolver, TradeResolver } from './schema/trade';
import { TradeGraphResolver } from './schema/trade-graph';
import { TradeMutations } from './schema/trade-mutations';
import { WalletResolver } from './schema/wallet';
import { AgentDeliveriesResolver, WebhookDeliveryResolver } from './schema/webhook';
import { WebhookMutations } from './schema/webhook-mutations';
import { nullableRoots } from './execution/nullable-roots';
import { paceFields } from './execution/paced-fields';
import { limitResponseText } from './execution/weights';

/** All resolver classes. */
const resolvers: NonEmptyArray<NewableFunction> = [
  AgentDeliveriesResolver,
  AgentMutations,
  AgentResolver,
  BindingMutations,
  BondMutations,
  CredentialMutations,
  EventResolver,
  EventSubscriptions,
  ListingMutations,
  ListingResolver,
  MatchRunResolver,
  NodeResolver,
  OperatorPaymentsResolver,
  OperatorResolver,
  ParkedPurchaseResolver,
  PolicyResolver,
  PrincipalAgentsResolver,
  PrincipalBindingsResolver,
  PrincipalCredentialsResolver,
  PrincipalEventsResolver,
  OperatorTradesResolver,
  PrincipalListingsResolver,
  PrincipalMatchRunResolver,
  PrincipalPostingsResolver,
  PrincipalProposalsResolver,
  PrincipalResolver,
  PrincipalTradesResolver,
  ProposalMutations,
  ProposalResolver,
  ProvisionResolver,
  ServiceResolver,
  SessionResolver,
  SettlementResolver,
  TicketResolver,
  TradeGraphResolver,
  TradeMutations,
  TradeResolver,
  TradeStepResolver,
  WalletResolver,
  WebhookDeliveryResolver,
  WebhookMutations,
];

/**
 * Removes the resolvers of plain fields and getters, so that graphql-js reads them as properties.
 * type-graphql would wrap them for middlewares that do not exist, and graphql-jit could not inline them.
 */
function skipResolverWrappers(): void {
  const storage = getMetadataStorage();
  for (const type of storage.objectTypes) type.simpleResolvers = true;
  storage.fieldResolvers = storage.fieldResolvers.filter(({ kind, target, methodName, schemaName }) => {
    const isGetter = Object.getOwnPropertyDescriptor(target.prototype, methodName)?.get !== undefined;
    return !(kind === 'internal' && isGetter && methodName === schemaName);
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
    scalarsMap: [{ type: Date, scalar: DateTimeScalar }],
  });
  describeRoots(schema);
  return paceFields(limitResponseText(resolvePreloaded(resolveEvents(addIdempotencyKeys(nullableRoots(schema))))));
}

/** Returns the text of `schema.graphql`. */
export function printedSchema(): string {
  return `${printSchema(lexicographicSortSchema(createSchema()))}\n`;
}
