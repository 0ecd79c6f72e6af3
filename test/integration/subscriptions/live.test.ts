import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { WebSocket, WebSocketServer } from 'ws';
import { Seat } from '../../../src/api/subscriptions/subscriber-group';
import { End } from '../../../src/api/subscriptions/cancellation';
import { Live } from '../../../src/api/subscriptions/event-dispatcher';
import { Room } from '../../../src/api/subscriptions/channel';
import { Session } from '../../../src/api/subscriptions/socket-connection';
import type { StoredPayloadEvent } from '../../../src/database/events/stored-payload';
import type { Database } from '../../../src/database/transactions/database';
import { freshDatabase, type TestDatabase } from '../../support/database';
import { openStore, testServices, until } from '../../support/service';
import { issue, newPrincipal, tell } from './support';

/** Reading for rooms: whatever becomes due is read, whenever it does. */

const services = testServices();
let database: TestDatabase;
let store: Database;
let server: WebSocketServer;

beforeAll(async () => {
  database = await freshDatabase();
  store = await openStore(database.url);
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
});
afterAll(async () => {
  for (const client of server.clients) client.terminate();
  server.close();
  await once(server, 'close');
  await store.close();
  await database.drop();
});

interface Seated {
  readonly client: WebSocket;
  readonly session: Session;
  readonly heard: readonly string[];
  /** Resolves when the seat is given up. */
  readonly left: Promise<void>;
}

interface Answering {
  /** Answers are executed, and take so many turns of the microtask queue; undefined: they are put together of texts. */
  readonly hops?: number | undefined;
  /** In each answer, so many characters. */
  readonly filler?: number;
}

/** A socket with one subscription, `begun` after so many events, in a room. */
async function seat(room: Room, credentialId: string, begun: bigint, how: Answering = {}): Promise<Seated> {
  const { hops, filler = 0 } = how;
  const client = new WebSocket(`ws://127.0.0.1:${String((server.address() as AddressInfo).port)}`);
  const heard: string[] = [];
  client.on('message', (data: Buffer) => heard.push(data.toString()));
  const [socket, request] = (await once(server, 'connection')) as [WebSocket, { socket: Socket }];
  const session = new Session(socket, request.socket, undefined);
  const answerOf = ({ sequence }: Pick<StoredPayloadEvent, 'sequence'>) => ({
    data: { sequence: Number(sequence), filler: 'x'.repeat(filler) },
  });
  const answer = async (event: Pick<StoredPayloadEvent, 'sequence'>) => {
    for (let hop = 0; hop < (hops ?? 0); hop += 1) await Promise.resolve();
    return answerOf(event);
  };
  const text = hops === undefined ? (event: StoredPayloadEvent) => JSON.stringify(answerOf(event)) : undefined;
  const share = { id: '"1"', key: 'all', answer, text, sent: () => undefined };
  const right = { credentialId, humanId: null, principalId: room.principalId };
  const left = room.stay(new Seat(session, share, room, right, undefined, begun, begun), new End());
  return { client, session, heard, left };
}

interface Listener extends Seated {
  readonly room: Room;
  readonly credentialId: string;
}

/** A room with one socket in it. */
async function listener(live: Live, how?: Answering): Promise<Listener> {
  const principalId = await newPrincipal(store);
  const { credentialId } = await issue(store, services, { principalId });
  const room = new Room(principalId, (due) => live.due(due));
  return { room, credentialId, ...(await seat(room, credentialId, 0n, how)) };
}

const upTo = (n: number, from = 1) => Array.from({ length: n - from + 1 }, (_, at) => from + at);

function sequences(heard: readonly string[]): number[] {
  return heard.map((text) => (JSON.parse(text) as { payload: { data: { sequence: number } } }).payload.data.sequence);
}

const LONGEST = 40;

// @id live-hint-during-delivery
test('a room that is told of more while it is read for is read for again, however long its answers take', async () => {
  const live = new Live(store, services.log);
  for (let hops = 0; hops <= LONGEST; hops += 1) {
    const { room, heard } = await listener(live, { hops });
    await tell(store, room.principalId, 1);
    room.rose(1n);
    while (room.isDue) await turn();
    // It is being read for. Nothing else is told of that would have it read.
    room.rose(2n);
    await until(() => room.position === 2n, `the room of answers of ${String(hops)} turns is read for again`, 5_000);
    await until(() => heard.length === 1, 'the event');
  }
  await live.stop();
});

test.each([
  ['put together', undefined],
  ['executed', 0],
])('rooms that are far behind are read for until they are not, others with them; answers are %s', async (_, hops) => {
  const live = new Live(store, services.log);
  const far: Listener[] = [];
  const near: Listener[] = [];
  for (let n = 0; n < 12; n += 1) far.push(await listener(live, { hops }));
  for (let n = 0; n < 30; n += 1) near.push(await listener(live, { hops }));
  for (const { room } of far) await tell(store, room.principalId, 99);
  for (const { room } of near) await tell(store, room.principalId, 1);
  for (const { room } of far) room.rose(99n);
  for (const { room } of near) room.rose(1n);
  await until(() => far.every(({ heard }) => heard.length === 99), 'everything they missed');
  await until(() => near.every(({ heard }) => heard.length === 1), 'the one');
  for (const { heard } of far) expect(sequences(heard)).toEqual(upTo(99));
  await live.stop();
});

// @id live-partial-batch
test('who has heard more than its room is given the rest alone, who has heard all of it nothing', async () => {
  const live = new Live(store, services.log);
  const { room, credentialId, heard } = await listener(live);
  const others = [(await seat(room, credentialId, 2n)).heard, (await seat(room, credentialId, 4n)).heard];
  await tell(store, room.principalId, 4);
  room.rose(4n);
  await until(() => heard.length === 4 && room.position === 4n, 'the four');
  await tell(store, room.principalId, 1);
  room.rose(5n);
  const everyone = [heard, ...others];
  await until(() => everyone.every((one) => one.length > 0 && sequences(one).at(-1) === 5), 'the fifth');
  expect(everyone.map(sequences)).toEqual([upTo(5), upTo(5, 3), upTo(5, 5)]);
  await live.stop();
});

test.each([
  ['put together', undefined],
  ['executed', 0],
])('who reads nothing is written no more than a few answers, however long they are; %s', async (_, hops) => {
  const live = new Live(store, services.log);
  const filler = 300_000;
  const { room, client, session, left } = await listener(live, { hops, filler });
  client.pause();
  await tell(store, room.principalId, 99);
  room.rose(99n);
  await left;
  // What is bounded, 16 KiB, one answer that goes beyond, and another before it was known.
  expect(session.buffered).toBeLessThan(16 * 1024 + 2 * (filler + 1_000));
  await live.stop();
});

test('once it is stopped nothing more is read, whatever becomes due', async () => {
  const live = new Live(store, services.log);
  const [one, another] = [await listener(live), await listener(live)];
  for (const { room } of [one, another]) await tell(store, room.principalId, 1);
  one.room.rose(1n);
  while (one.room.isDue) await turn();
  const stopped = live.stop();
  another.room.rose(1n);
  await stopped;
  await until(() => one.heard.length === 1, 'what was being read');
  expect([another.room.isDue, another.heard]).toEqual([true, []]);
});
