import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { createClient } from '../../../src/client';
import { idOf } from '../../../src/domain/keys';
import { startTestApp, type TestApp, useTestApp } from '../../support/app';
import { auditOf, readTrade, twoParties } from '../../support/trades';
import { type Answered, codeOf, mutation, query, refusedAs, send, signerOf } from '../../support/exchange';
import {
  accept,
  balances,
  type Deal,
  mutate,
  type Party,
  propose,
  type StartedTrade,
  startTrade,
  until,
} from '../../support/actors';

/** A mutating request is one database transaction, which is retried after transient errors. */

let app: TestApp;
let provider: Party;
let consumer: Party;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(async () => {
  expect(await auditOf(app)).toEqual([]);
  await app.stop();
});
beforeEach(async () => {
  ({ provider, consumer } = await twoParties(app));
});

const threeMutations = (proposalKey: string, third = proposalKey): string =>
  query(
    `mutation ($accept: RespondToProposalInput!, $create: CreateTradeInput!, $activate: ActivateTradeInput!) {
       respondToProposal(input: $accept) { proposal { state } }
       createTrade(input: $create) { trade { state tradeKey } }
       activateTrade(input: $activate) { trade { state } } }`,
    {
      accept: { proposalKey, decision: 'ACCEPT', expectedRevisionNo: 1 },
      create: { proposalKey },
      activate: { proposalKey: third },
    },
  );

const stateOf = async ({ proposalKey, consumer: { api } }: Deal): Promise<unknown> =>
  (
    await api.queryOrThrow<{ principal: unknown }>(
      `query ($key: ID!) { principal { proposal(proposalKey: $key) { state tradeKey currentRevision { participants { responseState } } }
         trades(first: 1) { nodes { proposalKey } } postings(first: 1) { nodes { postingKey } } } }`,
      { key: proposalKey },
    )
  ).principal;

describe('A mutating request is one database transaction', () => {
  // @spec T26
  it('accept, create and activate are one signed, atomic request', async () => {
    const deal = await propose(provider, consumer);
    await accept(deal, provider);
    const sent = await send(app, signerOf(consumer), { body: threeMutations(deal.proposalKey), key: randomUUID() });
    expect(sent.json.errors).toBeUndefined();
    expect(sent.json.data).toMatchObject({
      respondToProposal: { proposal: { state: 'ACCEPTED' } },
      createTrade: { trade: { state: 'BOND_RESERVED' } },
      activateTrade: { trade: { state: 'EXECUTING' } },
    });
  });

  // @spec ID12
  // @id failed-field-rolls-back
  it('A root field that fails rolls back the whole request; the refusal is stored for the key', async () => {
    const deal = await propose(provider, consumer);
    await accept(deal, provider);
    const other = await propose(provider, consumer);
    const before = [await stateOf(deal), await balances(provider), await balances(consumer)];
    const events = await app.sql('SELECT count(*) FROM event');
    const key = randomUUID();
    const body = threeMutations(deal.proposalKey, other.proposalKey);
    const sent = await send(app, signerOf(consumer), { body, key });
    expect(refusedAs(sent, 'trade_not_found')['retryWithNewKey']).toBe(true);
    expect(sent.json.errors?.[0]?.path).toEqual(['activateTrade']);
    expect(sent.json.data).toBeNull();
    expect([await stateOf(deal), await balances(provider), await balances(consumer)]).toEqual(before);
    expect(await app.sql('SELECT count(*) FROM event')).toEqual(events);
    const again = await send(app, signerOf(consumer), { body, key });
    expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([sent.text, 'true']);
  });

  // @spec ID13
  it('has at most ten root fields', async () => {
    const fields = Array.from(
      { length: 11 },
      (_, at) => `f${String(at)}: reserveBond(input: { amountStamps: 1 }) { __typename }`,
    );
    const sent = await send(app, signerOf(consumer), {
      body: query(`mutation { ${fields.join(' ')} }`),
      key: randomUUID(),
    });
    expect(refusedAs(sent, 'query_refused')).toMatchObject({ limit: 'root_fields', maximum: 10 });
    expect((await balances(consumer)).bondAvailableStamps).toBe(0);
    const tenFields = query(`mutation { ${fields.slice(1).join(' ')} }`);
    expect((await send(app, signerOf(consumer), { body: tenFields, key: randomUUID() })).json.errors).toBeUndefined();
    expect((await balances(consumer)).bondAvailableStamps).toBe(10);
  });

  // @spec ID13
  it('purchaseTickets must be the only root field of its request', async () => {
    const body = query(
      'mutation { reserveBond(input: { amountStamps: 1 }) { __typename } purchaseTickets(input: { pack: STARTER }) { __typename } }',
    );
    const sent = await send(app, signerOf(consumer), { body, key: randomUUID() });
    refusedAs(sent, 'query_refused');
    expect((await balances(consumer)).bondAvailableStamps).toBe(0);
  });
});

