import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readIdentity } from '../../../src/adapters/stripe/mock/state';
import { type Client, createClient, type Credential } from '../../../src/client';
import { type BuiltServer, builtServer } from '../../support/built';
import { platformCredential } from '../../support/built-parties';
import { freshDatabase, type TestDatabase } from '../../support/database';
import { ISSUED, type Issued } from '../../support/parties';
import { RecordingProvider } from '../../support/recording-idp';
import { sessionEvent, signature, WEBHOOK_SECRET } from '../../support/payments';
import { builtInSignInLife, signInLife } from '../../support/sign-in-life';
import { databaseDump, Wiretap } from '../../support/wiretap';
import { mutate, until } from '../../support/actors';
import { newFolder } from '../../support/folder';

/** Runs the built service through every flow with full logging, then searches for each secret. */
let database: TestDatabase;
let dataDir: string;
let server: BuiltServer;
const tap = new Wiretap();
const provider = new RecordingProvider((name, value) => tap.keep(name, value));
let builtInLog = '';
const DATABASE_PASSWORD = /:\/\/[^:]+:([^@]+)@/;

beforeAll(async () => {
  database = await freshDatabase();
  dataDir = newFolder('secrets');
  await provider.start();
  server = await builtServer({
    ...environment(),
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.clientId,
    OIDC_CLIENT_SECRET: provider.clientSecret,
  });
  await live();
}, 180_000);
afterAll(async () => {
  await server.kill('SIGTERM');
  provider.stop();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

function environment(): Record<string, string> {
  return {
    DATABASE_URL: database.ownerUrl,
    ATS_DATA_DIR: dataDir,
    ATS_LOG_LEVEL: 'trace',
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
  };
}

async function keptCredential(role: 'console' | 'operator'): Promise<Credential> {
  const credential = await platformCredential(server.env, role);
  tap.keep(`${role}'s signing secret`, credential.signingSecret);
  return credential;
}

function clientOf(credential: Credential, subject?: string): Client {
  const acting = subject === undefined ? {} : { acting: { provider: 'test', subject } };
  return createClient({ url: server.url, credential, ...acting, fetch: tap.fetch, retry: { attempts: 1 } });
}

/** Calls a mutation that issues a secret, records the secret, and replays the call. */
async function issuing<T>(
  client: Client,
  field: string,
  input: Record<string, unknown>,
  selection: string,
  secretsOf: (payload: T) => string[],
) {
  const key = randomUUID();
  const payload = await mutate<T>(client, field, input, selection, key);
  for (const secret of secretsOf(payload)) tap.keep(`secret of ${field}`, secret, key);
  // A rotated pair cannot replay its own rotation.
  await mutate<T>(client, field, input, selection, key).catch(() => undefined);
  return payload;
}

const refused = (work: Promise<unknown>): Promise<unknown> => expect(work).rejects.toThrow();
const pair = ({ credential }: { credential: Issued }): string[] => [credential.signingSecret];

async function live(): Promise<void> {
  keepOurOwn();
  const console = await keptCredential('console');
  await signInLife({ url: server.url, tap }, console, provider);
  await signInToBuiltIn(console);
  const owner = clientOf(console, 'human-1');
  const operator = clientOf(await keptCredential('operator'));
  const party = await issuing<{ principal: { principalKey: string }; credential: Issued }>(
    owner,
    'provisionPrincipal',
    { displayName: 'Party' },
    `principal { principalKey } credential { ${ISSUED} }`,
    pair,
  );
  const { principalKey } = party.principal;
  await registerAgent(owner, principalKey);
  const first = clientOf(party.credential);
  const second = await issuing(owner, 'createCredential', { principalKey }, `credential { ${ISSUED} }`, pair);
  const rotated = await issuing(clientOf(second.credential), 'rotateCredential', {}, `credential { ${ISSUED} }`, pair);
  await refused(first.queryOrThrow('{ principal { id } }'));
  const agent = clientOf(rotated.credential);
  await pay(agent, principalKey);
  await lookAtEverything([agent, owner, operator], principalKey);
  await forgeries(agent, rotated.credential);
  const last = { principalKey, credentialId: rotated.credential.credentialId };
  await mutate(owner, 'revokeCredential', last, 'credential { status }');
  await refused(agent.queryOrThrow('{ principal { id } }'));
}

/** Starts another instance on the same database, with the built-in identity provider. */
async function signInToBuiltIn(console: Credential): Promise<void> {
  const instance = await builtServer(environment());
  try {
    await builtInSignInLife({ url: instance.url, tap }, console);
  } finally {
    await instance.kill('SIGTERM');
    builtInLog = instance.output();
  }
}

/** Records the service's own secrets. */
function keepOurOwn(): void {
  tap.keep('webhook secret of the endpoint', WEBHOOK_SECRET);
  const identity = readIdentity(join(dataDir, 'stripe-stand-in.jsonl'));
  tap.keep("Stripe's secret key", identity?.secretKey ?? '');
  tap.keep("Stripe's webhook secret", identity?.webhookSecret ?? '');
  tap.keep('key that encrypts secrets', readFileSync(join(dataDir, 'secrets.key'), 'utf8').trim());
  const password = DATABASE_PASSWORD.exec(database.ownerUrl)?.[1];
  if (password !== undefined && password.length >= 12) tap.keep('password of the database', password);
}

async function registerAgent(owner: Client, principalKey: string): Promise<void> {
  const capabilities = { streaming: true, pushNotifications: true };
  await issuing<{ webhookSigningKey: { secret: string } }>(
    owner,
    'registerAgent',
    {
      principalKey,
      card: { name: 'Agent', description: 'Trades.', version: '1.0.0', capabilities },
      notificationUrl: 'https://agent.example/hook',
    },
    'agent { agentKey } webhookSigningKey { secret }',
    ({ webhookSigningKey }) => [webhookSigningKey.secret],
  );
}

async function pay(agent: Client, principalKey: string): Promise<void> {
  const key = randomUUID();
  const selection = 'purchase { sessionId checkoutUrl }';
  const buy = () =>
    mutate<{ purchase: { sessionId: string; checkoutUrl: string } }>(
      agent,
      'purchaseTickets',
      { pack: 'STARTER' },
      selection,
      key,
    );
  const { purchase } = await buy();
  await buy();
  await tap.fetch(purchase.checkoutUrl);
  await tap.fetch(purchase.checkoutUrl, { method: 'POST', redirect: 'manual' });
  const body = sessionEvent({ id: purchase.sessionId, client_reference_id: principalKey });
  const forged = signature(body, { secret: ['whsec_', 'x'.repeat(32)].join('') });
  for (const header of [forged, signature(body), signature(body)]) {
    await tap.fetch(`${server.url}/api/v1/webhooks/stripe`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': header },
      body,
    });
  }
  const query = 'query ($id: String!) { ticketPurchase(sessionId: $id) { status } }';
  await until(
    () => agent.queryOrThrow<{ ticketPurchase: { status: string } }>(query, { id: purchase.sessionId }),
    ({ ticketPurchase }) => ticketPurchase.status === 'CREDITED',
  );
}

async function lookAtEverything(clients: readonly Client[], principalKey: string): Promise<void> {
  const document = `query ($key: ID!) { principal(principalKey: $key) { principalKey credentials { nodes { credentialId apiKey status } }
    agents { nodes { agentKey card webhookSigningKeys { nodes { __typename } } } } postings { nodes { postingKey } } } }`;
  for (const client of clients) await client.queryOrThrow(document, { key: principalKey });
  for (const path of ['/api/v1/health', '/livez', '/readyz', '/nowhere']) await tap.fetch(`${server.url}${path}`);
}

/** Sends requests whose refusals could quote their content. */
async function forgeries(agent: Client, { apiKey, signingSecret }: Credential): Promise<void> {
  const wrong = clientOf({ apiKey, signingSecret: `${signingSecret.slice(0, -4)}0000` });
  await refused(wrong.queryOrThrow('{ principal { id } }'));
  await refused(agent.queryOrThrow('{ principal { nothing } }'));
  await refused(agent.queryOrThrow(`{ node(id: "${signingSecret}`));
  await refused(mutate(agent, 'reserveBond', { amountStamps: 10_000_000 }, 'principal { id }'));
  await tap.fetch(`${server.url}/graphql`, { method: 'POST', headers: { authorization: `Bearer ${signingSecret}` } });
}

test('Each kind of secret has crossed the wire, and the search would find it', () => {
  expect(tap.names).toEqual(
    expect.arrayContaining([
      'secret of provisionPrincipal',
      'secret of createCredential',
      'secret of rotateCredential',
      'secret of registerAgent',
      'signature header',
      'stripe-signature header',
      "Stripe's secret key",
      ...['state', 'nonce', 'code', 'PKCE verifier', 'client secret', 'client authorization', 'authorization header'],
      ...['cookie ats_sign_in', 'cookie ats_refresh', 'cookie ats_jwt'],
      ...["provider's access token", "provider's refresh token", "provider's ID token"],
    ]),
  );
  const answers = tap.answers.map(({ text }) => text).join('\n');
  expect(tap.search(answers, 'answers').map(({ secret }) => secret)).toEqual(
    expect.arrayContaining([
      ...['secret of provisionPrincipal', 'secret of rotateCredential', 'secret of registerAgent'],
      ...['state', 'nonce', 'cookie ats_sign_in', 'cookie ats_refresh', 'cookie ats_jwt'],
    ]),
  );
  expect(tap.answers.filter(({ text }) => /idempotency-replayed: true/.test(text)).length).toBeGreaterThan(2);
});

// @spec CR4, K5
test('No secret is in any response except its own', () => {
  expect(tap.inAnswers()).toEqual([]);
});

test('No secret is in the log at its most verbose level', () => {
  const log = `${server.output()}${builtInLog}`;
  expect(log).toContain('received a Stripe event');
  expect(log).toContain('a sign-in could not be completed');
  expect(log).toContain('the built-in identity provider could not continue a sign-in');
  expect(log).toContain('An old refresh token was reused');
  expect(tap.search(log, 'log')).toEqual([]);
});

// @spec CR14
// @id no-secret-in-dump
test('No secret is in a dump of the database', async () => {
  const dump = await databaseDump(database.ownerUrl);
  expect(dump.get('public.credential')).toMatch(/ak_live_/);
  expect(dump.get('public.stripe_event')).toContain('checkout.session.completed');
  expect(dump.get('public.refresh_session')).toMatch(/reused[^]*signed_out|signed_out[^]*reused/);
  expect(dump.get('public.session_key')).not.toBe('');
  // Two sign-ins are still open: the service seals the values that would finish them.
  expect(dump.get('public.sign_in')?.split('\n')).toHaveLength(2);
  expect([...dump].flatMap(([table, text]) => tap.search(text, table))).toEqual([]);
});
