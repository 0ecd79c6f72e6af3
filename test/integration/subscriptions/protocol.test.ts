import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import WebSocket from 'ws';
import { eventCursor } from '../../../src/domain/events/event-cursor';
import { busyTable } from '../../support/busy-table';
import { freshDatabase, type TestDatabase } from '../../support/database';
import { Connection } from '../../support/ledger';
import { testServices, until } from '../../support/service';
import {
  connect,
  EVENTS,
  subscribe,
  type ReceivedEvent,
  type Instance,
  issue,
  newPrincipal,
  sign,
  type Signing,
  startInstance,
  publishEvents,
} from './support';

/** Clients that use only graphql-transport-ws and docs/guides/signing.md. */
let database: TestDatabase;
let owner: Connection;
let instance: Instance;
let principal: string;
let credential: Signing;
const services = testServices();

beforeAll(async () => {
  database = await freshDatabase();
  owner = await Connection.open(database.ownerUrl);
  instance = await startInstance(database.url, services);
  principal = await newPrincipal(instance.store);
  credential = await issue(instance.store, services, { principalId: principal });
});
afterAll(async () => {
  await instance.stop();
  await owner.close();
  await database.drop();
});

test('should send X-Request-Id with an accepted upgrade', async () => {
  const socket = new WebSocket(instance.url, 'graphql-transport-ws', { headers: sign(instance.url, credential) });
  const [[{ headers }]] = (await Promise.all([once(socket, 'upgrade'), once(socket, 'open')])) as unknown as [
    [{ headers: Record<string, string> }],
  ];
  expect(headers['x-request-id']).toMatch(/^req_[0-9a-hjkmnp-tv-z]{26}$/);
  socket.close();
  await once(socket, 'close');
});

const twice = { id: '1', type: 'subscribe', payload: { query: EVENTS } };

test.each([
  ['an unknown message type', 4400, [{ type: 'start', id: '1' }]],
  ['a connection_ack from the client', 4400, [{ type: 'connection_ack' }]],
  ['a next message from the client', 4400, [{ type: 'next', id: '1', payload: { data: {} } }]],
  ['an error message from the client', 4400, [{ type: 'error', id: '1', payload: [{ message: 'x' }] }]],
  ['a second connection_init', 4429, [{ type: 'connection_init' }]],
  ['a subscription with an id in use', 4409, [twice, twice]],
])('should close the socket after %s with %d', async (_what, code, messages) => {
  const socket = new WebSocket(instance.url, 'graphql-transport-ws', { headers: sign(instance.url, credential) });
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'connection_init' }));
  await once(socket, 'message');
  for (const message of messages) socket.send(JSON.stringify(message));
  expect((await once(socket, 'close'))[0]).toBe(code);
  expect(services.log.lines.filter(({ level }) => level === 'error')).toEqual([]);
});

test('should answer 503 to a subscription that the database cannot begin', async () => {
  const principalId = await newPrincipal(instance.store);
  await publishEvents(instance.store, principalId, 1);
  const made = connect(instance.url, {
    headers: sign(instance.url, await issue(instance.store, services, { principalId })),
  });
  const endBusy = await busyTable((text) => owner.sql(text), 'event_head');
  const listener = subscribe(made, { query: EVENTS });
  await listener.ended;
  await endBusy();
  await made.client.dispose();
  expect(listener.errors).toMatchObject([{ extensions: { code: 'service_unavailable', status: 503 } }]);
  expect(services.log.lines.filter(({ level }) => level === 'error')).toEqual([]);
});

test('should close with 4500 if the database cannot verify connectionParams, and log a warning', async () => {
  const signing = await issue(instance.store, services, { principalId: principal });
  const endBusy = await busyTable((text) => owner.sql(text), 'credential');
  const made = connect(instance.url, { connectionParams: sign(instance.url, signing) });
  const { code } = await made.closed;
  await endBusy();
  expect(code).toBe(4500);
  const lost = services.log.lines.filter(({ message }) => message === 'a socket lost the database');
  expect(lost.map(({ level }) => level)).toEqual(['warn']);
});

/** Runs the program of the guide, from the first event on. */
function runProgram({ apiKey, signingSecret }: Signing) {
  const program =
    /```js\n(\/\/ follow\.mjs[\s\S]*?)```/.exec(readFileSync('docs/guides/signing.md', 'utf8'))?.[1] ?? '';
  const child = spawn(process.execPath, ['--input-type=module', '-', instance.url, eventCursor(0n)], {
    env: { PATH: process.env['PATH'], API_KEY: apiKey, SIGNING_SECRET: signingSecret },
  });
  const ended = once(child, 'exit');
  const received: ReceivedEvent[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => received.push(JSON.parse(line) as ReceivedEvent));
  child.stdin.end(program);
  return { child, ended, received };
}

test('should serve the program in docs/guides/signing.md after refusals of a busy database', async () => {
  const principalId = await newPrincipal(instance.store);
  const signing = await issue(instance.store, services, { principalId });
  await publishEvents(instance.store, principalId, 1);
  const endBusy = await busyTable((text) => owner.sql(text), 'event_head');
  const { child, ended, received } = runProgram(signing);
  const attempts = new Set<unknown>();
  await until(() => {
    for (const connection of instance.connections) attempts.add(connection);
    return attempts.size >= 2 || child.exitCode !== null;
  }, 'a second attempt');
  await endBusy();
  await until(() => received.length === 1 || child.exitCode !== null, 'the event');
  child.kill();
  await ended;
  expect(received.map(({ sequence }) => sequence)).toEqual([1]);
});

test('should serve the program in docs/guides/signing.md across a lost socket, until its key is revoked', async () => {
  const { ended, received } = runProgram(credential);
  await publishEvents(instance.store, principal, 3);
  await until(() => received.length === 3, 'three events');
  for (const connection of instance.connections) connection.destroy();
  await publishEvents(instance.store, principal, 2);
  await until(() => received.length === 5, 'two more events');
  expect(received.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5]);
  await instance.store.query({
    text: 'UPDATE credential SET revoked_at = now() WHERE credential_id = $1',
    values: [credential.credentialId],
  });
  expect((await ended)[0]).not.toBe(0);
});
