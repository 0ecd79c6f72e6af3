import { checks } from '../../../src/ledger/audit';
import { startTestApp, type TestApp } from '../../support/app';
import { Connection } from '../../support/ledger';
import { PUSHING, pushedTo, type PushedParty, richPushedParty } from '../../support/webhook-agents';
import { type Receiver, startReceiver } from '../../support/receiver';
import { buyTickets, createParty, mutate, type Party, startTrade, until } from '../../support/actors';

/** Webhook deliveries that were never made: of events that agents wanted, as far as rows can tell that they did. */

const TYPES = ['PROPOSAL_CREATED', 'TRADE_CREATED', 'TICKETS_CREDITED'];
const LONG = 301;
let app: TestApp;
let receiver: Receiver;
let owner: Connection;
/** The start of the recent audit. */
let since: Date;
let provider: PushedParty;
let gone: PushedParty;
/** Its first agent wanted nothing at first; its second came later. */
let changing: PushedParty;
let second: PushedParty;

const quiet = async (): Promise<void> => {
  await until(
    () =>
      owner.sql(
        `SELECT FROM event WHERE sequence IS NULL UNION ALL SELECT FROM webhook_delivery WHERE state = 'pending'`,
      ),
    (waiting) => waiting.length === 0,
  );
};
const wants = (party: Party, eventTypes: string[]): Promise<unknown> =>
  mutate(
    party.owner,
    'setAgentEventTypes',
    { agentKey: party.agentKey, principalKey: party.principalKey, eventTypes },
    'agent { agentKey }',
  );
const moves = ({ owner: api, agentKey, principalKey }: Party, notificationUrl: string): Promise<unknown> =>
  mutate(api, 'updateAgentNotificationUrl', { agentKey, principalKey, notificationUrl }, 'agent { agentKey }');

beforeAll(async () => {
  receiver = await startReceiver();
  receiver.on('/gone', (_request, response) => response.writeHead(410).end());
  app = await startTestApp({ ATS_WEBHOOK_ALLOW_PRIVATE: 'true' });
  owner = await Connection.open(app.ownerUrl);
  provider = await richPushedParty(app, receiver.url('/taking'), TYPES);
  gone = await richPushedParty(app, receiver.url('/gone'), TYPES);
  // One more agent of the provider's, which takes part in nothing.
  await pushedTo(app, provider, receiver.url('/idle'), ['TRADE_CREATED', 'PROPOSAL_CREATED']);
  changing = await pushedTo(app, await createParty(app, 'changing'), receiver.url('/taking'), []);
  app.clock.advance(LONG);
  await startTrade(provider, gone);
  await quiet();
  await buyTickets(gone);
  await buyTickets(changing);
  await quiet();
  await wants(changing, TYPES);
  second = await pushedTo(app, changing, receiver.url('/taking'), TYPES);
  await moves(provider, receiver.url('/moved'));
  app.clock.advance(LONG);
  const [row] = await owner.sql<{ at: Date }>(`SELECT max(created_at) + interval '1 ms' AS at FROM event`);
  since = row?.at ?? new Date(0);
  for (const party of [provider, gone, changing]) await buyTickets(party);
  await quiet();
  await moves(gone, receiver.url('/taking'));
  await buyTickets(gone);
  await quiet();
}, 60_000);
afterAll(async () => {
  await owner.close();
  await app.stop();
  await receiver.stop();
});

const whole = 'SELECT';
const recent = (): string => `SET LOCAL ats.audit_height = '1'; SET LOCAL ats.audit_since = '${since.toISOString()}'`;

/** The findings after this damage, made without triggers and rolled back. */
async function foundBy(damage: string, scope = whole, triggers = 'replica'): Promise<string[]> {
  await owner.sql(`BEGIN; SET LOCAL session_replication_role = ${triggers}; ${scope}`);
  try {
    await owner.sql(damage);
    const [check] = checks.filter(({ id }) => id === 'D4');
    return ((await check?.run(owner)) ?? []).map(({ detail }) =>
      detail.replace(/^event \S+|number.*?(?=no delivery)/g, '').trim(),
    );
  } finally {
    await owner.sql('ROLLBACK');
  }
}

const missing = (type: string, ...to: Party[]): string[] =>
  to.map(({ agentId }) => `(${type}), no delivery to agent ${agentId}`).sort();

test('nothing is found where deliveries were made, be it to an endpoint that had been disabled', async () => {
  const [made] = await owner.sql(
    `SELECT count(*) FILTER (WHERE state = 'disabled') AS listed, count(*) AS n FROM webhook_delivery`,
  );
  expect(made).toEqual({ listed: 4n, n: 10n });
  expect(await foundBy(whole)).toEqual([]);
  expect(await foundBy(whole, recent())).toEqual([]);
});

test('should expect deliveries only of events numbered after the agent chose their type', async () => {
  const found = await foundBy(`UPDATE agent SET event_types_since = '-infinity'`);
  expect(found.sort()).toEqual(missing('tickets.credited', provider, gone, changing, second));
});

/** [event, whose delivery, whether it came after the checkpoint]. */
test.each([
  ['proposal.created', () => provider, false],
  ['trade.created', () => provider, false],
  ['trade.created', () => gone, false],
  ['tickets.credited', () => provider, true],
  ['tickets.credited', () => changing, true],
  ['tickets.credited', () => second, true],
])('a delivery of %s that was never made', async (type, whose, recently) => {
  const damage = `DELETE FROM webhook_delivery d USING event e WHERE e.event_id = d.event_id AND e.type = '${type}' AND d.agent_id = '${whose().agentId}'`;
  expect(await foundBy(damage)).toEqual(missing(type, whose()));
  expect(await foundBy(damage, recent())).toEqual(recently ? missing(type, whose()) : []);
});

