import { setTimeout as pause } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { startTestApp, type TestApp } from '../support/app';
import { mutate } from '../support/parties';
import { credit, deliveriesEnded, pushedParty, type PushedParty, verified } from '../support/webhook-agents';
import { type Received, type Receiver, startReceiver } from '../support/receiver';

/** Signing keys, from the receiver's side: they rotate during a stream of deliveries. */

const ROTATIONS = 12;
const EVENTS = 150;
/** The maximum of concurrent attempts per endpoint. */
const IN_FLIGHT = 4;

let app: TestApp;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await startReceiver();
  app = await startTestApp({
    ATS_WEBHOOK_ALLOW_PRIVATE: 'true',
    ATS_WEBHOOK_RETRY_SCHEDULE_SECONDS: '1,1,1,1,1,1',
    ATS_WEBHOOK_TIMEOUT_SECONDS: '5',
  });
});
afterAll(async () => {
  await receiver.stop();
  await app.stop();
});

/** Rotates every few hundred milliseconds and passes each new secret to `learnt`. */
async function rotate(party: PushedParty, learnt: (version: number, secret: string) => void): Promise<void> {
  for (let n = 0; n < ROTATIONS; n += 1) {
    await pause(250);
    const { version, secret } = await rotateOnce(party);
    learnt(version, secret);
  }
}

/** Emits events until the work ends. */
async function tellWhile(party: PushedParty, work: Promise<void>): Promise<void> {
  const life = { going: true };
  const stream = (async () => {
    for (let emitted = 0; emitted < EVENTS && life.going; emitted += 1) {
      await credit(app, party);
      await pause(20);
    }
  })();
  await work.finally(() => (life.going = false));
  await stream;
}

function verifies(one: Received, secret: string): boolean {
  try {
    new Webhook(secret).verify(one.body, one.headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}

/** Counts the events of the party. */
async function eventCountOf({ agentId }: PushedParty): Promise<number> {
  const [row] = await app.sql<{ count: number }>(
    `SELECT count(*)::int AS count FROM event WHERE principal_id = (SELECT principal_id FROM agent WHERE agent_id = $1)`,
    [agentId],
  );
  return row?.count ?? 0;
}

async function rotateOnce({ api, agentKey }: PushedParty): Promise<{ version: number; secret: string }> {
  const { webhookSigningKey } = await mutate<{ webhookSigningKey: { version: number; secret: string } }>(
    api,
    'rotateWebhookSigningKey',
    { agentKey },
    'webhookSigningKey { version secret }',
  );
  return webhookSigningKey;
}

const versionOf = (one: Received): number => Number(one.headers['x-svc-webhook-key-version']);

// @spec WH3, WH5
test('the official package verifies every delivery with the secret of its version header, while keys rotate', async () => {
  const path = '/all-versions';
  receiver.on(path, (_request, response) => void setTimeout(() => response.writeHead(204).end(), 10));
  const party = await pushedParty(app, receiver.url(path), ['TICKETS_CREDITED']);
  const secrets = party.secrets;
  await tellWhile(
    party,
    rotate(party, (version, secret) => (secrets[version] = secret)),
  );
  const count = await eventCountOf(party);
  const all = await deliveriesEnded(party, count);
  const sent = receiver.of(path);
  const verifiedIds = sent.map((one) => verified(one, secrets).id);
  expect(new Set(verifiedIds).size).toBe(count);
  // No delivery failed: a receiver that stores secrets by version notices no rotation.
  expect(all.every(({ state, attempts }) => state === 'DELIVERED' && attempts.length === 1)).toBe(true);
  expect(new Set(sent.map(versionOf)).size).toBeGreaterThan(ROTATIONS / 2);
  expect(Object.keys(secrets)).toHaveLength(ROTATIONS + 1);
});

test('a receiver with only the newest secret fails at most the attempts in flight, which are sent again', async () => {
  const path = '/newest-alone';
  const newest = { version: 1, secret: '' };
  const stale: { version: number; newest: number }[] = [];
  let early = 0;
  receiver.on(path, (_request, response, one) => {
    const good = verifies(one, newest.secret);
    // Signed with a new secret: the response of the rotation has not arrived yet.
    if (!good && versionOf(one) > newest.version) early += 1;
    else if (!good) stale.push({ version: versionOf(one), newest: newest.version });
    setTimeout(() => response.writeHead(good ? 204 : 401).end(), 10);
  });
  const party = await pushedParty(app, receiver.url(path), ['TICKETS_CREDITED']);
  newest.secret = party.secrets[1] ?? '';
  await tellWhile(
    party,
    rotate(party, (version, secret) => Object.assign(newest, { version, secret })),
  );
  const all = await deliveriesEnded(party, await eventCountOf(party));
  console.log(
    `${String(receiver.of(path).length)} attempts, ${String(ROTATIONS)} rotations: ${String(stale.length)} signed with the key before, ${String(early)} with one not learnt yet`,
  );
  for (let version = 2; version <= ROTATIONS + 1; version += 1) {
    const failed = stale.filter((one) => one.newest === version);
    expect(failed.length).toBeLessThanOrEqual(IN_FLIGHT);
    // Only with the previous key: no attempt starts with a retired one.
    expect(failed.every((one) => one.version === version - 1)).toBe(true);
  }
  expect(all.map(({ state }) => state)).toEqual(all.map(() => 'DELIVERED'));
});

// @spec WH4
test('attempts in flight during a rotation carry the older version; later ones carry the new one', async () => {
  const path = '/in-flight';
  let newest = { version: 1, secret: '' };
  const held: (() => void)[] = [];
  const failed: number[] = [];
  receiver.on(path, (_request, response, one) => {
    const judge = (): void => {
      const good = verifies(one, newest.secret);
      if (!good) failed.push(versionOf(one));
      response.writeHead(good ? 204 : 401).end();
    };
    if (newest.version === 1) held.push(judge);
    else judge();
    if (held.length !== IN_FLIGHT || newest.version > 1) return;
    void rotateOnce(party).then((learnt) => {
      newest = learnt;
      for (const release of held) release();
    });
  });
  const party = await pushedParty(app, receiver.url(path), ['TICKETS_CREDITED']);
  newest.secret = party.secrets[1] ?? '';
  await credit(app, party, 12);
  const all = await deliveriesEnded(party, 12);
  expect(failed).toEqual(Array(IN_FLIGHT).fill(1));
  expect(all.flatMap(({ attempts }) => attempts.map(({ keyVersion }) => keyVersion)).sort()).toEqual([
    ...Array<number>(IN_FLIGHT).fill(1),
    ...Array<number>(12).fill(2),
  ]);
  expect(all.map(({ state }) => state)).toEqual(all.map(() => 'DELIVERED'));
});
