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
  readonly data?: { readonly events?: ReceivedEvent } | null;
  readonly errors?: readonly { readonly extensions: { readonly code: string } }[];
}

/** Follows the events of a new principal with a field that reads another table, and keeps whole messages. */
async function follow(principalId: string, after?: string) {
  const headers = sign(instance.url, await issue(instance.store, services, { principalId }));
  const made: Connected = connect(instance.url, { headers });
  const messages: Message[] = [];
  const sink = { next: (message: object) => void messages.push(message), error: () => undefined };
  made.client.subscribe({ query: SUBJECTS, variables: { after } }, { ...sink, complete: () => undefined });
  const sequences = () => messages.map(({ data }) => data?.events?.sequence);
  const codes = () => messages.map(({ errors }) => errors?.[0]?.extensions.code);
  return { sequences, codes, closed: made.closed, close: () => made.client.dispose() };
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