/** Runs work with a transaction of another session that blocks the service. */
async function withRival<T>(work: (withRival: Client) => Promise<T>): Promise<T> {
  const client = new Client(app.ownerUrl);
  await client.connect();
  try {
    await client.query('BEGIN');
    return await work(client);
  } finally {
    await client.end();
  }
}

const lockPrincipal = (client: Client, { principalKey }: Party) =>
  client.query('SELECT FROM principal WHERE principal_id = $1 FOR NO KEY UPDATE', [idOf('prn', principalKey)]);
const lockTrade = (client: Client, tradeKey: string) =>
  client.query('SELECT FROM trade WHERE trade_id = $1 FOR NO KEY UPDATE', [idOf('trd', tradeKey)]);

/** Sends without the client, which would retry. */
const activateOnce = async (to: TestApp, { tradeKey, consumer: by }: StartedTrade): Promise<Answered> => {
  const body = mutation('activateTrade', { tradeKey }, 'trade { state }');
  return (await send(to, signerOf(by), { body, key: randomUUID() })).json;
};

/** Counts the service's statements that wait for a lock. */
const waiting = (): Promise<number> =>
  app
    .sql<{ n: string }>(
      `SELECT count(*) AS n FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'agent-trading-service' AND wait_event_type = 'Lock'`,
    )
    .then(([row]) => Number(row?.n));

const deadlocks = (): Promise<number> =>
  app
    .sql<{ n: string }>('SELECT deadlocks AS n FROM pg_stat_database WHERE datname = current_database()')
    .then(([row]) => Number(row?.n));

const oneWaits = () => until(waiting, (count) => count === 1);

describe('A request is retried in a new transaction', () => {
  // @id retry-after-deadlock
  it('after a deadlock (40P01)', async () => {
    const trade = await startTrade(provider, consumer);
    const before = await deadlocks();
    await withRival(async (client) => {
      await lockPrincipal(client, consumer);
      const activating = activateOnce(app, trade);
      await oneWaits();
      // The service holds the trade and waits for the principal. It waits longer, so PostgreSQL aborts it.
      await lockTrade(client, trade.tradeKey);
      await client.query('COMMIT');
      expect(await activating).toEqual({ data: { activateTrade: { trade: { state: 'EXECUTING' } } } });
    });
    await until(deadlocks, (count) => count > before);
    const steps = await app.sql(`SELECT FROM ledger_journal WHERE trade_id = $1 AND kind = 'activation'`, [
      idOf('trd', trade.tradeKey),
    ]);
    expect(steps).toHaveLength(1);
  });

  it('after a lock timeout (55P03)', async () => {
    const trade = await startTrade(provider, consumer);
    await withRival(async (client) => {
      await lockTrade(client, trade.tradeKey);
      const started = performance.now();
      const activating = activateOnce(app, trade);
      await oneWaits();
      // After the lock_timeout of 4 s another statement waits.
      await until(
        () => Promise.resolve(performance.now() - started),
        (elapsed) => elapsed > 5_500,
      );
      await oneWaits();
      await client.query('COMMIT');
      expect(await activating).toEqual({ data: { activateTrade: { trade: { state: 'EXECUTING' } } } });
    });
  });

  it('and finally answered with 503 service_unavailable, without an effect and without storing it', async () => {
    const trade = await startTrade(provider, consumer);
    const before = await balances(consumer);
    const key = randomUUID();
    const body = mutation('activateTrade', { tradeKey: trade.tradeKey }, 'trade { state }');
    await withRival(async (client) => {
      await lockTrade(client, trade.tradeKey);
      const sent = await send(app, signerOf(consumer), { body, key });
      refusedAs(sent, 'service_unavailable');
      expect([sent.status, sent.headers.get('retry-after')]).toEqual([503, '1']);
    });
    expect(await balances(consumer)).toEqual(before);
    const again = await send(app, signerOf(consumer), { body, key });
    expect(again.json.data).toEqual({ activateTrade: { trade: { state: 'EXECUTING' } } });
  });
});

