import { eventCursor } from '../../../src/domain/events/event-cursor';
import { busyTable } from '../../support/busy-table';
import { freshDatabase, type TestDatabase } from '../../support/database';
import { Connection } from '../../support/ledger';
import { testServices, until } from '../../support/service';
import {
  connect,
  type Connected,
  type Instance,
  issue,
  newPrincipal,
  publishEvents,
  type ReceivedEvent,
  sign,
  startInstance,
} from './support';

/** Events whose fields the database cannot read for a moment. */

let database: TestDatabase;
let owner: Connection;
let instance: Instance;
const services = testServices();

beforeAll(async () => {
  database = await freshDatabase();
  owner = await Connection.open(database.ownerUrl);
  instance = await startInstance(database.url, services);
});
afterAll(async () => {
  await instance.stop();
  await owner.close();
  await database.drop();
});

const SUBJECTS = `subscription ($after: String) {
  events(after: $after) { sequence subject { ... on Principal { displayName } } } }`;

interface Message {
  readonly data?: { readonly events?: ReceivedEvent; readonly attentionChanged?: readonly object[] } | null;
  readonly errors?: readonly { readonly extensions: { readonly code: string } }[];
}

/** Follows the events of a principal with a field that reads another table, and keeps whole messages. */
async function follow(principalId: string, after?: string, query = SUBJECTS) {
  const headers = sign(instance.url, await issue(instance.store, services, { principalId }));
  const made: Connected = connect(instance.url, { headers });
  const messages: Message[] = [];
  const sink = { next: (message: object) => void messages.push(message), error: () => undefined };
  made.client.subscribe({ query, variables: { after } }, { ...sink, complete: () => undefined });
  const sequences = () => messages.map(({ data }) => data?.events?.sequence);
  const codes = () => messages.map(({ errors }) => errors?.[0]?.extensions.code);
  return { messages, sequences, codes, closed: made.closed, close: () => made.client.dispose() };
}

/** Follows a principal that has missed this many events, while the database cannot read their fields. */
async function followWhileBusy(missed: number) {
  const principalId = await newPrincipal(instance.store);
  await publishEvents(instance.store, principalId, missed);
  const seen = warnings();
  const endBusy = await busyTable((text) => owner.sql(text), 'principal');
  const followed = await follow(principalId, eventCursor(0n));
  await until(() => warnings() > seen, 'a failed execution');
  return { principalId, endBusy, followed };
}

const warnings = (): number => services.log.lines.filter(({ message }) => message.includes('could not be sent')).length;

// @spec SU27
test('a live event that the database cannot read for a moment is sent when it can', async () => {
  const principalId = await newPrincipal(instance.store);
  const followed = await follow(principalId);
  await until(async () => {
    await publishEvents(instance.store, principalId, 1);
    return followed.sequences().length > 0;
  }, 'the first live event');
  const before = followed.sequences().length;
  const seen = warnings();
  const endBusy = await busyTable((text) => owner.sql(text), 'principal');
  await publishEvents(instance.store, principalId, 2);
  await until(() => warnings() > seen, 'a failed execution');
  await endBusy();
  await publishEvents(instance.store, principalId, 1);
  await until(() => followed.sequences().length >= before + 3, 'the events');
  await followed.close();
  const [first = 0] = followed.sequences() as number[];
  expect(followed.sequences()).toEqual(followed.sequences().map((_, index) => first + index));
  expect(new Set(followed.codes())).toEqual(new Set([undefined]));
});

// @spec SU27
test('a missed event that the database cannot read for a moment is sent when it can', async () => {
  const { endBusy, followed } = await followWhileBusy(2);
  await endBusy();
  await until(() => followed.sequences().length >= 2, 'the events');
  await followed.close();
  expect(followed.sequences()).toEqual([1, 2]);
  expect(followed.codes()).toEqual([undefined, undefined]);
});

// @spec SU27
test('an event that the database can never read is sent with its error, and the next event follows', async () => {
  const { principalId, endBusy, followed } = await followWhileBusy(1);
  await until(() => followed.sequences().length === 1, 'the error');
  await endBusy();
  await publishEvents(instance.store, principalId, 1);
  await until(() => followed.sequences().length === 2, 'the next event');
  await followed.close();
  expect(followed.sequences()).toEqual([1, 2]);
  expect(followed.codes()).toEqual(['service_unavailable', undefined]);
});

// @spec SU9, SU27
test('an event that the database could not read is not sent after the credential is revoked', async () => {
  const { principalId, endBusy, followed } = await followWhileBusy(1);
  await owner.sql('UPDATE credential SET revoked_at = now() WHERE principal_id = $1', principalId);
  await endBusy();
  await followed.closed;
  expect(followed.sequences()).toEqual([]);
});

// @spec SU24
test('a list of what waits whose fields the database cannot read for a moment is sent when it can', async () => {
  const principalId = await newPrincipal(instance.store);
  const keys = 'agent { webhookSigningKeys(first: 1) { nodes { version } } }';
  const followed = await follow(principalId, undefined, `subscription { attentionChanged { kind ${keys} } }`);
  const lists = () => followed.messages.map(({ data, errors }) => [data?.attentionChanged, errors]);
  await until(() => lists().length === 1, 'the first list');
  const failures = () => services.log.lines.filter(({ message }) => message.includes('what waits could not be read'));
  const seen = failures().length;
  const endBusy = await busyTable((text) => owner.sql(text), 'webhook_signing_key');
  await owner.sql(
    `WITH made AS (
       INSERT INTO agent (agent_id, principal_id, card, card_missing, streaming, push_notifications, extended_agent_card,
         event_types, created_at, notifications_disabled_at)
       VALUES (gen_random_uuid(), $1, '{}', '{}', false, false, false, '{}', now(), now()) RETURNING agent_id)
     INSERT INTO webhook_signing_key (agent_id, version, secret_ciphertext, secret_key_id, created_at)
     SELECT agent_id, 1, '', '', now() FROM made`,
    principalId,
  );
  await until(() => failures().length > seen, 'a failed read');
  await endBusy();
  await until(() => lists().length === 2, 'the list');
  await followed.close();
  expect(lists()).toEqual([
    [[], undefined],
    [[{ kind: 'WEBHOOK_DISABLED', agent: { webhookSigningKeys: { nodes: [{ version: 1 }] } } }], undefined],
  ]);
});
