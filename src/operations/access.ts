import type { AccessRule } from '../domain/sessions/caller';

/**
 * The access rule of every root field of the schema.
 *
 * The request pipeline checks it before it looks up a stored response. The resolvers check it again for the principal.
 * A test compares this table with the schema.
 */
export const scope = {
  // reads
  node: 'any',
  nodes: 'any',
  service: 'any',
  policies: 'any',
  ticketPacks: 'any',
  ticketPurchase: 'any',
  sandbox: 'any',
  market: 'any',
  tradeProfiles: 'any',
  publicPrincipal: 'any',
  actingPrincipal: 'console',
  sessionCheck: 'session',
  actingPrincipals: 'console',
  wallet: 'console',
  principal: 'read',
  principals: 'operator',
  operatorQueues: 'operator',
  operatorTrades: 'operator',
  operatorTrade: 'operator',
  operatorLog: 'operator',
  parkedPurchases: 'operator',
  flaggedPayments: 'operator',

  // parties
  provisionPrincipal: 'console',
  renamePrincipal: 'owner',
  setEconomicAnchor: 'operator',
  createCredential: 'owner',
  rotateCredential: 'act',
  revokeCredential: 'act',
  registerAgent: 'owner',
  updateAgentNotificationUrl: 'owner',
  setAgentEventTypes: 'act',
  rotateWebhookSigningKey: 'act',
  redeliverWebhook: 'act',
  putBinding: 'console_owner',
  removeBinding: 'console_owner',

  // money
  fundPrincipal: 'console_owner',
  returnFunds: 'console_owner',
  reserveBond: 'act',
  releaseBond: 'act',
  purchaseTickets: 'act',
  resolvePayment: 'operator',

  // market
  publishListing: 'act',
  updateListing: 'act',
  runMatch: 'act',
  respondToProposal: 'act',

  // trade
  createTrade: 'act',
  activateTrade: 'act',
  withdrawFromTrade: 'act',
  publishDeliveryContract: 'act',
  submitCheckpoint: 'act',
  fileRebuttal: 'act',
  evaluateTrade: 'operator',
  settleTrade: 'operator',
  activatePolicy: 'operator',

  // sandbox: any principal of a sandbox may practise, and a live service refuses all
  advanceClock: 'any',
  grantTickets: 'any',
  spawnCounterparty: 'any',
  injectFault: 'any',

  // subscriptions
  events: 'read',
  tradeCompleted: 'read',
  tradeFailed: 'read',
  tradeUpdated: 'any',
  proposalUpdated: 'any',
  attentionChanged: 'read',
  operatorQueueChanged: 'operator',
} as const satisfies Record<string, AccessRule>;

export type Operation = keyof typeof scope;

/** The mutations that only operators may call. */
export type OperatorMutation =
  'setEconomicAnchor' | 'resolvePayment' | 'evaluateTrade' | 'settleTrade' | 'activatePolicy';

/** Reads below `principal` that its agents may not make, by their paths in the schema. */
const platformReads = ['principal.bindings'] as const;
export type PlatformRead = (typeof platformReads)[number];

/** Whether only callers of the platform may make this read. */
export function isPlatformRead(path: string): path is PlatformRead {
  return (platformReads as readonly string[]).includes(path);
}
