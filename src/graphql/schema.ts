import 'reflect-metadata';
import { lexicographicSortSchema, printSchema, type GraphQLSchema } from 'graphql';
import { buildSchemaSync, getMetadataStorage, type NonEmptyArray } from 'type-graphql';
import { AgentResolver, PrincipalAgentsResolver } from './agent';
import { AgentMutations } from './agent-mutations';
import { PrincipalBindingsResolver } from './binding';
import { BindingMutations } from './binding-mutations';
import { BondMutations } from './bond';
import { CredentialMutations, PrincipalCredentialsResolver } from './credential';
import { EventResolver, PrincipalEventsResolver } from './event';
import { ListingResolver, PrincipalListingsResolver } from './listing';
import { answerKnown } from './known';
import { ListingMutations } from './listing-mutations';
import { MatchRunResolver, PrincipalMatchRunResolver } from './match-run';
import { NodeResolver } from './node-query';
import { OperatorResolver } from './operator';
import { OperatorPaymentsResolver, ParkedPurchaseResolver } from './operator-payments';
import { OperatorTradesResolver } from './operator-trades';
import { PrincipalPostingsResolver } from './posting';
import { PrincipalResolver } from './principal';
import { PrincipalProposalsResolver, ProposalResolver } from './proposal';
import { ProposalMutations } from './proposal-mutations';
import { ProvisionResolver } from './provision';
import { DateTimeScalar } from './scalars';
import { ServiceResolver } from './service';
import { SessionResolver } from './session';
import { SettlementResolver } from './settlement';
import { answerEvents, EventSubscriptions, noPubSub } from './subscriptions';
import { TicketResolver } from './ticket';
import { PrincipalTradesResolver, TradeResolver, TradeStepResolver } from './trade';
import { TradeGraphResolver } from './trade-graph';
import { TradeMutations } from './trade-mutations';
import { WalletResolver } from './wallet';
import { AgentDeliveriesResolver, WebhookDeliveryResolver } from './webhook';
import { WebhookMutations } from './webhook-mutations';
import { meterText } from './weights';

/** Every resolver class, by name: nothing is in the schema because a file happens to exist. */
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
 * A field without a method is read as GraphQL.js reads it, and so is one whose method is a getter: type-graphql would
 * wrap each in middleware there is none of, and graphql-jit could not read it in place.
 */
function readPlainly(): void {
  const storage = getMetadataStorage();
  for (const type of storage.objectTypes) type.simpleResolvers = true;
  storage.fieldResolvers = storage.fieldResolvers.filter(({ kind, target, methodName, schemaName }) => {
    const isGetter = Object.getOwnPropertyDescriptor(target.prototype, methodName)?.get !== undefined;
    return !(kind === 'internal' && isGetter && methodName === schemaName);
  });
}

export function createSchema(): GraphQLSchema {
  readPlainly();
  const schema = buildSchemaSync({
    resolvers,
    validate: false,
    pubSub: noPubSub,
    scalarsMap: [{ type: Date, scalar: DateTimeScalar }],
  });
  return meterText(answerKnown(answerEvents(schema)));
}

/** `schema.graphql`, sorted, as it is checked in. */
export function printedSchema(): string {
  return `${printSchema(lexicographicSortSchema(createSchema()))}\n`;
}
