import { Webhook } from 'standardwebhooks';
import { createClient, type Client, verifyWebhook } from '../../src/client';
import type { TestApp } from './app';
import type { Received } from './receiver';
import { buyTickets, createParty, mutate, type Party, until } from './actors';
import { newId } from './ledger';

/** Parties whose agent receives webhooks; not a test. */

export interface PushedParty extends Party {
  readonly secrets: Record<number, string>;
}

export const PUSHING = {
  name: 'Pushed',
  description: 'Is told of things.',
  version: '1.0.0',
  capabilities: { pushNotifications: true },
};

/** Registers one more agent of the party for this URL; returns the party as this agent. */
export async function pushedTo(
  app: Pick<TestApp, 'url'>,
  party: Party,
  notificationUrl: string,
  eventTypes: readonly string[] = ['TRADE_COMPLETED', 'TRADE_FAILED'],
): Promise<PushedParty> {
  const { agent, webhookSigningKey } = await mutate<{
    agent: { agentKey: string; agentId: string };
    webhookSigningKey: { secret: string };
  }>(
    party.owner,
    'registerAgent',
    { principalKey: party.principalKey, card: PUSHING, notificationUrl, eventTypes },
    'agent { agentKey agentId } webhookSigningKey { secret }',
  );
  const api: Client = createClient({ url: app.url, credential: party.credential, agentId: agent.agentId });
  return { ...party, ...agent, api, secrets: { 1: webhookSigningKey.secret } };
}

export async function pushedParty(app: TestApp, url: string, types?: readonly string[]): Promise<PushedParty> {
  return pushedTo(app, await createParty(app, 'pushed'), url, types);
}

export async function richPushedParty(app: TestApp, url: string, types?: readonly string[]): Promise<PushedParty> {
  const party = await createParty(app, 'pushed');
  await buyTickets(party);
  await mutate(party.api, 'reserveBond', { amountStamps: 2000 }, 'principal { bondAvailableStamps }');
  return pushedTo(app, party, url, types);
}

/** Inserts events of the principal outside any trade; returns their ids in order. */
export async function credit(app: TestApp, party: Party, count = 1): Promise<string[]> {
  const ids = Array.from({ length: count }, newId);
  await app.sql(
    `INSERT INTO event (event_id, principal_id, type, subject_key, data, created_at)
     SELECT id, (SELECT principal_id FROM agent WHERE agent_id = $2), 'tickets.credited', $3,
       jsonb_build_object('principal_key', $3::text), now() FROM unnest($1::uuid[]) AS id`,
    [ids, party.agentId, party.principalKey],
  );
  return ids;
}

export interface Delivery {
  readonly deliveryKey: string;
  readonly eventId: string;
  readonly type: string;
  readonly state: string;
  readonly attempts: readonly {
    readonly status: number | null;
    readonly error: string | null;
    readonly durationMs: number;
    readonly keyVersion: number;
  }[];
}

/** The deliveries of the party's agent, oldest first. */
export async function deliveries({ api, agentKey }: Party): Promise<Delivery[]> {
  const data = await api.queryOrThrow<{ principal: { agent: { webhookDeliveries: { nodes: Delivery[] } } } }>(
    `query ($key: ID!) { principal { agent(agentKey: $key) { webhookDeliveries(last: 200) { nodes {
      id deliveryKey eventId type state createdAt attempts { attemptedAt status error durationMs keyVersion } } } } } }`,
    { key: agentKey },
  );
  return [...data.principal.agent.webhookDeliveries.nodes].reverse();
}

/** Waits until the party has this number of deliveries and none is pending. */
export const deliveriesEnded = (party: PushedParty, count: number): Promise<Delivery[]> =>
  until(
    () => deliveries(party),
    (all) => all.length >= count && all.every(({ state }) => state !== 'PENDING'),
    20_000,
  );

/** Verifies a webhook with the official package and our client, by the version in its header. */
export function verified(
  one: Received,
  secrets: PushedParty['secrets'],
): { type: string; id: string; sequence: number } {
  const headers = one.headers as Record<string, string>;
  const version = Number(headers['x-svc-webhook-key-version']);
  const official = new Webhook(secrets[version] ?? '').verify(one.body, headers);
  expect(verifyWebhook({ headers, body: one.body, secrets }).payload).toEqual(official);
  return official as { type: string; id: string; sequence: number };
}
