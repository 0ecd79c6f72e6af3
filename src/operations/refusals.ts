import type { ErrorCode } from '../domain/errors/catalogue';
import type { AccessRule } from '../domain/sessions/caller';
import { type Operation, accessRules } from './access';

/**
 * The error codes of each operation's own rules.
 *
 * openapi.json and docs/reference/parity.md are generated from it. Every test that starts the service compares its
 * responses with it.
 */
const ownRefusals = {
  node: [],
  nodes: [],
  service: [],
  policies: [],
  ticketPacks: [],
  ticketPurchase: ['checkout_session_not_found'],
  sandbox: [],
  market: [],
  tradeProfiles: [],
  publicPrincipal: ['principal_not_found'],
  actingPrincipal: ['principal_not_found'],
  sessionCheck: ['session_invalid'],
  actingPrincipals: [],
  wallet: [],
  principal: ['principal_not_found'],
  principals: [],
  operatorQueues: [],
  operatorTrades: [],
  operatorTrade: [],
  operatorLog: [],
  parkedPurchases: [],
  flaggedPayments: [],
  ledgerAudit: [],
  policyBacktest: [],

  provisionPrincipal: ['principal_quota_exceeded'],
  renamePrincipal: ['principal_not_found'],
  setEconomicAnchor: ['principal_access_denied', 'principal_not_found'],
  createCredential: ['principal_not_found', 'agent_not_found', 'principal_quota_exceeded'],
  rotateCredential: ['principal_not_found', 'credential_not_found', 'credential_restricted'],
  revokeCredential: ['principal_not_found', 'credential_not_found', 'credential_restricted'],
  registerAgent: ['principal_not_found', 'principal_quota_exceeded'],
  updateAgentNotificationUrl: ['agent_not_found'],
  updateAgentCard: ['agent_not_found', 'principal_quota_exceeded'],
  retireAgent: ['agent_not_found'],
  putMandate: ['principal_not_found', 'agent_not_found'],
  revokeMandate: ['agent_not_found', 'mandate_not_found'],
  decideApproval: ['approval_not_found', 'approval_state_conflict'],
  setAgentEventTypes: ['agent_not_found'],
  rotateWebhookSigningKey: ['agent_not_found'],
  redeliverWebhook: ['agent_not_found', 'webhook_delivery_not_found', 'webhook_delivery_state_conflict'],
  putBinding: ['binding_state_conflict', 'principal_quota_exceeded'],
  removeBinding: ['binding_not_found', 'binding_state_conflict'],

  fundPrincipal: ['principal_not_found', 'wallet_insufficient_balance'],
  returnFunds: ['principal_not_found', 'wallet_insufficient_balance'],
  reserveBond: ['principal_not_found', 'principal_bond_insufficient_balance'],
  releaseBond: ['principal_not_found', 'principal_bond_insufficient_balance'],
  purchaseTickets: ['principal_not_found', 'payment_processor_unavailable'],
  resolvePayment: ['payment_not_found'],

  publishListing: [
    'principal_not_found',
    'agent_not_found',
    'agent_retired',
    'listing_already_active',
    'principal_daily_spend_limit_exceeded',
    'wallet_insufficient_balance',
  ],
  updateListing: ['listing_not_found', 'listing_state_conflict', 'listing_already_active'],
  runMatch: ['listing_not_found', 'listing_state_conflict', 'principal_quota_exceeded'],
  respondToProposal: [
    'proposal_not_found',
    'agent_retired',
    'proposal_revision_conflict',
    'match_proposal_invalid_response',
    'proposal_state_conflict',
    'mandate_exceeded',
    'approval_required',
  ],

  createTrade: [
    'proposal_not_found',
    'agent_retired',
    'trade_proposal_not_fully_accepted',
    'proposal_state_conflict',
    'trade_state_conflict',
    'trade_settlement_rejected',
    'mandate_exceeded',
    'approval_required',
    'principal_bond_insufficient_balance',
  ],
  activateTrade: [
    'trade_not_found',
    'trade_access_denied',
    'trade_state_conflict',
    'principal_daily_spend_limit_exceeded',
    'wallet_insufficient_balance',
  ],
  withdrawFromTrade: ['trade_not_found', 'trade_access_denied', 'trade_state_conflict'],
  publishDeliveryContract: [
    'trade_not_found',
    'step_not_found',
    'trade_access_denied',
    'contract_items_differ',
    'trade_state_conflict',
  ],
  submitCheckpoint: ['trade_not_found', 'step_not_found', 'trade_access_denied', 'trade_state_conflict'],
  fileRebuttal: ['trade_not_found', 'step_not_found', 'trade_access_denied', 'trade_state_conflict'],
  evaluateTrade: ['trade_not_found', 'trade_state_conflict', 'evaluation_state_conflict'],
  settleTrade: ['trade_not_found', 'trade_state_conflict', 'evaluation_state_conflict'],
  activatePolicy: [],

  advanceClock: ['sandbox_only'],
  grantTickets: ['sandbox_only', 'principal_not_found', 'payment_processor_unavailable'],
  spawnCounterparty: ['sandbox_only'],
  injectFault: ['sandbox_only', 'principal_not_found'],

  events: [],
  tradeCompleted: [],
  tradeFailed: [],
  tradeUpdated: ['trade_not_found'],
  proposalUpdated: ['proposal_not_found'],
  attentionChanged: [],
  operatorQueueChanged: [],
} as const satisfies Record<Operation, readonly ErrorCode[]>;

