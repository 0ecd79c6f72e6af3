import { entry, type CatalogueEntry } from './entry';

/** Codes about the request itself, however the world stands. */
export const requestErrors = {
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
    'The document passes a limit: depth 10, 30 aliases, 2,000 tokens, the cost ceiling, one operation a request.',
    'Ask for less at once; `limit` says of what.',
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
  // 405, 406, 413, 415
  method_not_allowed: entry(
    405,
    'Method not allowed',
    'The path does not take this method.',
    'Use a method listed in Allow.',
    'terminal',
  ),
  not_acceptable: entry(
    406,
    'Not acceptable',
    'The answer would be application/json, and Accept does not let it in.',
    'Send Accept: application/json, or no Accept at all.',
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
    'The budget of reads, of writes, of sign-ins or of failed signatures for this minute is used up, or the credential has 20 sockets; `limit` says which.',
    'Wait for Retry-After seconds.',
    'transient',
    ['limit'],
  ),
} as const satisfies Record<string, CatalogueEntry>;
