import { keyOf } from '../../src/domain/keys';
import { startTestApp, type TestApp } from '../support/app';
import { newId } from '../support/ledger';
import { codeOf, mutate, refusalOf } from '../support/parties';
import {
  credit,
  deliveries,
  deliveriesEnded,
  PUSHING,
  pushedParty,
  type PushedParty,
  richPushedParty,
  verified,
} from '../support/webhook-agents';
import { type Receiver, startReceiver } from '../support/receiver';
import { auditOf } from '../support/trades';
import { activate, checkpoint, publishContract, settled, startTrade, until } from '../support/actors';

/** Specification, Webhooks: deliveries to agents. */

let app: TestApp;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await startReceiver();
  app = await startTestApp({
    ATS_WEBHOOK_ALLOW_PRIVATE: 'true',
    ATS_WEBHOOK_RETRY_SCHEDULE_SECONDS: '1,1,1',
    ATS_WEBHOOK_TIMEOUT_SECONDS: '2',
  });
});
afterAll(async () => {
  await receiver.stop();
  await app.stop();
});

const CREDITED = ['TICKETS_CREDITED'];
let paths = 0;
const newPath = (): string => `/hook-${String((paths += 1))}`;

describe('The service delivers webhooks to an agent’s notification_url', () => {
  // @spec WH1, WH6, WH15, EV3
  test('trade.completed, to the agents of its steps, each with its own key and its own side; first attempts in order', async () => {
    const types = ['TRADE_CREATED', 'TRADE_STEP_ACTIVATED', 'TRADE_CONTRACT_PUBLISHED', 'TRADE_COMPLETED'];
    const [ours, theirs] = [newPath(), newPath()];
    // The first receiver starts slow, so that an unordered second attempt would overtake it.
    let slow = true;
    receiver.on(ours, (_request, response) => {
      setTimeout(() => response.writeHead(200).end(), slow ? 400 : 0);
      slow = false;
    });
    const provider = await richPushedParty(app, receiver.url(ours), types);
    const consumer = await richPushedParty(app, receiver.url(theirs));
    const bystander = await pushedParty(app, receiver.url('/bystander'), types);
    const trade = await startTrade(provider, consumer);
    await activate(trade);
    await publishContract(trade);
    await checkpoint(trade);
    await settled(trade);
    await deliveriesEnded(provider, 4);
    await deliveriesEnded(consumer, 1);
    const payloads = receiver.of(ours).map((one) => verified(one, provider.secrets));
    expect(payloads.map(({ type }) => type)).toEqual([
      'trade.created',
      'trade.step_activated',
      'trade.contract_published',
      'trade.completed',
    ]);
    const [completed] = receiver.of(theirs).map((one) => verified(one, consumer.secrets));
    expect(completed).toMatchObject({
      type: 'trade.completed',
      data: { principal_key: consumer.principalKey, trade_key: trade.tradeKey, settlement: { outcome: 'completed' } },
    });
    const listed = await consumer.api.queryOrThrow<{
      principal: { events: { nodes: { id: string; data: unknown }[] } };
    }>('{ principal { events(types: [TRADE_COMPLETED]) { nodes { id data } } } }');
    expect(listed.principal.events.nodes).toMatchObject([{ id: completed?.id }]);
    expect(receiver.of('/bystander')).toEqual([]);
    expect(await deliveries(bystander)).toEqual([]);
  });

  // @spec WH7
  test('a proposal’s events go to its participants’ agents that opted in', async () => {
    const path = newPath();
    const provider = await richPushedParty(app, receiver.url(path), ['PROPOSAL_CREATED', 'PROPOSAL_ACCEPTED']);
    const consumer = await richPushedParty(app, receiver.url(newPath()));
    await startTrade(provider, consumer);
    const all = await deliveriesEnded(provider, 2);
    expect(all.map(({ type, state }) => [type, state])).toEqual([
      ['PROPOSAL_CREATED', 'DELIVERED'],
      ['PROPOSAL_ACCEPTED', 'DELIVERED'],
    ]);
  });
});

