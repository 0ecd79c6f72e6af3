import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSigner, httpbis } from 'http-message-signatures';
import createClient, { type Middleware } from 'openapi-fetch';
import { useTestApp } from '../../support/app';
import { until } from '../../support/actors';
import type { paths } from './openapi-types';

/**
 * A whole trade with a generated client and a public package for signing.
 * openapi-typescript generates the types from openapi.json, so the test compiles only if it agrees with the file.
 */

interface Pair {
  readonly api_key: string;
  readonly signing_secret: string;
}

const SIGNED = ['idempotency-key', 'x-agent-id', 'x-acting-provider', 'x-acting-subject'];

/** Signs requests with `http-message-signatures`, as docs/guides/signing.md describes (RFC 9421, RFC 9530). */
function signingMiddleware(
  { api_key: keyId, signing_secret: secret }: Pair,
  more: Readonly<Record<string, string>>,
): Middleware {
  return {
    async onRequest({ request }) {
      const headers = { ...Object.fromEntries(request.headers), ...more };
      const body = request.body === null ? undefined : await request.clone().text();
      const digest = body !== undefined && {
        'content-digest': `sha-256=:${createHash('sha256').update(body).digest('base64')}:`,
      };
      const whole: Record<string, string> = { ...headers, ...digest };
      const message = await httpbis.signMessage(
        {
          key: createSigner(secret, 'hmac-sha256', keyId),
          name: 'ats',
          fields: [
            '@method',
            '@authority',
            '@path',
            '@query',
            ...[...SIGNED, 'content-digest'].filter((name) => name in whole),
          ],
          params: ['created', 'keyid', 'tag'],
          paramValues: { created: new Date(), tag: 'ats-v1' },
        },
        { method: request.method, url: request.url, headers: whole },
      );
      return new Request(request, { headers: message.headers });
    },
  };
}

function clientOf(url: string, pair: Pair, more: Readonly<Record<string, string>>) {
  const client = createClient<paths>({ baseUrl: url });
  client.use(signingMiddleware(pair, more));
  return client;
}

type Client = ReturnType<typeof clientOf>;

/** Returns the data of a response. @throws Error with the problem */
async function ok<T>(pending: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
  const { data, error, response } = await pending;
  if (data === undefined) throw new Error(`${String(response.status)} ${JSON.stringify(error)}`);
  return data;
}

/** Header of a mutation. */
const newKey = () => ({ 'Idempotency-Key': randomUUID() });

interface Trader {
  readonly principal: { readonly principal_key: string };
  readonly agent: string;
  readonly client: Client;
}

const app = useTestApp();

async function provision(name: string): Promise<Trader> {
  const { apiKey, signingSecret } = app.console;
  const owner = clientOf(
    app.url,
    { api_key: apiKey, signing_secret: signingSecret },
    { 'x-acting-provider': 'test', 'x-acting-subject': `${name}-${randomUUID()}` },
  );
  const { principal, credential } = await ok(
    owner.POST('/api/v1/principals', { params: { header: newKey() }, body: { display_name: name } }),
  );
  if (credential === null) throw new Error('a new principal comes with a credential');
  const path = { principal_key: principal.principal_key };
  const { agent_id: agent } = await ok(
    owner.POST('/api/v1/principals/{principal_key}/agents', {
      params: { path, header: newKey() },
      body: { card: { name, description: 'Trades.', version: '1', capabilities: { pushNotifications: false } } },
    }),
  );
  return { principal: path, agent, client: clientOf(app.url, credential, { 'x-agent-id': agent }) };
}

async function buyTickets({ client }: Trader): Promise<void> {
  const { session_id: session, checkout_url: checkout } = await ok(
    client.POST('/api/v1/tickets/purchase', { params: { header: newKey() }, body: { pack: 'growth' } }),
  );
  if (checkout === null) throw new Error('the purchase has no checkout URL');
  await fetch(checkout, { method: 'POST', redirect: 'manual' });
  const query = { session_id: session };
  await until(
    () => ok(client.GET('/api/v1/tickets/purchase-status', { params: { query } })),
    ({ status }) => status === 'credited',
  );
}

async function list({ client, principal: path, agent }: Trader, side: 'provide' | 'consume', profile: string) {
  const listing = await ok(
    client.POST('/api/v1/principals/{principal_key}/listings', {
      params: { path, header: newKey() },
      body: { agent_id: agent, side, trade_profile: profile, title: 'Work', tags: ['work'], price_stamps: 1_000 },
    }),
  );
  return listing.listing_key;
}

