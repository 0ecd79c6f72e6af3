import { auditDatabase } from '../../../src/cli/audit';
import { signRequest } from '../../../src/client';
import { readSettings } from '../../../src/settings/settings';
import {
  activate,
  createParty,
  mutate,
  type Party,
  principal,
  publishContract,
  startTrade,
  until,
} from '../../support/actors';
import { codeOf } from '../../support/parties';
import { type Receiver, startReceiver } from '../../support/receiver';
import { deliveries, PUSHING, pushedTo } from '../../support/webhook-agents';
import { Browser, check, refresh, signIn } from '../sign-in/support';
import { advance, grant, sandboxState, useSandbox } from './support';

/** The test clock of a sandbox (docs/sandbox.md). */

const DAY = 86_400;

const app = useSandbox();
let receiver: Receiver;

beforeAll(async () => {
  receiver = await startReceiver();
  receiver.on('/failing', (_request, response) => response.writeHead(500).end());
});
afterAll(() => receiver.stop());

async function traders(providerPath = '/taking'): Promise<readonly [Party, Party]> {
  const provider = await pushedTo(app, await createParty(app, 'Provider'), receiver.url(providerPath));
  const consumer = await createParty(app, 'Consumer');
  await grant(provider);
  await grant(consumer);
  return [provider, consumer];
}

async function stateOf({ api }: Party, tradeKey: string): Promise<string> {
  const { trade } = await principal<{ trade: { state: string } }>(
    api,
    'trade(tradeKey: $key) { state }',
    { key: tradeKey },
    '($key: ID!)',
  );
  return trade.state;
}

const audit = () =>
  auditDatabase(app.ownerUrl, {
    ...readSettings({ ATS_ENV: 'test', ATS_DATA_DIR: app.dataDir }),
  });

async function expectCleanAudit(): Promise<void> {
  const { outcomes } = await audit();
  expect(outcomes.flatMap(({ check, findings }) => findings.map(({ detail }) => `${check.id} ${detail}`))).toEqual([]);
}

test('should refuse two grants in one request, because both would be one checkout', async () => {
  const { api, principalKey } = await createParty(app, 'Twice');
  const two = `mutation ($k: ID!) { a: grantTickets(input: { principalKey: $k, pack: STARTER }) { purchase { status } }
    b: grantTickets(input: { principalKey: $k, pack: STARTER }) { purchase { status } } }`;
  expect(await codeOf(api.mutate(two, { k: principalKey }))).toBe('query_refused');
});

// @spec SB8
test('should credit granted tickets and purchases at once, with keys of a sandbox', async () => {
  const party = await createParty(app, 'Rich');
  expect(party.credential.apiKey).toMatch(/^ak_test_[0-9a-z]{26}$/);
  expect(party.credential.signingSecret).toMatch(/^sk_test_[0-9a-z]{52}$/);
  expect(await grant(party, 'STARTER')).toBe('CREDITED');
  const { purchase } = await mutate<{ purchase: object }>(
    party.api,
    'purchaseTickets',
    { pack: 'STARTER' },
    'purchase { status checkoutUrl }',
  );
  expect(purchase).toEqual({ status: 'CREDITED', checkoutUrl: null });
  expect(await principal(party.api, 'ticketBalanceStamps')).toEqual({ ticketBalanceStamps: 2_000 });
  const missing = { principalKey: 'prn_00000000000000000000000000', pack: 'STARTER' };
  expect(await codeOf(mutate(party.api, 'grantTickets', missing, 'purchase { status }'))).toBe('principal_not_found');
});

