import { entry, type CatalogueEntry } from './entry';

/** Advice if a limit of calls or answers is 0, so no wait makes room. */
export const NO_CALLS =
  'No wait makes room: `maximum` is 0. Ask an operator to raise the limit. Then send the request again.';

/** Errors of the request itself, independent of the stored state. */
export const requestErrors = {
  // 400: content of the request
  validation_failed: entry(
    400,
    'Request is not valid',
    'A member of your request is missing, of the wrong type or out of range.',
    'Correct the members in `fields` and send the request again. A mutation can keep its idempotency key.',
    { members: ['fields'] },
  ),
  cursor_invalid: entry(
    400,
    'Cursor of another list, filter or order',
    'The cursor belongs to another list, or to another filter or order.',
    'Use a cursor from the pages of the same list, with the same filter and order. Or begin without a cursor.',
    { members: ['fields'] },
  ),
  contract_items_differ: entry(
    400,
    'Contract items differ from the terms',
    'The terms of the step have acceptance items. The delivery contract must name exactly these, without description and weight.',
    'Add `missing_item_ids`, leave out `unknown_item_ids`, and send no description and weight for `changed_item_ids`.',
    { members: ['missing_item_ids', 'unknown_item_ids', 'changed_item_ids'] },
  ),
  query_refused: entry(
    400,
    'Request exceeds a limit',
    'Your document or its answer exceeds a limit: depth 10, 30 aliases, 2,000 tokens, the cost ceiling, or one operation per request. Or a mutation that looks up a host name is not the first one.',
    'Select less data per request. `limit` names the limit.',
    { members: ['limit', 'maximum'] },
  ),
  acting_headers_required: entry(
    400,
    'Acting headers required',
    'This operation needs the human that the console acts for, and your request does not name one.',
    'Send both X-Acting-Provider and X-Acting-Subject (visible ASCII, at most 255 characters) and cover them with the signature.',
  ),
  persisted_query_not_found: entry(
    404,
    'Persisted query not found',
    'Your request has the hash of a document instead of its text, and this process does not have the document.',
    'Send the text and the hash together. GraphQL answers with status 200, so that stock clients do this by themselves.',
  ),
  idempotency_key_required: entry(
    400,
    'Idempotency-Key required',
    'A mutating request needs an idempotency key of 1 to 255 visible ASCII characters.',
    'Send the header Idempotency-Key and cover it with the signature. In GraphQL you can send `idempotencyKey` in the input instead. Use the same key for retries.',
  ),
  stripe_signature_invalid: entry(
    400,
    'Stripe signature invalid',
    'The webhook has no Stripe-Signature that matches its bytes and the endpoint secret. Or the time of the signature is more than 300 seconds from the clock.',
    'Check STRIPE_WEBHOOK_SECRET, the clock, and that no proxy changes the body.',
  ),
  match_proposal_invalid_response: entry(
    400,
    'Already responded',
    'You have already responded to this revision of the proposal.',
    'Read the proposal. You can respond to the next revision, if there is one, with a new idempotency key.',
    { members: ['current_state', 'revision_no', 'trade_key'] },
  ),
  // 405, 406, 413, 415: method, size and media type
  method_not_allowed: entry(
    405,
    'Method not allowed',
    'This path does not support the method of your request.',
    'Use a method from the Allow header.',
  ),
  not_acceptable: entry(
    406,
    'Not acceptable',
    'The response is application/json, and your Accept header does not allow it.',
    'Send Accept: application/json, or no Accept header.',
  ),
  payload_too_large: entry(
    413,
    'Request too large',
    'The body of your request is larger than its path allows, or its address and headers are larger than 16 KiB.',
    'Send a smaller body, fewer or shorter headers, or a shorter address. `maximum_bytes` is the limit.',
    { members: ['maximum_bytes'] },
  ),
  unsupported_media_type: entry(
    415,
    'Media type not supported',
    'The body of your request is not application/json.',
    'Send Content-Type: application/json.',
  ),
  // 422, 429: idempotency and rate limits
  idempotency_key_reused: entry(
    422,
    'Idempotency-Key reused',
    'You used this key for another request: the method, path, query, body or acting headers differ.',
    'Use a new key for a new request.',
  ),
  rate_limited: entry(
    429,
    'Too many requests',
    'You reached a limit, which `limit` names. It is a limit of this minute, of this UTC day, of stored answers, or of open connections and running requests.',
    'Wait for Retry-After seconds, then send the request again.',
    { recovery: 'transient', members: ['limit', 'maximum', 'retry_after_seconds'] },
  ),
} as const satisfies Record<string, CatalogueEntry>;
