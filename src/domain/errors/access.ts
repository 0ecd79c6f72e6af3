import { entry, notFound, type CatalogueEntry } from './entry';

/** Errors of authentication, authorization and lookup: 401, 403 and 404. */
export const accessErrors = {
  // 401: authentication
  signature_missing: entry(
    401,
    'Signature missing',
    'Your request has no Signature-Input and Signature headers.',
    'Sign the request with your credential (RFC 9421, profile ats-v1).',
  ),
  signature_malformed: entry(
    401,
    'Signature malformed',
    'The signature headers do not follow the grammar of the profile. A parameter can be missing, unknown or of the wrong type.',
    'Send exactly one signature with the label `ats`, the parameters created and keyid, and tag="ats-v1".',
  ),
  signature_incomplete: entry(
    401,
    'Signature incomplete',
    'Your signature does not cover a required component, or it covers a header that the request does not have.',
    'Cover the components in Accept-Signature that your request has.',
    'correctable',
    ['missing'],
  ),
  signature_expired: entry(
    401,
    'Signature expired',
    'The signature was created outside the accepted window, or its `expires` has passed.',
    'Sign the request again with the current time. If your clock is wrong, correct it by `skew_seconds`.',
    'transient',
    ['server_time', 'skew_seconds'],
  ),
  content_digest_mismatch: entry(
    401,
    'Content digest mismatch',
    'Content-Digest has no sha-256 digest of the bytes that the service received.',
    'Compute the digest over the exact bytes of the body and sign it.',
  ),
  credential_invalid: entry(
    401,
    'Credential invalid',
    'The key is unknown, revoked or replaced by a rotation, or the signature does not match the request.',
    'Check the credential, and compare what you signed with what the service received. After a rotation only the newest key pair is valid.',
  ),
  session_invalid: entry(
    401,
    'Session invalid',
    'The JWT, its account or its refresh session is no longer valid.',
    'Ask the user to sign in again.',
    'terminal',
  ),
  // 403: authorization
  principal_access_denied: entry(
    403,
    'Not your principal',
    'You cannot act for the principal that the request names.',
    'Use the principal of your credential.',
  ),
  principal_owner_required: entry(
    403,
    'Owner required',
    'This operation needs an owner of the principal, who acts through the console.',
    'Ask an owner to do this in the console.',
    'terminal',
  ),
  platform_only: entry(
    403,
    'Platform only',
    'This operation, or a header of your request, needs a platform credential.',
    'Remove the header. Integrator agents cannot call this operation.',
    'terminal',
  ),
  sandbox_only: entry(
    403,
    'Sandbox only',
    'This operation exists only in a sandbox, and this service is live.',
    'Start a sandbox with `npx ats sandbox` and call it there.',
    'terminal',
  ),
  trade_access_denied: entry(
    403,
    'Wrong role on the step',
    'This call belongs to another role of the step, or X-Agent-Id is not the agent registered for the role.',
    'Call as the principal and the agent that are registered for the role on the step, with a new idempotency key.',
  ),
  // 404: lookup
  route_not_found: entry(
    404,
    'No such path',
    'This path does not exist. GraphQL and WebSockets use /graphql, and /docs lists the REST paths.',
    'Compare the path with /docs.',
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
    'The trade does not exist, you are not one of its participants, or it is not settled yet.',
    'Retry after the event trade.completed or trade.failed.',
    'transient',
  ),
  binding_not_found: notFound('Binding'),
  webhook_delivery_not_found: notFound('Webhook delivery'),
  checkout_session_not_found: notFound('Checkout session'),
  payment_not_found: entry(
    404,
    'Payment not found',
    'No parked purchase or flagged payment has this id.',
    'Check the id in parkedPurchases or flaggedPayments.',
    'correctable',
  ),
} as const satisfies Record<string, CatalogueEntry>;
