import type { AccessRule } from '../domain/sessions/caller';

/**
 * Who may call what: every root field of the schema, once. The exchange asks before it looks up a kept answer, the
 * resolvers ask again for the principal's id; a test compares this table with the schema in both directions.
 * Source: contract §2 and the specification's "Operations described by behaviour".
 */
export const scope = {
  // reads
  node: 'any',
  nodes: 'any',
  service: 'any',
  ticketPacks: 'any',
  ticketPurchase: 'any',
  actingPrincipal: 'console',
  sessionCheck: 'session',
  actingPrincipals: 'console',
  wallet: 'console',
  principal: 'read',
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

  // subscriptions
  events: 'read',
  tradeCompleted: 'read',
  tradeFailed: 'read',
} as const satisfies Record<string, AccessRule>;

export type Operation = keyof typeof scope;

/** Reads below `principal` that are not for its agents, by their paths in the schema (contract §2: agents, bindings). */
const platformReads = ['principal.bindings'] as const;
export type PlatformRead = (typeof platformReads)[number];

/** Whether a read, by its path in the schema, is for the platform's own callers alone. */
export function isPlatformRead(path: string): path is PlatformRead {
  return (platformReads as readonly string[]).includes(path);
}
