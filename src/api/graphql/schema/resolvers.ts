/**
 * All resolver classes. The schema is built of every export.
 *
 * Introspection answers fields and types in the order in which these files are loaded.
 */

export { AllowedActionResolver, ConsequenceResolver } from './action';
export {
  ListingActionsResolver,
  PrincipalActionsResolver,
  ProposalActionsResolver,
  TradeActionsResolver,
} from './action-resolvers';
export { AgentResolver, PrincipalAgentsResolver } from './agent';
export { ApprovalResolver, PrincipalApprovalsResolver } from './approval';
export { AgentMandateResolver, MandateMutations } from './mandate';
export { AgentChangeMutations } from './agent-changes';
export { AgentMutations } from './agent-mutations';
export { AttentionItemResolver, AttentionResolver } from './attention';
export { AttentionSubscription } from './attention-subscription';
export { PrincipalBindingsResolver } from './binding';
export { BindingMutations } from './binding-mutations';
export { BondMutations } from './bond';
export { CredentialMutations, CredentialResolver, PrincipalCredentialsResolver } from './credential';
export { EventResolver, PrincipalEventsResolver } from './event';
export { eventTypeResolvers } from './event-types';
export { ListingResolver, PrincipalListingsResolver } from './listing';
export { LedgerAuditResolver } from './ledger-audit';
export { ListingMutations } from './listing-mutations';
export { MatchRunResolver, PrincipalMatchRunResolver } from './match-run';
export { NodeResolver } from './node-query';
export { OperatorResolver } from './operator';
export { OperatorPaymentsResolver, ParkedPurchaseResolver } from './operator-payments';
export { OperatorPrincipalsResolver } from './operator-principals';
export { OperatorQueuesResolver } from './operator-queues';
export { OperatorTradesResolver } from './operator-trades';
export { PolicyResolver } from './policy';
export { PolicyBacktestResolver } from './policy-backtest';
export { PrincipalPostingsResolver } from './posting';
export { PrincipalResolver } from './principal';
export { PrincipalProposalsResolver, ProposalResolver } from './proposal';
export { ProposalMutations } from './proposal-mutations';
export { ProvisionResolver } from './provision';
export { SandboxResolver } from './sandbox';
export { SandboxFaultResolver } from './sandbox-faults';
export { ServiceResolver } from './service';
export { SessionPrincipalResolver, SessionResolver } from './session';
export {
  AgentEdgesResolver,
  ListingEdgesResolver,
  MatchRunListingResolver,
  PrincipalMatchRunsResolver,
} from './market-edges';
export { PrincipalPurchasesResolver, WalletEdgesResolver } from './money-edges';
export {
  CompensationResolver,
  ProposalParticipantResolver,
  RevisionProposerResolver,
  SettlementPartyResolver,
  SettlementSideResolver,
  TermsStepResolver,
  TicketPurchasePrincipalResolver,
  TradeParticipantResolver,
  TradeStepAgentsResolver,
} from './party-edges';
export { ProposalEdgesResolver, RevisionChangesResolver } from './proposal-edges';
export { PublicAgentResolver, PublicPrincipalResolver } from './public-agent';
export { PublicListingResolver } from './public-listing';
export { MarketResolver } from './market';
export { ReputationResolver } from './reputation';
export { PostingEdgesResolver, SettlementTradeResolver, TradeEdgesResolver } from './trade-edges';
export { OperatorActEdgesResolver } from './node-edges';
export { SettlementResolver } from './settlement';
export { ProposalPreviewResolver, TradePreviewResolver } from './settlement-preview';
export { EventSubscriptions } from './subscriptions';
export { TicketResolver } from './ticket';
export { TradeStepResolver } from './step-resolver';
export { PrincipalTradesResolver, TradeResolver } from './trade';
export { TradeGraphResolver } from './trade-graph';
export { TradeMutations } from './trade-mutations';
export { UpdateSubscriptions } from './update-subscriptions';
export { WalletResolver } from './wallet';
export { AgentDeliveriesResolver, WebhookDeliveryResolver } from './webhook';
export { WebhookMutations } from './webhook-mutations';
