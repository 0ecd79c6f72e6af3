import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { startStripeMock, type StripeMock } from '../../src/adapters/stripe/mock';
import type { Client } from '../../src/client';
import { startTestApp, type TestApp } from '../support/app';
import { type NameServer, startNameServer } from '../support/name-server';
import { codeOf, mutate, type ProvisionedParty, provisioned, refusalOf } from '../support/parties';
import { type Gate, gateTo, WEBHOOK_SECRET } from '../support/payments';
import { PUSHING } from '../support/webhook-agents';
import { until } from '../support/service';
import { newFolder } from '../support/folder';

/** Many concurrent requests that need an external call: a checkout or a DNS lookup. */

/** Fewer than the database connections of the pool, so that other requests proceed. */
const CHECKOUTS_AT_ONCE = 6;
const BUYERS = 20;

let app: TestApp;
let gate: Gate;
let standIn: StripeMock;
let names: NameServer;
let dataDir: string;
let parties: ProvisionedParty[];

beforeAll(async () => {
  dataDir = newFolder('outside');
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  standIn = await startStripeMock({ dataDir, webhookUrl: () => undefined, log });
  gate = await gateTo(() => standIn.apiBase);
  names = await startNameServer((name, type) =>
    name === 'silent.test' ? undefined : type === 'A' ? ['93.184.215.14'] : [],
  );
  app = await startTestApp(
    {
      ATS_ROLE: 'api',
      STRIPE_SECRET_KEY: standIn.secretKey,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_BASE: gate.url,
    },
    { nameServers: [names.address] },
  );
  parties = await Promise.all(Array.from({ length: BUYERS }, () => provisioned(app, undefined, 10n)));
});
afterAll(async () => {
  await app.stop();
  await gate.close();
  await standIn.stop();
  await names.stop();
  await rm(dataDir, { recursive: true, force: true });
});
beforeEach(() => {
  gate.before = () => Promise.resolve();
});

const buy = (client: Client, key: string = randomUUID()) =>
  mutate(client, 'purchaseTickets', { pack: 'STARTER' }, 'purchase { sessionId status }', key);

const register = ({ owner, principalKey }: ProvisionedParty, host: string) =>
  mutate(
    owner,
    'registerAgent',
    { principalKey, card: PUSHING, notificationUrl: `https://${host}/hook` },
    'agent { agentKey }',
  );

test('should give all of twenty concurrent buyers a checkout, with at most six calls to the processor at a time', async () => {
  let asking = 0;
  let answered = 0;
  let most = 0;
  gate.before = async () => {
    asking += 1;
    most = Math.max(most, asking);
    // The processor answers once the limit is reached, and 50 ms later to detect one call too many.
    await until(() => asking >= Math.min(CHECKOUTS_AT_ONCE, BUYERS - answered), 'every place is taken');
    await pause(50);
    asking -= 1;
    answered += 1;
  };
  const answers = await Promise.all(parties.map(({ agent }) => codeOf(buy(agent))));
  expect(answers).toEqual(Array(BUYERS).fill('done'));
  expect(most).toBe(CHECKOUTS_AT_ONCE);
});

test('should answer 502 payment_processor_unavailable within 10 s without a free slot, store nothing, and serve trades meanwhile', async () => {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  gate.before = () => released;
  const callsBefore = gate.keys.length;
  const first = parties.slice(0, CHECKOUTS_AT_ONCE).map(({ agent }) => codeOf(buy(agent)));
  await until(() => gate.keys.length === callsBefore + CHECKOUTS_AT_ONCE, 'every place is taken');
  const late = parties.slice(CHECKOUTS_AT_ONCE);
  const begun = performance.now();
  const key = randomUUID();
  const refused = Promise.all(late.map(({ agent }) => refusalOf(buy(agent, key))));
  // Fourteen requests wait here without a database connection.
  for (const { agent } of late) {
    expect(await codeOf(mutate(agent, 'reserveBond', { amountStamps: 1 }, 'principal { id }'))).toBe('done');
  }
  const open = await app.sql(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
  );
  expect(open).toHaveLength(CHECKOUTS_AT_ONCE);
  const unavailable = { status: 502, code: 'payment_processor_unavailable' };
  expect(await refused).toMatchObject(late.map(() => unavailable));
  expect(performance.now() - begun).toBeLessThan(10_000);
  release();
  expect(await Promise.all(first)).toEqual(first.map(() => 'done'));
  for (const { agent } of late) expect(await codeOf(buy(agent, key))).toBe('done');
});

test('should register all of twenty agents at once whose host names need a lookup', async () => {
  const answers = await Promise.all(parties.map((party, n) => codeOf(register(party, `receiver${String(n)}.test`))));
  expect(answers).toEqual(Array(BUYERS).fill('done'));
});

test('should delay registrations behind unanswered lookups by two seconds, and refuse none', async () => {
  const answers = await Promise.all(parties.slice(0, 6).map((party) => codeOf(register(party, 'silent.test'))));
  expect(answers).toEqual(Array(6).fill('done'));
});

test('should look up a host name in the first mutation of a request alone, which holds no lock yet', async () => {
  const { owner, principalKey } = parties[0] as ProvisionedParty;
  const fields = (first: string, second: string) =>
    owner.mutate(
      `mutation ($key: ID!, $card: JSONObject!) {
        a: registerAgent(input: { principalKey: $key, card: $card, notificationUrl: "${first}" }) { agent { id } }
        b: registerAgent(input: { principalKey: $key, card: $card, notificationUrl: "${second}" }) { agent { id } } }`,
      { key: principalKey, card: PUSHING },
    );
  const [named, numeric] = ['https://receiver.test/hook', 'https://93.184.215.14/hook'];
  expect(await refusalOf(fields(numeric, named))).toMatchObject({ status: 400, code: 'query_refused' });
  expect(await codeOf(fields(named, numeric))).toBe('done');
});

test('should not delay registrations without a lookup: no address, a numeric address, a removed address', async () => {
  const slow = parties.slice(0, 6).map((party) => codeOf(register(party, 'silent.test')));
  let answered = 0;
  for (const one of slow) void one.then(() => (answered += 1));
  await until(async () => {
    const open = await app.sql(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'`,
    );
    return open.length >= 3;
  }, 'every place is taken');
  const party = parties[6] as ProvisionedParty;
  const { owner, principalKey } = party;
  const quiet = { ...PUSHING, capabilities: {} };
  const { agent } = await mutate<{ agent: { agentKey: string } }>(
    owner,
    'registerAgent',
    { principalKey, card: quiet },
    'agent { agentKey }',
  );
  expect(await codeOf(register(party, '93.184.215.14'))).toBe('done');
  expect(await codeOf(register(party, '[2606:2800:220:1::1]'))).toBe('done');
  const patch = { principalKey, agentKey: agent.agentKey, notificationUrl: null };
  expect(await codeOf(mutate(owner, 'updateAgentNotificationUrl', patch, 'agent { agentKey }'))).toBe('done');
  expect(answered).toBe(0);
  expect(await Promise.all(slow)).toEqual(slow.map(() => 'done'));
});