test('a delivery that an endpoint which was disabled then should have been listed with', async () => {
  const found = missing('tickets.credited', gone);
  const damage = (
    where: string,
  ) => `DELETE FROM webhook_delivery d USING event e WHERE e.event_id = d.event_id AND e.type = 'tickets.credited'
    AND d.agent_id = '${gone.agentId}' AND ${where}`;
  expect(await foundBy(damage(`d.attempts = 0`))).toEqual([...found, ...found]);
  expect(await foundBy(damage(`d.attempts > 0`), recent())).toEqual(found);
});

const lost = (...statements: string[]): string => ['DELETE FROM webhook_delivery', ...statements].join(';');

test('should accept missing deliveries of events written within five minutes of a change of types', async () => {
  const from = (age: string): string =>
    `UPDATE agent a SET event_types_since = (SELECT max(created_at) FROM event e WHERE e.principal_id = a.principal_id) - interval '${age}'`;
  expect(await foundBy(lost(from('5 minutes')))).toEqual([]);
  expect((await foundBy(lost(from('300.001 s')))).sort()).toEqual(
    missing('tickets.credited', provider, gone, changing, second),
  );
});

test('should not expect deliveries after their retention time', async () => {
  const older = (age: string): string =>
    `UPDATE agent SET event_types_since = '-infinity'; UPDATE event SET created_at = created_at - interval '${age}'`;
  expect(await foundBy(lost(older('30 days')))).toEqual([]);
  expect((await foundBy(lost(older('28 days')))).length).toBeGreaterThan(10);
  // It was forgotten by a clock that has been set back since.
  const ahead = `UPDATE event SET created_at = created_at + interval '40 days' WHERE event_id = (SELECT event_id FROM event ORDER BY event_id DESC LIMIT 1)`;
  const [last] = await owner.sql<{ id: string }>(
    `SELECT agent_id AS id FROM webhook_delivery ORDER BY event_id DESC LIMIT 1`,
  );
  expect(await foundBy(lost(older('0'), ahead))).toEqual([
    `(tickets.credited), no delivery to agent ${last?.id ?? ''}`,
  ]);
});

test('an agent that has a part in a later revision alone was not told of the ones before', async () => {
  const joins = (
    revision: number,
  ): string => `UPDATE agent SET event_types_since = '-infinity' WHERE '{proposal.created}' && event_types;
    INSERT INTO proposal_participant SELECT proposal_id, ${revision}, principal_id, (SELECT agent_id FROM agent WHERE notification_url LIKE '%/idle'),
      role, response_state, bond_stamps FROM proposal_participant WHERE agent_id = '${provider.agentId}'`;
  const gap = missing('tickets.credited', provider, gone, changing, second);
  expect((await foundBy(joins(2))).sort()).toEqual(gap);
  const first = `ALTER TABLE proposal_participant DROP CONSTRAINT proposal_participant_pkey; ${joins(1)}`;
  expect(await foundBy(first)).toHaveLength(gap.length + 1);
});

/** Since when the agent wants what it wants, after this, seconds from now. */
async function sinceAfter(change: string, whose: Party): Promise<number> {
  await owner.sql('BEGIN');
  try {
    await owner.sql(change);
    const [row] = await owner.sql<{ seconds: string }>(
      'SELECT extract(epoch FROM event_types_since - now()) AS seconds FROM agent WHERE agent_id = $1',
      whose.agentId,
    );
    return Math.round(Number(row?.seconds));
  } finally {
    await owner.sql('ROLLBACK');
  }
}

const longAgo = `UPDATE event SET created_at = now() - interval '1 day'; UPDATE agent SET event_types_since = now() - interval '1 hour'`;
const WEEK = 7 * 86_400;

test.each([
  ['another type counts from now', `UPDATE agent SET event_types = '{trade.created}'`, 0],
  ['a card that is pushed to no more counts from now', 'UPDATE agent SET push_notifications = false', 0],
  ['the same types count from when they came', 'UPDATE agent SET event_types = event_types', -3600],
  ['another address changes nothing', `UPDATE agent SET notification_url = 'https://example.com/'`, -3600],
  ['being disabled changes nothing', 'UPDATE agent SET notifications_disabled_at = now()', -3600],
  [
    'after a clock was set back, from the newest event',
    `UPDATE event SET created_at = now() + interval '7 days' WHERE event_id = (SELECT event_id FROM event ORDER BY event_id DESC LIMIT 1);
     UPDATE agent SET event_types = '{trade.created}'`,
    WEEK,
  ],
])('since when an agent wants its types: %s', async (_, change, seconds) => {
  expect(await sinceAfter(`${longAgo}; ${change}`, provider)).toBe(seconds);
});

test('an agent that is registered after a clock was set back wants its types from the newest event on', async () => {
  await owner.sql('BEGIN');
  try {
    await owner.sql(`UPDATE event SET created_at = now() + interval '7 days'`);
    const [row] = await owner.sql<{ days: number }>(
      `INSERT INTO agent (agent_id, principal_id, card, card_missing, streaming, push_notifications, extended_agent_card, event_types, created_at)
       SELECT gen_random_uuid(), principal_id, $1::jsonb, '{}', false, false, false, '{}', now() FROM agent LIMIT 1
       RETURNING extract(day FROM event_types_since - now())::int AS days`,
      JSON.stringify(PUSHING),
    );
    expect(row?.days).toBe(7);
  } finally {
    await owner.sql('ROLLBACK');
  }
});