// @spec SB2
test('should answer an advance after the due trade is settled and its webhook is delivered', async () => {
  const [provider, consumer] = await traders();
  const trade = await startTrade(provider, consumer);
  await activate(trade);
  const before = await sandboxState(consumer);
  expect(before.pending).toMatchObject({ trades: 0, nextAt: expect.any(String) as unknown });
  const received = receiver.of('/taking').length;
  const reached = await advance(consumer, { seconds: 2 * DAY });
  // The provider published no contract within its day, so the step fails and the consumer is compensated.
  expect(await stateOf(consumer, trade.tradeKey)).toBe('COMPENSATED');
  expect(receiver.of('/taking').length).toBe(received + 1);
  const { clock, pending } = await sandboxState(consumer);
  expect(Date.parse(clock.nowAt)).toBeGreaterThanOrEqual(reached.getTime());
  expect(clock).toMatchObject({ targetAt: null });
  expect(pending).toMatchObject({ trades: 0, proposals: 0, listings: 0, events: 0, webhooks: 0 });
  expect(reached.getTime() - Date.parse(before.clock.nowAt)).toBeGreaterThanOrEqual(2 * DAY * 1000);
});

// @spec SB3
test('should do the work of a long advance in its order and at its times', async () => {
  const [provider, consumer] = await traders();
  const trade = await startTrade(provider, consumer, {
    steps: [
      { title: 'One', shareBps: 5000 },
      { title: 'Two', shareBps: 5000 },
    ],
  });
  await activate(trade);
  await publishContract(trade);
  // The checkpoint times out after 3 days, which passes the step. The second step is idle for 3 days, which ends the trade.
  await advance(consumer, { seconds: 30 * DAY });
  expect(['COMPLETED', 'FAILED', 'COMPENSATED']).toContain(await stateOf(consumer, trade.tradeKey));
  const [row] = await app.sql<{ days: number }>(
    `SELECT extract(epoch FROM settled_at - created_at) / 86400 AS days FROM trade
     WHERE trade_id = (SELECT trade_id FROM trade ORDER BY trade_id DESC LIMIT 1)`,
  );
  expect(Number(row?.days)).toBeGreaterThan(2.9);
  expect(Number(row?.days)).toBeLessThan(6.1);
});

// @spec SB2
test('should give up the webhooks of a failing receiver on the way', async () => {
  const [provider, consumer] = await traders('/failing');
  const trade = await startTrade(provider, consumer);
  await activate(trade);
  await advance(consumer, { seconds: 20 * DAY });
  const rows = await app.sql<{ state: string; attempts: string }>(
    `SELECT d.state, (SELECT count(*) FROM webhook_attempt a WHERE a.delivery_id = d.delivery_id) AS attempts
     FROM webhook_delivery d JOIN agent g USING (agent_id) WHERE g.agent_id = $1`,
    [provider.agentId],
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]?.state).not.toBe('pending');
  expect(Number(rows[0]?.attempts)).toBeGreaterThan(1);
});

test('should not wait for deliveries to an agent whose card has no push notifications any more', async () => {
  const party = await pushedTo(app, await createParty(app, 'Silent'), receiver.url('/failing'), ['TICKETS_CREDITED']);
  await grant(party);
  await until(
    () => deliveries(party),
    ([one]) => one?.attempts.length === 1,
  );
  const { principalKey, agentKey } = party;
  const card = { ...PUSHING, capabilities: {} };
  await mutate(party.owner, 'updateAgentCard', { principalKey, agentKey, card }, 'agent { id }');
  await advance(party, { seconds: DAY });
  expect(await deliveries(party)).toMatchObject([{ state: 'PENDING' }]);
});

// @spec SB1
test('should move forward only, and by one year at most', async () => {
  const party = await createParty(app, 'Mover');
  const past = { toAt: '2020-01-01T00:00:00.000Z' };
  const refused = (input: object) => codeOf(mutate(party.api, 'advanceClock', { ...input }, 'reachedAt'));
  expect(await refused(past)).toBe('validation_failed');
  expect(await refused({ seconds: 0 })).toBe('validation_failed');
  expect(await refused({ seconds: -1 })).toBe('validation_failed');
  expect(await refused({ seconds: 367 * DAY })).toBe('validation_failed');
  expect(await refused({})).toBe('validation_failed');
  expect(await refused({ seconds: 1, ...past })).toBe('validation_failed');
  await expect(app.sql('UPDATE sandbox_clock SET advanced_ms = advanced_ms - 1')).rejects.toThrow('forward only');
});

