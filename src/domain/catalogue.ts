/**
 * THE catalogue of errors: every code this service can answer with, once. Problem bodies, GraphQL extensions, OpenAPI
 * responses and `docs/errors.md` are read from here. Source: specification "Errors", contract §5.
 *
 * `recovery`: `transient` try again, `correctable` change the request, `terminal` give up.
 * `members`: what an error of this code may carry beside the members every error has.
 */
export interface CatalogueEntry {
  readonly status: number;
  readonly title: string;
  readonly meaning: string;
  readonly remedy: string;
  readonly recovery: 'transient' | 'correctable' | 'terminal';
  readonly members: readonly string[];
}

function entry(
  status: number,
  title: string,
  meaning: string,
  remedy: string,
  recovery: CatalogueEntry['recovery'] = 'correctable',
  members: readonly string[] = [],
): CatalogueEntry {
  return { status, title, meaning, remedy, recovery, members };
}

function notFound(noun: string): CatalogueEntry {
  return entry(
    404,
    `${noun} not found`,
    `Within what you may see there is no such ${noun.toLowerCase()}; it may belong to someone else.`,
    'Check the key; list the collection to see which there are.',
    'terminal',
  );
}

export const catalogue = {
  // 400 and its relatives: the request itself
  validation_failed: entry(
    400,
    'Request is not valid',
    'A member of the request is missing, of a wrong type or out of range.',
    'Mend the members named in `fields` and send the request again; the same idempotency key may be used.',
    'correctable',
    ['fields'],
  ),
  query_refused: entry(
    400,
    'GraphQL document refused',
    'The document cannot be parsed or passes a limit: depth 10, 30 aliases, 2,000 tokens, the cost ceiling, one operation a request.',
    'Ask for less at once, or mend the document as the detail says.',
    'correctable',
    ['limit', 'maximum'],
  ),
  acting_headers_required: entry(
    400,
    'Acting headers required',
    'The operation needs the human the console acts for, and the request does not name one.',
    'Send both X-Acting-Provider and X-Acting-Subject (visible ASCII, at most 255 characters) and cover them with the signature.',
  ),
  idempotency_key_required: entry(
    400,
    'Idempotency-Key required',
    'Every mutating request must carry an Idempotency-Key of 1 to 255 visible ASCII characters.',
    'Send the header, cover it with the signature, and keep the key for retries.',
  ),
  stripe_signature_invalid: entry(
    400,
    'Stripe signature invalid',
    'The webhook carries no Stripe-Signature that fits its bytes and the endpoint secret, or it is too old.',
    'Check STRIPE_WEBHOOK_SECRET and that nothing rewrites the body on the way.',
  ),
  match_proposal_invalid_response: entry(
    400,
    'Already responded',
    'You already responded to this revision of the proposal.',
    'Read the proposal; answer the next revision if there is one.',
    'terminal',
    ['current_state', 'revision_no'],
  ),

  // 401: who you are
  signature_missing: entry(
    401,
    'Signature missing',
    'The request carries no Signature-Input and Signature headers.',
    'Sign the request (RFC 9421, profile ats-v1) with your credential.',
  ),
  signature_malformed: entry(
    401,
    'Signature malformed',
    'The signature headers do not follow the grammar of the profile, or a parameter is missing, unknown or of a wrong type.',
    'Send exactly one signature, label `ats`, with created, keyid and tag="ats-v1".',
  ),
  signature_incomplete: entry(
    401,
    'Signature incomplete',
    'A component that must be covered is not, or a covered header is absent.',
    'Cover the components listed in Accept-Signature that the request carries.',
    'correctable',
    ['missing'],
  ),
  signature_expired: entry(
    401,
    'Signature expired',
    'The signature was created outside the accepted window, or its `expires` has passed.',
    'Sign again with the present time; correct your clock by `skew_seconds` if it is off.',
    'transient',
    ['server_time', 'skew_seconds'],
  ),
  content_digest_mismatch: entry(
    401,
    'Content digest mismatch',
    'Content-Digest holds no sha-256 of the bytes that arrived.',
    'Compute the digest over the exact body bytes and sign it.',
  ),
  credential_invalid: entry(
    401,
    'Credential invalid',
    'The key is unknown, revoked or rotated away, or the signature does not fit.',
    'Check the credential; after a rotation only the newest pair works.',
    'terminal',
  ),
  session_invalid: entry(
    401,
    'Session invalid',
    'The JWT, the account or the refresh session behind it is not valid any more.',
    'Let the human sign in again.',
    'terminal',
  ),

  // 402: money
  wallet_insufficient_balance: entry(
    402,
    'Balance too low',
    'The balance cannot cover the amount; nothing was moved.',
    'Buy or fund tickets, then send the request again with a new idempotency key.',
    'correctable',
    ['principal_key', 'required_stamps', 'available_stamps'],
  ),
  principal_bond_insufficient_balance: entry(
    402,
    'Balance too low for the bond',
    'Bond-available and ticket balance together cannot cover the bond; nothing was moved.',
    'Buy or fund tickets, then send the request again with a new idempotency key.',
    'correctable',
    ['principal_key', 'required_stamps', 'available_stamps'],
  ),

  // 403: what you may do
  principal_access_denied: entry(
    403,
    'Not your principal',
    'The principal named is not one this caller acts for.',
    'Use the principal your credential belongs to.',
    'terminal',
  ),
  principal_owner_required: entry(
    403,
    'Owner required',
    'Only the console acting for an owner of the principal may do this.',
    'Let an owner do it in the console.',
    'terminal',
  ),
  platform_only: entry(
    403,
    'Platform only',
    'The operation, or a header of the request, belongs to a platform credential.',
    'Leave it out; integrator agents do not call this operation.',
    'terminal',
  ),
  trade_access_denied: entry(
    403,
    'Wrong role on the step',
    'The call belongs to another role of the step, or X-Agent-Id is not the agent registered for it.',
    'Call as the principal and agent registered for the role on the step.',
    'terminal',
  ),

  // 404
  route_not_found: entry(
    404,
    'No such path',
    'There is nothing at this path.',
    'Check the path against the documentation.',
    'terminal',
  ),
  principal_not_found: notFound('Principal'),
  agent_not_found: notFound('Agent'),
  credential_not_found: notFound('Credential'),
  listing_not_found: notFound('Listing'),
  match_run_not_found: notFound('Match run'),
  proposal_not_found: notFound('Proposal'),
  trade_not_found: notFound('Trade'),
  step_not_found: notFound('Step'),
  settlement_not_found: entry(
    404,
    'Settlement not found',
    'There is no such trade, you are no party to it, or it is not settled yet.',
    'Ask again after trade.completed or trade.failed.',
    'transient',
  ),
  binding_not_found: notFound('Binding'),
  webhook_delivery_not_found: notFound('Webhook delivery'),
  checkout_session_not_found: notFound('Checkout session'),

  // 405, 413, 415
  method_not_allowed: entry(
    405,
    'Method not allowed',
    'The path does not take this method.',
    'Use a method listed in Allow.',
    'terminal',
  ),
  payload_too_large: entry(
    413,
    'Body too large',
    'The body is larger than 256 KiB.',
    'Send less at once.',
    'correctable',
    ['maximum_bytes'],
  ),
  unsupported_media_type: entry(
    415,
    'Media type not supported',
    'A body must be sent as application/json.',
    'Send Content-Type: application/json.',
  ),

  // 409: the state of things
  trade_proposal_not_fully_accepted: entry(
    409,
    'Proposal not fully accepted',
    'A trade can be created only from a proposal that every participant accepted and that has not expired.',
    'Wait for proposal.accepted, or respond to the proposal.',
    'correctable',
    ['current_state'],
  ),
  trade_state_conflict: entry(
    409,
    'Trade state conflict',
    'The trade or step is not in a state that allows the call: a trade exists already, it is terminal, the step is not active, the contract is published or missing, the deadline has passed.',
    'Read the trade. On create trade this means the trade exists: take `trade_key` and do not retry.',
    'terminal',
    ['current_state', 'trade_key', 'reason', 'step_no'],
  ),
  trade_settlement_rejected: entry(
    409,
    'Limit of open trades reached',
    'Creating the trade would pass max_open_trades or bond_limit_stamps of a participant.',
    'Back off: let open trades settle, then send the request again with a new idempotency key.',
    'transient',
    ['limit', 'principal_key'],
  ),
  listing_already_active: entry(
    409,
    'Listing already active',
    'An active listing exists for this agent and trade profile.',
    'Update, pause or close the other listing first.',
    'correctable',
    ['listing_key'],
  ),
  listing_state_conflict: entry(
    409,
    'Listing state conflict',
    'The listing is paused, closed or expired, and the call needs another state.',
    'Resume the listing, or publish a new one if it is closed.',
    'correctable',
    ['current_state'],
  ),
  proposal_state_conflict: entry(
    409,
    'Proposal state conflict',
    'The proposal has ended or has had its last revision.',
    'Run a match again for a new proposal.',
    'terminal',
    ['current_state'],
  ),
  proposal_revision_conflict: entry(
    409,
    'Revision is not the current one',
    'The proposal has moved on from the revision you expected.',
    'Read the current revision and decide again.',
    'correctable',
    ['current_state', 'current_revision_no'],
  ),
  evaluation_state_conflict: entry(
    409,
    'Nothing to evaluate',
    'The trade has no checkpoint to judge, has a verdict already, or nothing is due.',
    'Read the trade; wait for the checkpoint or the deadline.',
    'terminal',
    ['current_state', 'reason'],
  ),
  principal_daily_spend_limit_exceeded: entry(
    409,
    'Daily spend limit reached',
    'The call would pass daily_spend_limit_stamps of the principal for this UTC day.',
    'Try again after midnight UTC with a new idempotency key.',
    'transient',
    ['limit', 'principal_key'],
  ),
  binding_state_conflict: entry(
    409,
    'Binding state conflict',
    'The last owner of a principal stays.',
    'Bind another owner first.',
    'correctable',
    ['current_state'],
  ),
  webhook_delivery_state_conflict: entry(
    409,
    'Webhook delivery state conflict',
    'The delivery is not in a state that can be redelivered.',
    'Wait for the delivery to end.',
    'terminal',
    ['current_state'],
  ),
  idempotency_key_in_progress: entry(
    409,
    'Request still in progress',
    'The first request with this key has not been answered yet.',
    'Send the same request again after Retry-After seconds.',
    'transient',
  ),

  // 422, 429
  idempotency_key_reused: entry(
    422,
    'Idempotency-Key reused',
    'The key was used for another request: method, path, query, body or acting headers differ.',
    'Use a new key for a new request.',
  ),
  rate_limited: entry(
    429,
    'Too many requests',
    'The budget of reads, of writes or of failed signatures for this minute is used up; `limit` says which.',
    'Wait for Retry-After seconds.',
    'transient',
    ['limit'],
  ),

  // 5xx
  internal_error: entry(
    500,
    'Internal error',
    'Something went wrong on our side; the request had no effect.',
    'Send the same request again with the same idempotency key; if it persists, report the request id.',
    'transient',
  ),
  payment_processor_unavailable: entry(
    502,
    'Payment processor unavailable',
    'The payment processor did not answer in time; nothing was made.',
    'Send the same request again with the same idempotency key.',
    'transient',
  ),
  service_unavailable: entry(
    503,
    'Service unavailable',
    'The service is starting, stopping, overloaded, or has stopped ledger writes to protect the books.',
    'Send the same request again after Retry-After seconds.',
    'transient',
  ),
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorCode = keyof typeof catalogue;
