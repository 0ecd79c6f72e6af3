import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import WebSocket from 'ws';
import { eventCursor } from '../../../src/domain/events/event-cursor';
import { freshDatabase, type TestDatabase } from '../../support/database';
import { testServices, until } from '../../support/service';
import {
  EVENTS,
  type Heard,
  type Instance,
  issue,
  newPrincipal,
  sign,
  type Signing,
  startInstance,
  tell,
} from './support';

/** What a client is told that knows graphql-transport-ws and docs/guides/signing.md, and nothing else. */
let database: TestDatabase;
let instance: Instance;
let principal: string;
let credential: Signing;
const services = testServices();

beforeAll(async () => {
  database = await freshDatabase();
  instance = await startInstance(database.url, services);
  principal = await newPrincipal(instance.store);
  credential = await issue(instance.store, services, { principalId: principal });
});
afterAll(async () => {
  await instance.stop();
  await database.drop();
});

test('an upgrade that is accepted carries X-Request-Id, as every response does', async () => {
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
  ['what is no message of the protocol', 4400, [{ type: 'start', id: '1' }]],
  ['an acknowledgement, which is the server’s to send', 4400, [{ type: 'connection_ack' }]],
  ['an event, which is the server’s to send', 4400, [{ type: 'next', id: '1', payload: { data: {} } }]],
  ['a refusal, which is the server’s to send', 4400, [{ type: 'error', id: '1', payload: [{ message: 'x' }] }]],
  ['a second connection_init', 4429, [{ type: 'connection_init' }]],
  ['a subscription under an id that is taken', 4409, [twice, twice]],
])('%s is closed with %d', async (_what, code, messages) => {
  const socket = new WebSocket(instance.url, 'graphql-transport-ws', { headers: sign(instance.url, credential) });
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'connection_init' }));
  await once(socket, 'message');
  for (const message of messages) socket.send(JSON.stringify(message));
  expect((await once(socket, 'close'))[0]).toBe(code);
  expect(services.log.lines.filter(({ level }) => level === 'error')).toEqual([]);
});

test('the program in docs/guides/signing.md follows events, over a lost socket too, and ends when its key is revoked', async () => {
  const program = /```js\n(\/\/ follow\.mjs[\s\S]*?)```/.exec(readFileSync('docs/guides/signing.md', 'utf8'))?.[1] ?? '';
  const child = spawn(process.execPath, ['--input-type=module', '-', instance.url, eventCursor(0n)], {
    env: { PATH: process.env['PATH'], API_KEY: credential.apiKey, SIGNING_SECRET: credential.signingSecret },
  });
  const ended = once(child, 'exit');
  const heard: Heard[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => heard.push(JSON.parse(line) as Heard));
  child.stdin.end(program);
  await tell(instance.store, principal, 3);
  await until(() => heard.length === 3, 'three events');
  for (const connection of instance.connections) connection.destroy();
  await tell(instance.store, principal, 2);
  await until(() => heard.length === 5, 'the two that followed');
  expect(heard.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5]);
  await instance.store.query({
    text: 'UPDATE credential SET revoked_at = now() WHERE credential_id = $1',
    values: [credential.credentialId],
  });
  expect((await ended)[0]).not.toBe(0);
});
