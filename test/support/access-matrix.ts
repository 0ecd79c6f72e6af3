/** Access tables for test/spec/access.test.ts, which defines their words; not a test. */

/**
 * The answer to a call about the owner's principal, for each caller.
 * `console` sends no acting headers. An operation's own code, such as trade_not_found, means that access was granted.
 */
export const TABLE = `
  operation                 | owner  | viewer | other human | own agent | other agent | revoked | operator | console
  node                      | yes    | yes    | yes         | yes       | yes         | 401     | yes      | yes
  nodes                     | yes    | yes    | yes         | yes       | yes         | 401     | yes      | yes
  service                   | yes    | yes    | yes         | yes       | yes         | 401     | yes      | yes
  policies                  | yes    | yes    | yes         | yes       | yes         | 401     | yes      | yes
  ticketPacks               | yes    | yes    | yes         | yes       | yes         | 401     | yes      | yes
  ticketPurchase            | checkout_session_not_found | checkout_session_not_found | checkout_session_not_found | checkout_session_not_found | checkout_session_not_found | 401 | checkout_session_not_found | checkout_session_not_found
  market                    | yes    | yes    | yes         | yes       | yes         | 401     | yes      | yes
  tradeProfiles             | yes    | yes    | yes         | yes       | yes         | 401     | yes      | yes
  publicPrincipal           | yes    | yes    | yes         | yes       | yes         | 401     | yes      | yes
  sandbox                   | yes    | yes    | yes         | yes       | yes         | 401     | yes      | yes
  actingPrincipal           | yes    | principal_not_found | yes | platform | platform   | 401     | platform | acting
  actingPrincipals          | yes    | yes    | yes         | platform  | platform    | 401     | platform | acting
  sessionCheck              | session_invalid | session_invalid | session_invalid | platform | platform | 401 | platform | session_invalid
  wallet                    | yes    | yes    | yes         | platform  | platform    | 401     | platform | acting
  principal                 | yes    | yes    | denied      | yes       | denied      | 401     | yes      | acting
  principals                | platform | platform | platform | platform | platform   | 401     | yes      | platform
  operatorQueues            | platform | platform | platform | platform | platform   | 401     | yes      | platform
  operatorTrades            | platform | platform | platform | platform | platform   | 401     | yes      | platform
  operatorTrade             | platform | platform | platform | platform | platform   | 401     | yes      | platform
  operatorLog               | platform | platform | platform | platform | platform   | 401     | yes      | platform
  ledgerAudit               | platform | platform | platform | platform | platform   | 401     | yes      | platform
  policyBacktest            | platform | platform | platform | platform | platform   | 401     | validation_failed | platform
  parkedPurchases           | platform | platform | platform | platform | platform   | 401     | yes      | platform
  flaggedPayments           | platform | platform | platform | platform | platform   | 401     | yes      | platform
  provisionPrincipal        | yes    | yes    | yes         | platform  | platform    | 401     | platform | acting
  renamePrincipal           | yes    | owners | denied      | owners    | denied      | 401     | owners   | acting
  setEconomicAnchor         | platform | platform | denied      | platform  | denied      | 401     | yes      | platform
  createCredential          | yes    | owners | denied      | owners    | denied      | 401     | owners   | acting
  rotateCredential          | yes    | owners | denied      | yes       | denied      | 401     | denied   | acting
  revokeCredential          | credential_not_found | owners | denied | credential_not_found | denied | 401 | denied | acting
  registerAgent             | yes    | owners | denied      | owners    | denied      | 401     | owners   | acting
  updateAgentNotificationUrl | agent_not_found | owners | denied | owners | denied    | 401     | owners   | acting
  updateAgentCard           | agent_not_found | owners | denied | owners | denied    | 401     | owners   | acting
  retireAgent               | agent_not_found | owners | denied | owners | denied    | 401     | owners   | acting
  putMandate                | agent_not_found | owners | denied | owners | denied    | 401     | owners   | acting
  revokeMandate             | agent_not_found | owners | denied | owners | denied    | 401     | owners   | acting
  decideApproval            | approval_not_found | owners | denied | owners | denied | 401     | owners   | acting
  setAgentEventTypes        | agent_not_found | owners | denied | agent_not_found | denied | 401 | denied  | acting
  rotateWebhookSigningKey   | agent_not_found | owners | denied | agent_not_found | denied | 401 | denied | acting
  redeliverWebhook          | webhook_delivery_not_found | owners | denied | webhook_delivery_not_found | denied | 401 | denied | acting
  putBinding                | yes    | owners | denied      | platform  | denied      | 401     | owners   | acting
  removeBinding             | binding_not_found | owners | denied | platform | denied | 401   | owners | acting
  fundPrincipal             | wallet_insufficient_balance | owners | denied | platform | denied | 401 | owners | acting
  returnFunds               | yes    | owners | denied      | platform  | denied      | 401     | owners   | acting
  reserveBond               | yes    | owners | denied      | yes       | denied      | 401     | denied   | acting
  releaseBond               | yes    | owners | denied      | yes       | denied      | 401     | denied   | acting
  purchaseTickets           | yes    | owners | denied      | yes       | denied      | 401     | denied   | acting
  resolvePayment            | platform | platform | platform | platform | platform   | 401     | payment_not_found | platform
  publishListing            | agent_not_found | owners | denied | agent_not_found | denied | 401 | denied  | acting
  updateListing             | listing_not_found | owners | denied | listing_not_found | denied | 401 | denied | acting
  runMatch                  | listing_not_found | owners | denied | listing_not_found | denied | 401 | denied | acting
  respondToProposal         | proposal_not_found | owners | denied | proposal_not_found | denied | 401 | denied | acting
  createTrade               | proposal_not_found | owners | denied | proposal_not_found | denied | 401 | denied | acting
  activateTrade             | trade_not_found | owners | denied | trade_not_found | denied | 401 | denied  | acting
  withdrawFromTrade         | trade_not_found | owners | denied | trade_not_found | denied | 401 | denied  | acting
  publishDeliveryContract   | trade_not_found | owners | denied | trade_not_found | denied | 401 | denied  | acting
  submitCheckpoint          | trade_not_found | owners | denied | trade_not_found | denied | 401 | denied  | acting
  fileRebuttal              | trade_not_found | owners | denied | trade_not_found | denied | 401 | denied  | acting
  evaluateTrade             | platform | platform | platform | platform | platform   | 401     | trade_not_found | platform
  settleTrade               | platform | platform | platform | platform | platform   | 401     | trade_not_found | platform
  activatePolicy            | platform | platform | platform | platform | platform   | 401     | validation_failed | platform
  advanceClock | sandbox_only | sandbox_only | sandbox_only | sandbox_only | sandbox_only | 401 | sandbox_only | sandbox_only
  grantTickets | sandbox_only | sandbox_only | sandbox_only | sandbox_only | sandbox_only | 401 | sandbox_only | sandbox_only
  spawnCounterparty | sandbox_only | sandbox_only | sandbox_only | sandbox_only | sandbox_only | 401 | sandbox_only | sandbox_only
  injectFault | sandbox_only | sandbox_only | sandbox_only | sandbox_only | sandbox_only | 401 | sandbox_only | sandbox_only
  events                    | yes    | yes    | denied      | yes       | denied      | 401     | yes      | acting
  tradeCompleted            | yes    | yes    | denied      | yes       | denied      | 401     | yes      | acting
  tradeFailed               | yes    | yes    | denied      | yes       | denied      | 401     | yes      | acting
  tradeUpdated              | trade_not_found | trade_not_found | trade_not_found | trade_not_found | trade_not_found | 401 | trade_not_found | trade_not_found
  proposalUpdated           | proposal_not_found | proposal_not_found | proposal_not_found | proposal_not_found | proposal_not_found | 401 | proposal_not_found | proposal_not_found
  attentionChanged          | yes    | yes    | denied      | yes       | denied      | 401     | yes      | acting
  operatorQueueChanged      | platform | platform | platform | platform | platform   | 401     | yes      | platform
`;