// @spec SB1
test('should refuse an advance at once while the clock is moving', async () => {
  const party = await createParty(app, 'Hasty');
  const targetAt = async () => (await sandboxState(party)).clock.targetAt;
  // The lock holds the clock, so it is moving until the end of the transaction.
  await app.sql('BEGIN; SELECT pg_advisory_xact_lock_shared(sandbox_clock_lock())');
  const moving = advance(party, { seconds: 60 });
  await until(targetAt, (target) => target !== null);
  expect(await codeOf(mutate(party.api, 'advanceClock', { seconds: -1 }, 'reachedAt'))).toBe('validation_failed');
  expect(await targetAt()).not.toBeNull();
  await app.sql('COMMIT');
  await moving;
});

// @spec SB4
test('should move the clock once for one key, also after the stored answer has expired', async () => {
  const party = await createParty(app, 'Repeater');
  const move = () =>
    mutate<{ reachedAt: string }>(party.api, 'advanceClock', { seconds: 10 * DAY }, 'reachedAt', 'one-advance');
  const first = await move();
  await app.sql('DELETE FROM idempotency_answer');
  expect(await move()).toEqual(first);
});

test('should reach both targets when two principals move the clock at the same time', async () => {
  const [one, two] = await Promise.all([createParty(app, 'One'), createParty(app, 'Two')]);
  const start = Date.parse((await sandboxState(one)).clock.nowAt);
  const reached = await Promise.all([advance(one, { seconds: DAY }), advance(two, { seconds: DAY })]);
  const latest = Math.max(...reached.map((at) => at.getTime()));
  expect(latest - start).toBeGreaterThanOrEqual(2 * DAY * 1000);
  expect(Date.parse((await sandboxState(one)).clock.nowAt)).toBeGreaterThanOrEqual(latest);
});

// @spec SB5
test('should keep signatures and sign-in times on the real clock', async () => {
  const party = await createParty(app, 'Signer');
  const browser = new Browser();
  await signIn(browser, app, 'ada');
  const { jwt } = await refresh(browser, app);
  await advance(party, { seconds: 40 * DAY });
  expect((await check(app, { jwt })).session?.account).toEqual({ provider: 'local', subject: 'ada' });
  await refresh(browser, app);
  // The request of `sandboxState` is signed with the real time.
  const { clock } = await sandboxState(party);
  const shifted = signRequest(
    { method: 'GET', url: `${app.url}/api/v1/policies` },
    { credential: party.credential },
    {
      now: new Date(clock.nowAt),
    },
  );
  const response = await fetch(shifted.url, { headers: shifted.headers });
  expect(response.status).toBe(401);
  const [row] = await app.sql<{ real: boolean }>(
    `SELECT open_at > clock_timestamp() - interval '1 minute' AND open_at <= clock_timestamp() AS real FROM service_hours`,
  );
  expect(row?.real).toBe(true);
});

// @spec SB8
test('should leave a clean audit', async () => {
  await expectCleanAudit();
});

test('should read the same time in all processes of the sandbox', async () => {
  const party = await createParty(app, 'Reader');
  await advance(party, { seconds: DAY });
  const { serverTime } = (
    await party.api.queryOrThrow<{ service: { serverTime: string } }>('{ service { serverTime } }')
  ).service;
  const [row] = await app.sql<{ at: Date }>('SELECT sandbox_now() AS at');
  expect(Math.abs((row?.at.getTime() ?? 0) - Date.parse(serverTime))).toBeLessThan(60_000);
});

// @spec SB1
test('should not move the clock further ahead than its seconds can be shown', async () => {
  const party = await createParty(app, 'Traveller');
  // No deadline is left. A day remains.
  await app.sql('UPDATE sandbox_clock SET advanced_ms = 2147483647000 - 86400000');
  expect(await codeOf(mutate(party.api, 'advanceClock', { seconds: 2 * DAY }, 'reachedAt'))).toBe('validation_failed');
  await advance(party, { seconds: DAY - 60 });
  expect((await sandboxState(party)).clock.advancedSeconds).toBeGreaterThan(2_147_483_647 - 120);
});
