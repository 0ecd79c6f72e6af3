import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { createEventStream } from '../../../src/client';
import { idOf } from '../../../src/domain/keys';
import { useTestApp } from '../../support/app';
import { mutation, query, send, signerOf } from '../../support/exchange';
import { credit } from '../../support/webhook-agents';
import { expectMoved, scrape } from '../../support/scrape';
import { until } from '../../support/service';
import { activate, buyTickets, createParty, type Party, startTrade } from '../../support/actors';

/** The metrics of requests, sockets and transactions match the work done. */

const app = useTestApp({}, { freeMetricsPort: true });
let party: Party;
beforeAll(async () => {
  party = await createParty(app, 'counted');
  await buyTickets(party);
});

const requests = (route: string, status: string, by: number) =>
  ['ats_http_request_duration_seconds_count', { route, status }, by] as const;
const operations = (field: string, code: string, by: number) =>
  ['ats_graphql_operations_total', { field, code }, by] as const;
const reserve = (amountStamps: number) => mutation('reserveBond', { amountStamps }, 'principal { id }');
const sign = () => signerOf(party);

test('counts the requests of each batch', async () => {
  const others = await Promise.all(['a', 'b', 'c'].map((name) => createParty(app, `counted-${name}`)));
  await Promise.all(others.map((one) => buyTickets(one)));
  const work = async (): Promise<void> => {
    await Promise.all(others.map((one) => send(app, signerOf(one), { body: reserve(1), key: randomUUID() })));
  };
  await expectMoved(app.metricsUrl, work, [
    ['ats_shared_transaction_requests_sum', {}, 3],
    ['ats_shared_transaction_left_total', {}, 0],
    operations('reserveBond', 'ok', 3),
  ]);
});

test('counts requests by route class and status class', async () => {
  const work = async (): Promise<void> => {
    await send(app, sign(), { body: query('{ service { version } }') });
    await send(app, null, { body: query('{ service { version } }') });
    for (const path of ['/livez', '/readyz', '/api/v1/health', '/nowhere', '/nowhere/else', '/.well-known/jwks.json']) {
      await fetch(new URL(path, app.url), { redirect: 'manual' });
    }
    await fetch(new URL(`/agents/${party.agentKey}/.well-known/agent-card.json`, app.url));
    await fetch(new URL('/api/v1/webhooks/stripe', app.url), { method: 'POST', body: '{}' });
  };
  await expectMoved(app.metricsUrl, work, [
    requests('graphql', '2xx', 1),
    requests('graphql', '4xx', 1),
    requests('health', '2xx', 3),
    requests('other', '4xx', 2),
    requests('sign_in', '2xx', 1),
    requests('agent_card', '2xx', 1),
    requests('stripe_webhook', '4xx', 1),
    operations('none', 'signature_missing', 1),
    operations('service', 'ok', 1),
  ]);
});

test('counts operations by root field and code, also with aliases and several fields', async () => {
  const work = async (): Promise<void> => {
    const text = '{ a: service { version } service { version } principal { id } node(id: "nothing") { id } }';
    await send(app, sign(), { body: query(text) });
    await send(app, sign(), { body: reserve(10 ** 9), key: randomUUID() });
    await send(app, sign(), { body: reserve(1) });
    await send(app, sign(), { body: query('{ service { nothing } }') });
    // An unknown field is not a label, because callers can invent any number of names.
    await send(app, sign(), { body: query('{ madeUp }') });
    await send(app, sign(), { body: query('{ operatorLog(first: 1) { nodes { operation } } }') });
  };
  await expectMoved(app.metricsUrl, work, [
    operations('service', 'ok', 2),
    operations('principal', 'ok', 1),
    operations('reserveBond', 'principal_bond_insufficient_balance', 1),
    operations('reserveBond', 'idempotency_key_required', 1),
    operations('reserveBond', 'ok', 0),
    operations('service', 'validation_failed', 1),
    operations('none', 'validation_failed', 1),
    operations('operatorLog', 'platform_only', 1),
    ['ats_idempotent_replays_total', {}, 0],
  ]);
});

