import { createClient } from '../../../src/client';
import { Browser, refresh, signIn } from '../sign-in/support';
import { startTestApp, type TestApp } from '../../support/app';
import { codeOf } from '../../support/parties';
import { deliveriesEnded, richPushedParty } from '../../support/webhook-agents';
import { type Receiver, startReceiver } from '../../support/receiver';
import { activate, checkpoint, mutate, publishContract, settled, startTrade } from '../../support/actors';

/**
 * Every stored time comes from the database, not from the host.
 *
 * This test needs no libfaketime, because it shifts the clock of one process. For several processes see
 * proof/fault-injection/torture/clock.test.ts.
 */

const AHEAD_MS = 600_000;
/** How near to the shifted time a time counts as the host's, on a busy machine. */
const NEAR_SECONDS = 150;
// All planned times are whole hours away, so the remainder shows how far a clock was off.
const HOUR = 3_600;

const Real = Date;
const Ahead = new Proxy(Real, {
  construct: (target, args: unknown[]) =>
    args.length === 0 ? new target(target.now() + AHEAD_MS) : (Reflect.construct(target, args) as Date),
  get: (target, name) => (name === 'now' ? () => target.now() + AHEAD_MS : (Reflect.get(target, name) as unknown)),
});

let app: TestApp;
let receiver: Receiver;

beforeAll(async () => {
  globalThis.Date = Ahead;
  receiver = await startReceiver();
  app = await startTestApp({ ATS_WEBHOOK_ALLOW_PRIVATE: 'true' });
}, 60_000);
afterAll(async () => {
  await app.stop();
  await receiver.stop();
  globalThis.Date = Real;
});

/** The time columns with the host's time, and the number of such rows. */
async function byTheHost(): Promise<Map<string, number>> {
  const columns = await app.sql<{ table: string; column: string }>(
    `SELECT c.relname AS table, a.attname AS column FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.atttypid = 'timestamptz'::regtype AND NOT a.attisdropped`,
  );
  const parts = columns.map(({ table, column }) => {
    const off = `mod((extract(epoch FROM t."${column}" - now()) - ${AHEAD_MS / 1000} + ${HOUR / 2} + ${HOUR * 1_000_000})::numeric, ${HOUR}) - ${HOUR / 2}`;
    // A whole hour is ten minutes off at ten to each hour, so it shows nothing.
    const isExact = `t."${column}" <> date_trunc('hour', t."${column}")`;
    return `SELECT '${table}.${column}' AS name, count(*) FILTER (WHERE abs(${off}) < ${NEAR_SECONDS} AND ${isExact})::int AS n,
      count(t."${column}")::int AS all FROM ${table} t`;
  });
  const rows = await app.sql<{ name: string; n: number; all: number }>(parts.join(' UNION ALL '));
  // A column without rows proves nothing.
  expect(rows.filter(({ all }) => all > 0).length).toBeGreaterThan(40);
  return new Map(rows.filter(({ n }) => n > 0).map(({ name, n }) => [name, n]));
}

test('should store no time of a host whose clock is ten minutes ahead, except the last use of credentials', async () => {
  const types = ['TRADE_CREATED', 'TRADE_COMPLETED'];
  const provider = await richPushedParty(app, receiver.url('/taking'), types);
  const consumer = await richPushedParty(app, receiver.url('/taking'), types);
  const trade = await startTrade(provider, consumer);
  await activate(trade);
  await publishContract(trade);
  await checkpoint(trade);
  await settled(trade);
  await activate(await startTrade(provider, consumer));
  await deliveriesEnded(provider, 3);
  const key = { agentKey: provider.agentKey };
  await mutate(provider.api, 'rotateWebhookSigningKey', key, 'webhookSigningKey { version }');
  const browser = new Browser();
  await signIn(browser, app, 'ada');
  await refresh(browser, app);
  await mutate(
    app.operator,
    'setEconomicAnchor',
    { principalKey: provider.principalKey, maxOpenTrades: 9 },
    'principal { id }',
  );
  const { credential, agentId } = consumer;
  const unmoved = createClient({ url: app.url, credential, agentId, clock: () => new Real(), retry: { attempts: 1 } });
  expect(await codeOf(unmoved.queryOrThrow('{ principal { displayName } }'))).toBe('signature_expired');
  const found = await byTheHost();
  found.delete('credential.last_used_at');
  expect(Object.fromEntries(found)).toEqual({});
}, 60_000);

test.each([
  ['of the moment', 0],
  ['planned by it', 72 * HOUR],
])('a time of the host’s is seen: one %s', async (_, later) => {
  const times = [new Date(Date.now() + later * 1000)];
  await app.sql(`UPDATE webhook_signing_key SET retired_at = $1 WHERE retired_at IS NOT NULL`, times);
  expect((await byTheHost()).get('webhook_signing_key.retired_at')).toBe(1);
});