describe('Attempts', () => {
  // @spec WH9
  // @id webhook-retry-same-bytes
  test('are repeated with the same id and the same bytes until the receiver answers 2xx', async () => {
    const path = newPath();
    let attempts = 0;
    receiver.on(path, (_request, response) => response.writeHead((attempts += 1) < 3 ? 500 : 200).end('told'));
    const party = await pushedParty(app, receiver.url(path), CREDITED);
    const [eventId = ''] = await credit(app, party);
    const [delivery] = await deliveriesEnded(party, 1);
    expect(delivery).toMatchObject({ state: 'DELIVERED', eventId: keyOf('evt', eventId), type: 'TICKETS_CREDITED' });
    expect(delivery?.attempts.map(({ status, error }) => [status, error])).toEqual([
      [500, 'HTTP_STATUS'],
      [500, 'HTTP_STATUS'],
      [200, null],
    ]);
    const sent = receiver.of(path);
    expect(sent).toHaveLength(3);
    expect(new Set(sent.map(({ body }) => body)).size).toBe(1);
    expect(new Set(sent.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([keyOf('evt', eventId)]));
    for (const one of sent) verified(one, party.secrets);
    const [second, first] = [sent[1]?.at ?? 0, sent[0]?.at ?? 0];
    expect(second - first).toBeGreaterThan(780);
  });

  // @spec WH10, WH19
  test('end with the schedule: dead, listed, and redelivered by request', async () => {
    const path = newPath();
    let broken = true;
    receiver.on(path, (_request, response) => response.writeHead(broken ? 503 : 200).end());
    const party = await pushedParty(app, receiver.url(path), CREDITED);
    await credit(app, party);
    const [dead] = await deliveriesEnded(party, 1);
    expect(dead).toMatchObject({ state: 'DEAD' });
    expect(dead?.attempts).toHaveLength(4);
    broken = false;
    const input = { agentKey: party.agentKey, deliveryKey: dead?.deliveryKey };
    expect(await mutate(party.api, 'redeliverWebhook', input, 'delivery { id state }')).toEqual({
      delivery: { id: dead?.deliveryKey, state: 'PENDING' },
    });
    const [delivered] = await deliveriesEnded(party, 1);
    expect(delivered).toMatchObject({ state: 'DELIVERED' });
    expect(delivered?.attempts).toHaveLength(5);
    expect(new Set(receiver.of(path).map(({ body }) => body)).size).toBe(1);
    // A delivered event can be redelivered too.
    await mutate(party.api, 'redeliverWebhook', { deliveryKey: dead?.deliveryKey }, 'delivery { id }');
    await until(
      () => Promise.resolve(receiver.of(path).length),
      (count) => count === 6,
    );
  });

  test('wait while the card of the agent has no push notifications, and go on with a card that has them', async () => {
    const path = newPath();
    let broken = true;
    receiver.on(path, (_request, response) => response.writeHead(broken ? 503 : 200).end());
    const party = await pushedParty(app, receiver.url(path), CREDITED);
    await credit(app, party);
    const [dead] = await deliveriesEnded(party, 1);
    broken = false;
    const { principalKey, agentKey } = party;
    const put = (pushNotifications: boolean) => {
      const card = { ...PUSHING, capabilities: { pushNotifications } };
      return mutate(party.owner, 'updateAgentCard', { principalKey, agentKey, card }, 'agent { id }');
    };
    const redeliver = () =>
      mutate(party.api, 'redeliverWebhook', { deliveryKey: dead?.deliveryKey }, 'delivery { state }');
    await put(false);
    expect(await codeOf(redeliver())).toBe('webhook_delivery_state_conflict');
    await put(true);
    broken = true;
    await redeliver();
    await until(
      () => Promise.resolve(receiver.of(path).length),
      (count) => count > 4,
    );
    await put(false);
    broken = false;
    // The attempts of another agent show that its worker goes on.
    const theirs = newPath();
    receiver.on(theirs, (_request, response) => response.writeHead(503).end());
    const other = await pushedParty(app, receiver.url(theirs), CREDITED);
    await credit(app, other);
    await deliveriesEnded(other, 1);
    expect(await deliveries(party)).toMatchObject([{ state: 'PENDING' }]);
    await put(true);
    expect(await deliveriesEnded(party, 1)).toMatchObject([{ state: 'DELIVERED' }]);
    expect(await auditOf(app)).toEqual([]);
  });

  // @spec WH14
  test('should refuse to redeliver a pending delivery, or one of another principal', async () => {
    const path = newPath();
    receiver.on(path, (_request, response) => response.writeHead(429, { 'retry-after': '3600' }).end());
    const party = await pushedParty(app, receiver.url(path), CREDITED);
    await credit(app, party);
    const [pending] = await until(
      () => deliveries(party),
      ([one]) => one?.attempts.length === 1,
    );
    expect(pending).toMatchObject({ state: 'PENDING', attempts: [{ status: 429 }] });
    const input = { deliveryKey: pending?.deliveryKey };
    const redeliver = (by: PushedParty, more: object = {}) =>
      mutate(by.api, 'redeliverWebhook', { ...input, ...more }, 'delivery { id }');
    expect(await refusalOf(redeliver(party))).toMatchObject({
      status: 409,
      code: 'webhook_delivery_state_conflict',
      currentState: 'PENDING',
    });
    const other = await pushedParty(app, receiver.url(newPath()), CREDITED);
    expect(await codeOf(redeliver(other))).toBe('webhook_delivery_not_found');
    expect(await codeOf(redeliver(party, { agentKey: other.agentKey }))).toBe('agent_not_found');
    expect(await codeOf(redeliver(party, { deliveryKey: keyOf('dlv', newId()) }))).toBe('webhook_delivery_not_found');
    const node = `{ node(id: "${pending?.deliveryKey ?? ''}") { id } }`;
    expect(await party.api.queryOrThrow(node)).toEqual({ node: { id: pending?.deliveryKey } });
    expect(await other.api.queryOrThrow(node)).toEqual({ node: null });
    // Retry-After counts: an hour is more than each delay of the schedule.
    const [row] = await app.sql<{ seconds: number }>(
      `SELECT extract(epoch FROM due_at - now())::int AS seconds FROM webhook_delivery WHERE agent_id = $1`,
      [party.agentId],
    );
    expect(row?.seconds).toBeGreaterThan(3500);
  });

  // @spec WH11
  test('redirects are not followed, and each counts as a failure', async () => {
    const path = newPath();
    receiver.on(path, (_request, response) => response.writeHead(307, { location: receiver.url('/target') }).end());
    const party = await pushedParty(app, receiver.url(path), CREDITED);
    await credit(app, party);
    const [delivery] = await deliveriesEnded(party, 1);
    expect(delivery).toMatchObject({
      state: 'DEAD',
      attempts: [{ status: 307, error: 'REDIRECT_NOT_FOLLOWED' }, {}, {}, {}],
    });
    expect(receiver.of('/target')).toEqual([]);
  });
});

describe('410', () => {
  // @spec WH12
  test('disables the endpoint at once, keeps the URL, emits an event, and patching the URL enables it again', async () => {
    const path = newPath();
    receiver.on(path, (_request, response) => response.writeHead(410).end());
    const party = await pushedParty(app, receiver.url(path), [...CREDITED]);
    await credit(app, party, 1);
    const [gone] = await deliveriesEnded(party, 1);
    expect(gone).toMatchObject({ state: 'DISABLED', attempts: [{ status: 410 }] });
    await credit(app, party, 3);
    const all = await deliveriesEnded(party, 4);
    expect(all.map(({ state }) => state)).toEqual(Array<string>(4).fill('DISABLED'));
    expect(receiver.of(path)).toHaveLength(1);
    const read = await until(
      () =>
        party.api.queryOrThrow<{ principal: { agent: object; events: { nodes: { data: object }[] } } }>(
          `{ principal { agent(agentKey: "${party.agentKey}") { notificationUrl notificationsDisabledAt }
             events(types: [WEBHOOK_DISABLED]) { nodes { subjectKey data } } } }`,
        ),
      ({ principal }) => principal.events.nodes.length > 0,
    );
    expect(read.principal).toEqual({
      agent: { notificationUrl: receiver.url(path), notificationsDisabledAt: expect.any(String) as string },
      events: {
        nodes: [
          {
            subjectKey: party.agentKey,
            data: { principal_key: party.principalKey, agent_key: party.agentKey, reason: 'gone' },
          },
        ],
      },
    });
    const redeliver = () =>
      mutate(party.api, 'redeliverWebhook', { deliveryKey: gone?.deliveryKey }, 'delivery { id }');
    expect(await refusalOf(redeliver())).toMatchObject({
      code: 'webhook_delivery_state_conflict',
      currentState: 'DISABLED',
    });
    const notificationUrl = receiver.url(newPath());
    const patch = { principalKey: party.principalKey, agentKey: party.agentKey, notificationUrl };
    expect(await mutate(party.owner, 'updateAgentNotificationUrl', patch, 'agent { notificationsDisabledAt }')).toEqual(
      { agent: { notificationsDisabledAt: null } },
    );
    await credit(app, party);
    await redeliver();
    await until(
      () => deliveries(party),
      (found) => found.filter(({ state }) => state === 'DELIVERED').length === 2,
    );
  });
});