describe('A request is retried in a new transaction', () => {
  const strict = useTestApp();
  // READ COMMITTED has no serialization failures; a database with another default isolation has.
  beforeAll(async () => {
    const [row] = await strict.sql<{ name: string }>('SELECT current_database() AS name');
    await strict.sql(`ALTER DATABASE ${row?.name ?? ''} SET default_transaction_isolation = 'repeatable read'`);
    await strict.sql(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name = 'agent-trading-service'`,
    );
  });

  it('after a serialization failure (40001)', async () => {
    const parties = await twoParties(strict);
    const trade = await startTrade(parties.provider, parties.consumer);
    const client = new Client(strict.ownerUrl);
    await client.connect();
    try {
      await client.query('BEGIN');
      await client.query('UPDATE trade SET due_at = due_at WHERE trade_id = $1', [idOf('trd', trade.tradeKey)]);
      const activating = activateOnce(strict, trade);
      await until(
        () =>
          strict.sql(
            `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'agent-trading-service' AND wait_event_type = 'Lock'`,
          ),
        (rows) => rows.length === 1,
      );
      await client.query('COMMIT');
      expect(await activating).toEqual({ data: { activateTrade: { trade: { state: 'EXECUTING' } } } });
      expect(await readTrade(trade, 'state', parties.consumer)).toEqual({ state: 'EXECUTING' });
    } finally {
      await client.end();
    }
  });
});

it('A refusal is decided with the data after the lock wait', async () => {
  const trade = await startTrade(provider, consumer);
  await withRival(async (client) => {
    await lockTrade(client, trade.tradeKey);
    const body = mutation('activateTrade', { tradeKey: trade.tradeKey }, 'trade { state }');
    const activating = send(app, signerOf(consumer), { body, key: randomUUID() });
    await oneWaits();
    const principalId = idOf('prn', consumer.principalKey);
    const [{ limit: before } = { limit: '0' }] = await app.sql<{ limit: string }>(
      'SELECT daily_spend_limit_stamps AS limit FROM principal WHERE principal_id = $1',
      [principalId],
    );
    await client.query('UPDATE principal SET daily_spend_limit_stamps = 0 WHERE principal_id = $1', [principalId]);
    await client.query('COMMIT');
    expect(codeOf(await activating)).toBe('principal_daily_spend_limit_exceeded');
    // The audit would find a limit that changes without a fact.
    await app.sql('UPDATE principal SET daily_spend_limit_stamps = $2 WHERE principal_id = $1', [principalId, before]);
  });
});

it('The client retries with the same key and bytes, so that a request takes effect at most once', async () => {
  let calls = 0;
  const lossyFetch: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    calls += 1;
    if (calls > 1) return response;
    await response.text();
    throw new TypeError('fetch failed', { cause: new Error('the answer was lost') });
  };
  const client = createClient({ url: app.url, ...signerOf(provider), fetch: lossyFetch, retry: { baseMs: 1 } });
  await mutate(client, 'reserveBond', { amountStamps: 1 }, 'principal { id }');
  expect([calls, (await balances(provider)).bondAvailableStamps]).toEqual([2, 1]);
});
