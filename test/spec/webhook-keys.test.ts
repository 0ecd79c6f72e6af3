import { startTestApp, type TestApp } from '../support/app';
import { mutate } from '../support/parties';
import {
  credit,
  deliveries,
  deliveriesEnded,
  pushedParty,
  type PushedParty,
  verified,
} from '../support/webhook-agents';
import { type Receiver, startReceiver } from '../support/receiver';
import { until } from '../support/actors';

/** Specification, Webhooks 2 and 3: key rotation and slow endpoints. */

let app: TestApp;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await startReceiver();
  app = await startTestApp({ ATS_WEBHOOK_ALLOW_PRIVATE: 'true' });
});
afterAll(async () => {
  await receiver.stop();
  await app.stop();
});

const CREDITED = ['TICKETS_CREDITED'];
let paths = 0;
const newPath = (): string => `/hook-${String((paths += 1))}`;

describe('Rotating a webhook signing key', () => {
  const rotate = (party: PushedParty) =>
    mutate<{ webhookSigningKey: { version: number; secret: string } }>(
      party.api,
      'rotateWebhookSigningKey',
      { agentKey: party.agentKey },
      'webhookSigningKey { version secret createdAt }',
    );

  // @spec K1, K2, K3, K4, K6, V5
  test('makes the new key current immediately, shows its secret once, and keeps the old one listed', async () => {
    const path = newPath();
    const party = await pushedParty(app, receiver.url(path), CREDITED);
    const { webhookSigningKey } = await rotate(party);
    expect(webhookSigningKey.version).toBe(2);
    await credit(app, party);
    await deliveriesEnded(party, 1);
    const [one] = receiver.of(path);
    expect(one?.headers['x-svc-webhook-key-version']).toBe('2');
    if (one) verified(one, { 2: webhookSigningKey.secret });
    const keys = await party.api.queryOrThrow<{ principal: { agent: object } }>(
      `{ principal { agent(agentKey: "${party.agentKey}") { webhookSigningKeys { nodes { version current retiredAt } } } } }`,
    );
    expect(keys.principal.agent).toEqual({
      webhookSigningKeys: {
        nodes: [
          { version: 2, current: true, retiredAt: null },
          { version: 1, current: false, retiredAt: expect.any(String) as string },
        ],
      },
    });
  });

  // @spec WH3
  test('should sign each delivery with the version in its header while deliveries continue', async () => {
    const path = newPath();
    const party = await pushedParty(app, receiver.url(path), CREDITED);
    const secrets = { ...party.secrets };
    for (let round = 0; round < 6; round += 1) {
      await credit(app, party, 5);
      // At least one delivery has the previous version.
      await until(
        () => Promise.resolve(receiver.of(path).length),
        (count) => count > round * 5,
      );
      const { webhookSigningKey } = await rotate(party);
      secrets[webhookSigningKey.version] = webhookSigningKey.secret;
    }
    await deliveriesEnded(party, 30);
    const sent = receiver.of(path);
    expect(new Set(sent.map((one) => verified(one, secrets).id)).size).toBe(30);
    expect(new Set(sent.map(({ headers }) => headers['x-svc-webhook-key-version'])).size).toBeGreaterThan(1);
  });
});

describe('A slow endpoint', () => {
  // @spec WH16
  test('has at most four attempts in flight, and delays no other endpoint', async () => {
    const [path, beside] = [newPath(), newPath()];
    let [now, most] = [0, 0];
    receiver.on(path, (_request, response) => {
      most = Math.max(most, (now += 1));
      setTimeout(() => {
        now -= 1;
        response.writeHead(200).end();
      }, 300);
    });
    const slow = await pushedParty(app, receiver.url(path), CREDITED);
    const quick = await pushedParty(app, receiver.url(beside), CREDITED);
    await credit(app, slow, 20);
    await credit(app, quick, 20);
    await deliveriesEnded(quick, 20);
    expect(receiver.of(path).length).toBeLessThan(20);
    await deliveriesEnded(slow, 20);
    expect(most).toBe(4);
    expect(receiver.of(path)).toHaveLength(20);
  });
});

describe('A redelivery', () => {
  test('goes to the new URL while an attempt to the old one runs, and that attempt does not end it', async () => {
    const [old, replaced] = [newPath(), newPath()];
    let answerOld: (() => unknown) | undefined;
    receiver.on(old, (_request, response) => {
      if (answerOld) response.writeHead(410).end();
      else answerOld = () => response.writeHead(200).end();
    });
    const party = await pushedParty(app, receiver.url(old), CREDITED);
    await credit(app, party);
    await until(
      () => Promise.resolve(receiver.of(old).length),
      (count) => count === 1,
    );
    await credit(app, party);
    const [disabled] = await deliveriesEnded(party, 2);
    const redeliver = () =>
      mutate(party.api, 'redeliverWebhook', { deliveryKey: disabled?.deliveryKey }, 'delivery { state }');
    await expect(redeliver()).rejects.toMatchObject({
      remedy: expect.stringContaining('set the notification URL again') as string,
    });
    const { principalKey, agentKey } = party;
    const notificationUrl = receiver.url(replaced);
    await mutate(
      party.owner,
      'updateAgentNotificationUrl',
      { principalKey, agentKey, notificationUrl },
      'agent { id }',
    );
    await redeliver();
    const [ended] = await until(
      () => deliveries(party),
      ([one]) => one?.state === 'DELIVERED',
    );
    expect(receiver.of(replaced)).toHaveLength(1);
    answerOld?.();
    expect(ended?.attempts).toHaveLength(1);
  });
});
