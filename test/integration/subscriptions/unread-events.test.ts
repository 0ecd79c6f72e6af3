import { once } from 'node:events';
import WebSocket from 'ws';
import { freshDatabase, type TestDatabase } from '../../support/database';
import { testServices, until } from '../../support/service';
import { type Instance, issue, newPrincipal, publishEvents, sign, type Signing, startInstance } from './support';

/** Clients that subscribe to large events and do not read them. */

const UNREAD_BYTES = 4 * 1024 * 1024;
const SUBSCRIPTIONS = 5;

let database: TestDatabase;
let instance: Instance;
let principal: string;
let credential: Signing;
const reached: string[] = [];
const base = testServices({
  ATS_MAX_UNREAD_BYTES_PER_CALLER: String(UNREAD_BYTES),
  ATS_SLOW_READER_SECONDS: '1',
  ATS_MIN_READ_BYTES_PER_SECOND: String(UNREAD_BYTES),
});
const services = {
  ...base,
  metrics: { ...base.metrics, limitReached: (limit: string) => void reached.push(limit) },
};
const sockets: WebSocket[] = [];

beforeAll(async () => {
  database = await freshDatabase();
  instance = await startInstance(database.url, services);
});
beforeEach(async () => {
  principal = await newPrincipal(instance.store);
  credential = await issue(instance.store, services, { principalId: principal });
  reached.length = 0;
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.terminate();
});
afterAll(async () => {
  await instance.stop();
  await database.drop();
});

const FILLER = 'x'.repeat(15_000);
const ALIASES = Array.from({ length: 25 }, (_, n) => `a${String(n)}: data`).join(' ');
const LARGE = `subscription { events { ${ALIASES} } }`;
const publish = () => publishEvents(instance.store, principal, 1, 'tickets.credited', { filler: FILLER });

async function subscribed(): Promise<WebSocket> {
  const socket = new WebSocket(instance.url, 'graphql-transport-ws', { headers: sign(instance.url, credential) });
  socket.on('error', () => undefined);
  sockets.push(socket);
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'connection_init' }));
  await once(socket, 'message');
  for (let id = 0; id < SUBSCRIPTIONS; id += 1) {
    socket.send(JSON.stringify({ id: String(id), type: 'subscribe', payload: { query: LARGE } }));
  }
  return socket;
}

// @spec SU19
describe('A socket whose client does not read', () => {
  it('should be closed when the unread bytes of its principal reach their limit', async () => {
    for (let n = 0; n < 4; n += 1) await subscribed();
    await until(async () => {
      await publish();
      for (const socket of sockets) socket.pause();
      return reached.includes('unread_answers');
    }, 'a socket is closed');
    let waiting = 0;
    for (const connection of instance.connections) waiting += connection.writableLength;
    expect(waiting).toBeLessThan(UNREAD_BYTES + 2 * 25 * (FILLER.length + 1_000));
  });

  it('should be cut off when it reads more slowly than the minimum rate', async () => {
    const socket = await subscribed();
    const first = once(socket, 'message');
    await publish();
    await first;
    socket.pause();
    await until(async () => {
      await publish();
      return reached.length > 0;
    }, 'the socket is cut');
    expect(reached[0]).toBe('slow_reader');
  });
});
