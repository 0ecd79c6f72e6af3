import { entry, notFound, type CatalogueEntry } from './entry';

/** Codes about who calls and what they may do or see. */
export const caller = {
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
} as const satisfies Record<string, CatalogueEntry>;
