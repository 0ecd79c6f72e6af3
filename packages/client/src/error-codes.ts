/** Codes of all errors, generated from the error catalogue of the service by `npm run generate`. */

interface CommonMembers {
  /** Whether the refusal is stored for the idempotency key. Correct its cause, then use a new key. */
  readonly retryWithNewKey?: boolean;
}

interface ErrorType<Status extends number, Recovery extends string, Members extends object> {
  readonly status: Status;
  readonly recovery: Recovery;
  readonly members: Members;
}

/** An invalid member of a request. */
export interface FieldError {
  readonly pointer: string;
  readonly detail: string;
  /** Place in the variables of a GraphQL request. */
  readonly path?: readonly (string | number)[];
}

/** Status, recovery and extra members of each code, as GraphQL sends them. */
export interface ErrorTypes {
  /** Request is not valid. */
  readonly validation_failed: ErrorType<
    400,
    'correctable',
    CommonMembers & { readonly fields?: readonly FieldError[] }
  >;
  /** Cursor of another list, filter or order. */
  readonly cursor_invalid: ErrorType<400, 'correctable', CommonMembers & { readonly fields?: readonly FieldError[] }>;
  /** Contract items differ from the terms. */
  readonly contract_items_differ: ErrorType<
    400,
    'correctable',
    CommonMembers & {
      readonly missingItemIds?: readonly string[];
      readonly unknownItemIds?: readonly string[];
      readonly changedItemIds?: readonly string[];
    }
  >;
  /** Request exceeds a limit. */
  readonly query_refused: ErrorType<
    400,
    'correctable',
    CommonMembers & { readonly limit?: string; readonly maximum?: number }
  >;
  /** Acting headers required. */
  readonly acting_headers_required: ErrorType<400, 'correctable', CommonMembers>;
  /** Persisted query not found. */
  readonly persisted_query_not_found: ErrorType<404, 'correctable', CommonMembers>;
  /** Idempotency-Key required. */
  readonly idempotency_key_required: ErrorType<400, 'correctable', CommonMembers>;
  /** Stripe signature invalid. */
  readonly stripe_signature_invalid: ErrorType<400, 'correctable', CommonMembers>;
  /** Already responded. */
  readonly match_proposal_invalid_response: ErrorType<
    400,
    'correctable',
    CommonMembers & { readonly currentState?: string; readonly revisionNo?: number; readonly tradeKey?: string }
  >;
  /** Method not allowed. */
  readonly method_not_allowed: ErrorType<405, 'correctable', CommonMembers>;
  /** Not acceptable. */
  readonly not_acceptable: ErrorType<406, 'correctable', CommonMembers>;
  /** Request too large. */
  readonly payload_too_large: ErrorType<413, 'correctable', CommonMembers & { readonly maximumBytes?: number }>;
  /** Media type not supported. */
  readonly unsupported_media_type: ErrorType<415, 'correctable', CommonMembers>;
  /** Idempotency-Key reused. */
  readonly idempotency_key_reused: ErrorType<422, 'correctable', CommonMembers>;
  /** Too many requests. */
  readonly rate_limited: ErrorType<
    429,
    'transient',
    CommonMembers & { readonly limit?: string; readonly maximum?: number; readonly retryAfterSeconds?: number }
  >;
  /** Signature missing. */
  readonly signature_missing: ErrorType<401, 'correctable', CommonMembers>;
  /** Signature malformed. */
  readonly signature_malformed: ErrorType<401, 'correctable', CommonMembers>;
  /** Signature incomplete. */
  readonly signature_incomplete: ErrorType<
    401,
    'correctable',
    CommonMembers & { readonly missing?: readonly string[] }
  >;
  /** Signature expired. */
  readonly signature_expired: ErrorType<
    401,
    'transient',
    CommonMembers & { readonly serverTime?: string; readonly skewSeconds?: number }
  >;
  /** Content digest mismatch. */
  readonly content_digest_mismatch: ErrorType<401, 'correctable', CommonMembers>;
  /** Credential invalid. */
  readonly credential_invalid: ErrorType<401, 'correctable', CommonMembers>;
  /** Session invalid. */
  readonly session_invalid: ErrorType<401, 'terminal', CommonMembers & { readonly reason?: string }>;
  /** Not your principal. */
  readonly principal_access_denied: ErrorType<403, 'correctable', CommonMembers>;
  /** Owner required. */
  readonly principal_owner_required: ErrorType<403, 'terminal', CommonMembers>;
  /** Platform only. */
  readonly platform_only: ErrorType<403, 'terminal', CommonMembers>;
  /** Sandbox only. */
  readonly sandbox_only: ErrorType<403, 'terminal', CommonMembers>;
  /** Wrong role on the step. */
  readonly trade_access_denied: ErrorType<403, 'correctable', CommonMembers>;
  /** Another agent. */
  readonly agent_mismatch: ErrorType<403, 'correctable', CommonMembers>;
  /** Scope missing. */
  readonly insufficient_scope: ErrorType<403, 'terminal', CommonMembers & { readonly requiredScope?: string }>;
  /** Credential restricted. */
  readonly credential_restricted: ErrorType<403, 'terminal', CommonMembers>;
  /** No such path. */
  readonly route_not_found: ErrorType<404, 'correctable', CommonMembers>;
  /** Principal not found. */
  readonly principal_not_found: ErrorType<404, 'correctable', CommonMembers>;
  /** Agent not found. */
  readonly agent_not_found: ErrorType<404, 'correctable', CommonMembers>;
  /** Mandate not found. */
  readonly mandate_not_found: ErrorType<404, 'correctable', CommonMembers>;
  /** Approval not found. */
  readonly approval_not_found: ErrorType<404, 'correctable', CommonMembers>;
  /** Credential not found. */
  readonly credential_not_found: ErrorType<404, 'correctable', CommonMembers>;
  /** Listing not found. */
  readonly listing_not_found: ErrorType<404, 'correctable', CommonMembers>;
  /** Match run not found. */
  readonly match_run_not_found: ErrorType<404, 'correctable', CommonMembers>;
  /** Proposal not found. */
  readonly proposal_not_found: ErrorType<404, 'correctable', CommonMembers>;
  /** Trade not found. */
  readonly trade_not_found: ErrorType<404, 'correctable', CommonMembers>;
  /** Step not found. */
  readonly step_not_found: ErrorType<404, 'correctable', CommonMembers>;
  /** Settlement not found. */
  readonly settlement_not_found: ErrorType<404, 'transient', CommonMembers>;
  /** Binding not found. */
  readonly binding_not_found: ErrorType<404, 'correctable', CommonMembers>;
  /** Webhook delivery not found. */
  readonly webhook_delivery_not_found: ErrorType<404, 'correctable', CommonMembers>;
  /** Checkout session not found. */
  readonly checkout_session_not_found: ErrorType<404, 'correctable', CommonMembers>;
  /** Payment not found. */
  readonly payment_not_found: ErrorType<404, 'correctable', CommonMembers>;
  /** Balance too low. */
  readonly wallet_insufficient_balance: ErrorType<
    402,
    'correctable',
    CommonMembers & {
      readonly principalKey?: string;
      readonly requiredStamps?: number;
      readonly availableStamps?: number;
    }
  >;
  /** Balance too low for the bond. */
  readonly principal_bond_insufficient_balance: ErrorType<
    402,
    'correctable',
    CommonMembers & {
      readonly principalKey?: string;
      readonly requiredStamps?: number;
      readonly availableStamps?: number;
    }
  >;
  /** Proposal not fully accepted. */
  readonly trade_proposal_not_fully_accepted: ErrorType<
    409,
    'correctable',
    CommonMembers & { readonly currentState?: string }
  >;
  /** Agent retired. */
  readonly agent_retired: ErrorType<409, 'correctable', CommonMembers>;
  /** Mandate exceeded. */
  readonly mandate_exceeded: ErrorType<
    409,
    'correctable',
    CommonMembers & {
      readonly limit?: string;
      readonly maximum?: number;
      readonly headroomStamps?: number;
      readonly committedStamps?: number;
    }
  >;
  /** Approval required. */
  readonly approval_required: ErrorType<
    409,
    'correctable',
    CommonMembers & {
      readonly approvalKey?: string;
      readonly approvalStatus?: string;
      readonly committedStamps?: number;
      readonly url?: string;
    }
  >;
  /** Approval state conflict. */
  readonly approval_state_conflict: ErrorType<409, 'correctable', CommonMembers & { readonly approvalStatus?: string }>;
  /** Trade state conflict. */
  readonly trade_state_conflict: ErrorType<
    409,
    'correctable',
    CommonMembers & {
      readonly currentState?: string;
      readonly tradeKey?: string;
      readonly reason?: string;
      readonly stepNo?: number;
      readonly availableAt?: string;
    }
  >;
  /** Trade limit reached. */
  readonly trade_settlement_rejected: ErrorType<
    409,
    'transient',
    CommonMembers & { readonly limit?: string; readonly maximum?: number; readonly principalKey?: string }
  >;
  /** Quota reached. */
  readonly principal_quota_exceeded: ErrorType<
    409,
    'correctable',
    CommonMembers & { readonly limit?: string; readonly maximum?: number; readonly principalKey?: string }
  >;
  /** Listing already active. */
  readonly listing_already_active: ErrorType<409, 'correctable', CommonMembers & { readonly listingKey?: string }>;
  /** Listing state conflict. */
  readonly listing_state_conflict: ErrorType<409, 'correctable', CommonMembers & { readonly currentState?: string }>;
  /** Proposal state conflict. */
  readonly proposal_state_conflict: ErrorType<409, 'correctable', CommonMembers & { readonly currentState?: string }>;
  /** Revision is not the current one. */
  readonly proposal_revision_conflict: ErrorType<
    409,
    'correctable',
    CommonMembers & { readonly currentState?: string; readonly currentRevisionNo?: number }
  >;
  /** Nothing to evaluate. */
  readonly evaluation_state_conflict: ErrorType<
    409,
    'correctable',
    CommonMembers & { readonly currentState?: string; readonly reason?: string }
  >;
  /** Daily spend limit reached. */
  readonly principal_daily_spend_limit_exceeded: ErrorType<
    409,
    'transient',
    CommonMembers & { readonly limit?: string; readonly principalKey?: string }
  >;
  /** Binding state conflict. */
  readonly binding_state_conflict: ErrorType<409, 'correctable', CommonMembers & { readonly currentState?: string }>;
  /** Webhook delivery state conflict. */
  readonly webhook_delivery_state_conflict: ErrorType<
    409,
    'correctable',
    CommonMembers & { readonly currentState?: string }
  >;
  /** Request still in progress. */
  readonly idempotency_key_in_progress: ErrorType<409, 'transient', CommonMembers>;
  /** Internal error. */
  readonly internal_error: ErrorType<500, 'transient', CommonMembers>;
  /** Payment processor unavailable. */
  readonly payment_processor_unavailable: ErrorType<502, 'transient', CommonMembers>;
  /** Service unavailable. */
  readonly service_unavailable: ErrorType<503, 'transient', CommonMembers & { readonly reason?: string }>;
}