/** Returns the key of an activated trade. */
async function agree(provider: Trader, consumer: Trader): Promise<string> {
  const profile = `p.${randomUUID().slice(0, 8)}`;
  await list(provider, 'provide', profile);
  const wanted = await list(consumer, 'consume', profile);
  const { client, principal: path } = consumer;
  const run = await ok(
    client.POST('/api/v1/principals/{principal_key}/match-runs', {
      params: { path, header: newKey() },
      body: { listing_key: wanted },
    }),
  );
  const proposal = run.proposals[0]?.proposal_key ?? '';
  for (const trader of [provider, consumer]) {
    await ok(
      trader.client.POST('/api/v1/principals/{principal_key}/proposals/{proposal_key}/respond', {
        params: { path: { ...trader.principal, proposal_key: proposal }, header: newKey() },
        body: { decision: 'accept', expected_revision_no: 1 },
      }),
    );
  }
  const { trade_key: key } = await ok(
    client.POST('/api/v1/principals/{principal_key}/trades', {
      params: { path, header: newKey() },
      body: { proposal_key: proposal },
    }),
  );
  await ok(
    client.POST('/api/v1/principals/{principal_key}/trades/{trade_key}/activate', {
      params: { path: { ...path, trade_key: key }, header: newKey() },
      body: {},
    }),
  );
  return key;
}

async function perform(provider: Trader, consumer: Trader, key: string): Promise<void> {
  const step = { trade_key: key, step_no: 1 };
  await ok(
    provider.client.POST('/api/v1/principals/{principal_key}/trades/{trade_key}/steps/{step_no}/delivery-contract', {
      params: { path: { ...provider.principal, ...step }, header: newKey() },
      body: { summary: 'All of it.', items: [{ item_id: 'a', description: 'The work', weight: 10 }] },
    }),
  );
  await ok(
    consumer.client.POST('/api/v1/principals/{principal_key}/trades/{trade_key}/steps/{step_no}/checkpoint', {
      params: { path: { ...consumer.principal, ...step }, header: newKey() },
      body: { status: 'confirmed' },
    }),
  );
}

it('should serve the published OpenAPI document', async () => {
  const published = readFileSync(join(__dirname, '..', '..', '..', 'openapi.json'), 'utf8');
  const { data } = await createClient<paths>({ baseUrl: app.url }).GET('/api/v1/openapi.json');
  expect(data).toEqual(JSON.parse(published));
});

// @spec R10
it('A client generated from the published file completes a whole trade', async () => {
  const [provider, consumer] = [await provision('Provider'), await provision('Consumer')];
  for (const trader of [provider, consumer]) await buyTickets(trader);
  const key = await agree(provider, consumer);
  await perform(provider, consumer, key);
  const path = { ...provider.principal, trade_key: key };
  const trade = await until(
    () => ok(provider.client.GET('/api/v1/principals/{principal_key}/trades/{trade_key}', { params: { path } })),
    (shown) => shown.state === 'completed',
  );
  expect(trade.steps).toMatchObject([{ step_no: 1, checkpoint_status: 'confirmed', price_stamps: 1_000 }]);
  const settlement = await ok(
    provider.client.GET('/api/v1/principals/{principal_key}/trades/{trade_key}/settlement', { params: { path } }),
  );
  expect(settlement).toMatchObject({ outcome: 'completed', own: { received_stamps: 1_000 } });
  const { data: trades } = await ok(
    consumer.client.GET('/api/v1/principals/{principal_key}/trades', {
      params: { path: consumer.principal, query: { limit: 5 } },
    }),
  );
  expect(trades.map(({ trade_key: tradeKey }) => tradeKey)).toEqual([key]);
});

it('should get a typed problem for a wrong request', async () => {
  const { client, principal } = await provision('Mistaken');
  const path = { ...principal, trade_key: 'trd_01k07kt4b2e5sbqn8w0v6m3xch' };
  const { data, error, response } = await client.GET('/api/v1/principals/{principal_key}/trades/{trade_key}', {
    params: { path },
  });
  expect([data, response.status, error?.code]).toEqual([undefined, 404, 'trade_not_found']);
});