test('counts a REST request by its GraphQL field', async () => {
  const get = (path: string) => send(app, sign(), { method: 'GET', path });
  const work = async (): Promise<void> => {
    await get('/api/v1/tickets/packs');
    await get('/api/v1/wallet');
  };
  await expectMoved(app.metricsUrl, work, [
    requests('rest', '2xx', 1),
    requests('rest', '4xx', 1),
    operations('ticketPacks', 'ok', 1),
    operations('wallet', 'platform_only', 1),
    operations('wallet', 'ok', 0),
    requests('graphql', '2xx', 0),
  ]);
});

test('counts a stored answer as a replay, and not as a second operation', async () => {
  const key = randomUUID();
  const work = async (): Promise<void> => {
    for (let time = 0; time < 3; time += 1) await send(app, sign(), { body: reserve(1), key });
  };
  await expectMoved(app.metricsUrl, work, [
    ['ats_idempotent_replays_total', {}, 2],
    operations('reserveBond', 'ok', 1),
    requests('graphql', '2xx', 3),
  ]);
});

test('counts open sockets and subscriptions, and each live event that is sent', async () => {
  const listen = new AbortController();
  const stream = createEventStream({ url: app.url, credential: party.credential, principalKey: party.principalKey });
  const received: string[] = [];
  const reading = (async () => {
    for await (const event of stream) {
      received.push(event.type);
      if (listen.signal.aborted) return;
    }
  })();
  await until(async () => (await scrape(app.metricsUrl)).get('ats_subscriptions_open') === 1, 'a subscription');
  expect((await scrape(app.metricsUrl)).get('ats_sockets_open')).toBe(1);
  const work = async (): Promise<void> => {
    await credit(app, party, 2);
    await until(() => received.length === 2, 'two events');
  };
  await expectMoved(app.metricsUrl, work, [
    ['ats_event_to_socket_seconds_count', {}, 2],
    ['ats_event_to_socket_seconds_bucket', { le: '30' }, 2],
  ]);
  listen.abort();
  await credit(app, party);
  await reading;
  await until(async () => (await scrape(app.metricsUrl)).get('ats_sockets_open') === 0, 'no socket');
  expect((await scrape(app.metricsUrl)).get('ats_subscriptions_open')).toBe(0);
});

test('counts retried transactions by SQLSTATE', async () => {
  const other = await createParty(app, 'other');
  await buyTickets(other);
  for (const one of [party, other]) await send(app, signerOf(one), { body: reserve(2000), key: randomUUID() });
  const trade = await startTrade(other, party);
  const [row] = await app.sql<{ name: string }>('SELECT current_database() AS name');
  await app.sql(`ALTER DATABASE ${row?.name ?? ''} SET default_transaction_isolation = 'repeatable read'`);
  await app.sql(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()
       AND pid <> pg_backend_pid() AND application_name = 'agent-trading-service'`,
  );
  const rival = new Client(app.ownerUrl);
  await rival.connect();
  const work = async (): Promise<void> => {
    await rival.query('BEGIN');
    await rival.query('UPDATE trade SET due_at = due_at WHERE trade_id = $1', [idOf('trd', trade.tradeKey)]);
    const activating = activate(trade);
    await until(async () => {
      const waiting = await app.sql(
        `SELECT FROM pg_stat_activity WHERE datname = current_database()
           AND application_name = 'agent-trading-service' AND wait_event_type = 'Lock'`,
      );
      return waiting.length === 1;
    }, 'a lock that is waited for');
    await rival.query('COMMIT');
    await activating;
  };
  try {
    await expectMoved(app.metricsUrl, work, [
      ['ats_transaction_retries_total', { sqlstate: '40001' }, 1],
      ['ats_transaction_retries_total', { sqlstate: '40P01' }, 0],
      operations('activateTrade', 'ok', 1),
    ]);
  } finally {
    await rival.end();
  }
});