export type ErrorCode = keyof ErrorTypes;

export const errorCodes: readonly ErrorCode[] = [
  'validation_failed',
  'cursor_invalid',
  'contract_items_differ',
  'query_refused',
  'acting_headers_required',
  'persisted_query_not_found',
  'idempotency_key_required',
  'stripe_signature_invalid',
  'match_proposal_invalid_response',
  'method_not_allowed',
  'not_acceptable',
  'payload_too_large',
  'unsupported_media_type',
  'idempotency_key_reused',
  'rate_limited',
  'signature_missing',
  'signature_malformed',
  'signature_incomplete',
  'signature_expired',
  'content_digest_mismatch',
  'credential_invalid',
  'session_invalid',
  'principal_access_denied',
  'principal_owner_required',
  'platform_only',
  'sandbox_only',
  'trade_access_denied',
  'agent_mismatch',
  'insufficient_scope',
  'credential_restricted',
  'route_not_found',
  'principal_not_found',
  'agent_not_found',
  'mandate_not_found',
  'approval_not_found',
  'credential_not_found',
  'listing_not_found',
  'match_run_not_found',
  'proposal_not_found',
  'trade_not_found',
  'step_not_found',
  'settlement_not_found',
  'binding_not_found',
  'webhook_delivery_not_found',
  'checkout_session_not_found',
  'payment_not_found',
  'wallet_insufficient_balance',
  'principal_bond_insufficient_balance',
  'trade_proposal_not_fully_accepted',
  'agent_retired',
  'mandate_exceeded',
  'approval_required',
  'approval_state_conflict',
  'trade_state_conflict',
  'trade_settlement_rejected',
  'principal_quota_exceeded',
  'listing_already_active',
  'listing_state_conflict',
  'proposal_state_conflict',
  'proposal_revision_conflict',
  'evaluation_state_conflict',
  'principal_daily_spend_limit_exceeded',
  'binding_state_conflict',
  'webhook_delivery_state_conflict',
  'idempotency_key_in_progress',
  'internal_error',
  'payment_processor_unavailable',
  'service_unavailable',
];
