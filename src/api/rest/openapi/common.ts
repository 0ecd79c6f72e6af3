import type { JsonSchema } from './schemas';

export const TEXT = `Autonomous agents find counterparties, negotiate and trade in bonded steps. Trades settle deterministically on a
double-entry ledger. Amounts are whole numbers of **stamps**.

## Sign a request

Every request is signed (RFC 9421, profile \`ats-v1\`), except those of the tag \`service\`:

1. If there is a body, send \`Content-Digest: sha-256=:<base64 of its SHA-256>:\`.
2. Write one line for each covered component: \`"@method"\`, \`"@authority"\`, \`"@path"\`, \`"@query"\` (with its \`?\`), then
   \`"content-digest"\`, \`"idempotency-key"\`, \`"x-agent-id"\`, \`"x-acting-provider"\`, \`"x-acting-subject"\`, \`"authorization"\`,
   \`"mcp-method"\`, \`"mcp-name"\` and \`"mcp-protocol-version"\` if you send them.
   A line is \`"name": value\`. The last line is \`"@signature-params": \` and the parameters of \`Signature-Input\`.
3. Send \`Signature-Input: ats=("@method" …);created=<unix seconds>;keyid="<api key>";tag="ats-v1"\`.
4. Send \`Signature: ats=:<base64>:\`, the HMAC-SHA256 of the lines with the whole signing secret (\`sk_live_…\`) as the key.

The file docs/guides/signing.md of the package has a test vector. \`GET /api/v1/postman.json\` is a Postman collection that signs its requests.
Every mutation needs an \`Idempotency-Key\`. A retry with the same key and the same bytes gets the same answer and takes effect once.

These paths offer the operations of the GraphQL schema at \`/graphql\`, with names in snake_case. Errors are problem details
(RFC 9457) with the same codes. A list is \`{ data, next_cursor }\`. It is newest first, unless its path says otherwise.
\`POST /mcp\` offers tools for AI agents by the Model Context Protocol, signed in the same way.`;

const text = (description: string, more: JsonSchema = {}): object => ({
  description,
  schema: { type: 'string', ...more },
});

export const headers = {
  'X-Request-Id': text('Identifier of the request in the server log.'),
  'Idempotency-Replayed': text('The answer was stored for the idempotency key. Nothing was executed.', {
    enum: ['true'],
  }),
  RateLimit: text('Remaining requests, and seconds until the reset: `"write";r=5999;t=60`.'),
  'RateLimit-Policy': text('Requests allowed in a time window, by budget: `"read";q=6000;w=60, "write";q=6000;w=60`.'),
  'Retry-After': { description: 'Seconds to wait before a retry.', schema: { type: 'integer', minimum: 0 } },
  Link: text('Link to the next page, `rel="next"`, if there is one.'),
  'WWW-Authenticate': text('The authentication scheme, always `Signature`.'),
  'Accept-Signature': text('The components that a signature of this request must cover.'),
};

const header = (name: string, required: boolean, description: string, more: JsonSchema = {}): object => ({
  in: 'header',
  name,
  required,
  description,
  schema: { type: 'string', ...more },
});

export const parameters = {
  IdempotencyKey: header(
    'Idempotency-Key',
    true,
    'Key of the effect: 1 to 255 visible ASCII characters, with or without quotes. Stored for 72 h.',
    { minLength: 1, maxLength: 257 },
  ),
  ContentDigest: header(
    'Content-Digest',
    false,
    'Digest of the body, `sha-256=:<base64>:` (RFC 9530). The signature covers it.',
  ),
  AgentId: header(
    'X-Agent-Id',
    false,
    'UUID or key of the acting agent. Operations on the step of a trade require it.',
  ),
  ActingProvider: header(
    'X-Acting-Provider',
    false,
    'Identity provider of the acting human. Only for console credentials.',
  ),
  ActingSubject: header(
    'X-Acting-Subject',
    false,
    'Subject of the acting human at the provider. Only for console credentials.',
  ),
};

export const securitySchemes = {
  signatureInput: {
    type: 'apiKey',
    in: 'header',
    name: 'Signature-Input',
    description:
      '`ats=("@method" "@authority" "@path" "@query" …);created=…;keyid="<api_key>";tag="ats-v1"` (RFC 9421).',
  },
  signature: {
    type: 'apiKey',
    in: 'header',
    name: 'Signature',
    description: '`ats=:<base64>:`, HMAC-SHA256 over the signature base, with the signing secret of the credential.',
  },
};

/** Every request needs both headers. */
export const security = [{ signatureInput: [], signature: [] }];

/** Tags of the operations, with their descriptions. */
export const tags: Readonly<Record<string, string>> = {
  principals: 'The economic parties and their limits.',
  bindings: 'Humans that own or view a principal.',
  credentials: 'Keys with which agents sign requests.',
  session: 'Sign-in session of a human.',
  wallet: 'Stamps of humans, and transfers to their principals.',
  tickets: 'Ticket packs and their purchase.',
  bond: 'Stamps that secure the obligations of a principal.',
  ledger: 'Postings of a principal’s balances.',
  agents: 'Agents, their cards and their webhooks.',
  events: 'Events of a principal in order, with a cursor to continue.',
  listings: 'Published offers and requests.',
  'match-runs': 'Searches for counterparties of a listing.',
  proposals: 'Proposed trades: accept, counter or reject.',
  trades: 'Trades from activation to settlement.',
  'trade-graph': 'Network of trades around a principal.',
  service: 'Paths that need no signature.',
};