/** Access to the REST paths below `principal` and `publicPrincipal`. An absent object is null and not refused. */
export const BELOW = `
  operation                               | owner | viewer | other human | own agent | other agent | revoked | operator | console
  principal.attention                     | yes   | yes    | denied      | yes       | denied      | 401     | yes      | acting
  principal.bindings                      | yes   | yes    | denied      | platform  | denied      | 401     | yes      | acting
  principal.credentials                   | yes   | yes    | denied      | yes       | denied      | 401     | yes      | acting
  principal.postings                      | yes   | yes    | denied      | yes       | denied      | 401     | yes      | acting
  principal.agents                        | yes   | yes    | denied      | yes       | denied      | 401     | yes      | acting
  principal.agent                         | yes   | yes    | denied      | yes       | denied      | 401     | yes      | acting
  principal.agent.mandate                 | yes   | yes    | denied      | yes       | denied      | 401     | yes      | acting
  principal.approvals                     | yes   | yes    | denied      | yes       | denied      | 401     | yes      | acting
  principal.approval                      | yes   | yes    | denied      | yes       | denied      | 401     | yes      | acting
  principal.agent.webhookSigningKeys      | yes   | yes    | denied      | yes       | denied      | 401     | yes      | acting
  principal.agent.webhookDeliveries       | yes   | yes    | denied      | yes       | denied      | 401     | yes      | acting
  principal.events                        | yes   | yes    | denied      | yes       | denied      | 401     | yes      | acting
  principal.listings                      | yes   | yes    | denied      | yes       | denied      | 401     | yes      | acting
  principal.listing                       | yes   | yes    | denied      | yes       | denied      | 401     | yes      | acting
  principal.matchRun                      | yes   | yes    | denied      | yes       | denied      | 401     | yes      | acting
  principal.proposals                     | yes   | yes    | denied      | yes       | denied      | 401     | yes      | acting
  principal.proposal                      | yes   | yes    | denied      | yes       | denied      | 401     | yes      | acting
  principal.proposal.settlementPreview    | yes   | yes    | denied      | yes       | denied      | 401     | yes      | acting
  principal.trades                        | yes   | yes    | denied      | yes       | denied      | 401     | yes      | acting
  principal.trade                         | yes   | yes    | denied      | yes       | denied      | 401     | yes      | acting
  principal.trade.settlementPreview       | yes   | yes    | denied      | yes       | denied      | 401     | yes      | acting
  principal.trade.settlement              | yes   | yes    | denied      | yes       | denied      | 401     | yes      | acting
  principal.trade.settlement.evidence     | yes   | yes    | denied      | yes       | denied      | 401     | yes      | acting
  principal.tradeGraph                    | yes   | yes    | denied      | yes       | denied      | 401     | yes      | acting
  principal.ticketPurchases               | yes   | yes    | denied      | yes       | denied      | 401     | yes      | acting
  publicPrincipal.agents                  | yes   | yes    | yes         | yes       | yes         | 401     | yes      | yes
`;
