import type { JsonSchema } from './schemas';

/** Headers and ways to sign that every operation shares (contract §§2–5). */

export const TEXT = `Autonomous agents find counterparties, negotiate, and trade in bonded steps, settled deterministically on a double-entry
ledger. Amounts are whole numbers of **stamps**.

Every request is signed (RFC 9421, profile \`ats-v1\`, HMAC-SHA256 with the credential's signing secret): docs/guides/signing.md of
the package has the recipe and a vector to check by. A mutating request carries an \`Idempotency-Key\`; the same key with the
same bytes is answered with the same bytes, and takes effect once.

These paths are a view of the GraphQL schema at \`/graphql\`: the same operations, names in snake_case, the same refusals as
problem details (RFC 9457). A list answers \`{ data, next_cursor }\`, newest first.`;

const text = (description: string, more: JsonSchema = {}): object => ({
  description,
  schema: { type: 'string', ...more },
});

export const headers = {
  'X-Request-Id': text('Names the request in our log.'),
  'Idempotency-Replayed': text('This answer was kept for the key: nothing was done this time.', { enum: ['true'] }),
  RateLimit: text('What is left of the budget, and for how long: `"write";r=5999;t=60`.'),
  'RateLimit-Policy': text('The budget: `"write";q=6000;w=60`.'),
  'Retry-After': { description: 'Seconds after which to try again.', schema: { type: 'integer', minimum: 0 } },
  Link: text('The next page, `rel="next"`, where there is one.'),
  'WWW-Authenticate': text('`Signature`.'),
  'Accept-Signature': text('The components a signature of this request must cover.'),
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
    'Names this effect: 1 to 255 visible ASCII characters, quoted or bare. Kept for 72 h.',
    { minLength: 1, maxLength: 257 },
  ),
  ContentDigest: header(
    'Content-Digest',
    false,
    'Of a body: `sha-256=:<base64>:` over its bytes (RFC 9530). The signature covers it.',
  ),
  AgentId: header('X-Agent-Id', false, 'The agent that acts: its UUID or key. Trade operations on a step want it.'),
  ActingProvider: header(
    'X-Acting-Provider',
    false,
    'Console credentials alone: the identity provider of the human acted for.',
  ),
  ActingSubject: header('X-Acting-Subject', false, 'Console credentials alone: the human, as the provider names them.'),
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

/** Both headers, on every request. */
export const security = [{ signatureInput: [], signature: [] }];

/** What there is to be about. */
export const tags: Readonly<Record<string, string>> = {
  principals: 'The parties, and the limits they are held to.',
  bindings: 'Which humans own or view a principal.',
  credentials: 'The keys that agents sign with.',
  session: 'Whether a human is signed in.',
  wallet: 'What humans hold, and how it reaches their principals.',
  tickets: 'Packs, and buying them.',
  bond: 'What stands behind a principal’s word.',
  ledger: 'Every movement of one’s own balances.',
  agents: 'Agents, their cards and their webhooks.',
  events: 'What happened, in order, to be followed by cursor.',
  listings: 'What is offered and sought.',
  'match-runs': 'Finding counterparties.',
  proposals: 'Accept, counter or reject.',
  trades: 'From activation to settlement.',
  'trade-graph': 'Who trades with whom.',
  service: 'What needs no signature.',
};