/** The error codes of each access rule. */
const ofRule = {
  any: ['insufficient_scope'],
  read: ['insufficient_scope', 'principal_access_denied', 'acting_headers_required'],
  act: ['insufficient_scope', 'principal_access_denied', 'principal_owner_required', 'acting_headers_required'],
  owner: ['principal_access_denied', 'principal_owner_required', 'acting_headers_required'],
  console: ['acting_headers_required'],
  session: [],
  console_owner: ['principal_access_denied', 'principal_owner_required', 'acting_headers_required'],
  operator: [],
} as const satisfies Record<AccessRule, readonly ErrorCode[]>;

/** Codes of any signed request: signature, format, rate and server errors. */
const ofAny = [
  'validation_failed',
  'cursor_invalid',
  'query_refused',
  'signature_missing',
  'signature_malformed',
  'signature_incomplete',
  'signature_expired',
  'content_digest_mismatch',
  'credential_invalid',
  'agent_mismatch',
  'platform_only',
  'not_acceptable',
  'payload_too_large',
  'unsupported_media_type',
  'rate_limited',
  'internal_error',
  'service_unavailable',
] as const satisfies readonly ErrorCode[];

/** Further codes of any mutation. */
const ofMutations = [
  'idempotency_key_required',
  'idempotency_key_in_progress',
  'idempotency_key_reused',
] as const satisfies readonly ErrorCode[];

/** Codes of fields below a root field, by their names. They can occur below several root fields. */
const ofFields: Readonly<Record<string, readonly ErrorCode[]>> = {
  settlementPreview: ['trade_state_conflict', 'step_not_found'],
};

/**
 * All error codes of a field: of any request, of its access rule and of its own rules.
 *
 * @param field the path of a field from its root: `createTrade`, `principal.trade.settlementPreview`
 */
export function refusalsOf(field: string, isMutation: boolean): readonly ErrorCode[] {
  const [root, ...below] = field.split('.') as [Operation, ...string[]];
  return [
    ...new Set([
      ...ofAny,
      ...(isMutation ? ofMutations : []),
      ...ofRule[accessRules[root]],
      ...ownRefusals[root],
      ...below.flatMap((name) => ofFields[name] ?? []),
    ]),
  ];
}

/** The error codes that a GraphQL operation can have in addition, by the fields that it selects. */
export const refusalsOfFields: readonly ErrorCode[] = Object.values(ofFields).flat();
