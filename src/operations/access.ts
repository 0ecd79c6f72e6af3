import { Refusal } from '../domain/errors/errors';
import type { AccessRule, Caller } from '../domain/sessions/caller';
import type { CredentialScope } from '../domain/sessions/credential-limits';

/**
 * The access table: who may call each root field of the schema.
 *
 * The table is not about the scopes of credentials (read, trade, money). `assertCredentialLimits` checks those.
 * The request pipeline checks it before it looks up a stored answer. The resolvers check it again for the principal.
 * A test compares this table with the schema.
 */
export const accessRules = {
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
  ledgerAudit: 'operator',
  policyBacktest: 'operator',

  // parties
  provisionPrincipal: 'console',
  renamePrincipal: 'owner',
  setEconomicAnchor: 'operator',
  createCredential: 'owner',
  rotateCredential: 'act',
  revokeCredential: 'act',
  registerAgent: 'owner',
  updateAgentNotificationUrl: 'owner',
  updateAgentCard: 'owner',
  retireAgent: 'owner',
  putMandate: 'owner',
  revokeMandate: 'owner',
  decideApproval: 'owner',
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

export type Operation = keyof typeof accessRules;

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

/** Mutations that need the scope `money`. They move stamps of the principal outside of its trades. */
const MONEY: ReadonlySet<Operation> = new Set(['reserveBond', 'releaseBond', 'purchaseTickets', 'grantTickets']);

/** Mutations of a sandbox that any principal may call. They need the scope `trade`. */
const PRACTICE: ReadonlySet<Operation> = new Set(['advanceClock', 'spawnCounterparty', 'injectFault']);

/** The scope that a credential needs for an operation; undefined: none, or no credential of a principal may call it. */
function neededScope(operation: Operation): CredentialScope | undefined {
  if (MONEY.has(operation)) return 'money';
  if (PRACTICE.has(operation)) return 'trade';
  const rule: AccessRule = accessRules[operation];
  if (rule === 'any' || rule === 'read') return 'read';
  return rule === 'act' && operation !== 'revokeCredential' ? 'trade' : undefined;
}

/** Checks the limits of the caller's credential. @throws Refusal 403 `credential_restricted`, `insufficient_scope` */
export function assertCredentialLimits(caller: Caller, operation: Operation): void {
  if (caller.kind !== 'principal' || !caller.limits) return;
  if (operation === 'rotateCredential') throw new Refusal('credential_restricted');
  const needed = neededScope(operation);
  if (needed === undefined || caller.limits.scopes.includes(needed)) return;
  throw new Refusal('insufficient_scope', undefined, { required_scope: needed });
}
