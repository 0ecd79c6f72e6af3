import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { WebSocket, WebSocketServer } from 'ws';
import { PrincipalChannel } from '../../../src/api/subscriptions/channel';
import { EventDispatcher } from '../../../src/api/subscriptions/event-dispatcher';
import { SocketConnection } from '../../../src/api/subscriptions/socket-connection';
import { Subscriber } from '../../../src/api/subscriptions/subscriber';
import type { StoredEvent } from '../../../src/database/events/event-log';
import type { Database } from '../../../src/database/transactions/database';
import { freshDatabase, type TestDatabase } from '../../support/database';
import { openStore, testServices, until } from '../../support/service';
import { connectionDeps, issue, newPrincipal, publishEvents } from './support';

/** The dispatcher reads every channel that becomes due, at any time. */

const ID = 'no "quotes" \\ and ümlauts';
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

interface Attached {
  readonly client: WebSocket;
  readonly connection: SocketConnection;
  readonly received: readonly string[];
  /** Resolves when the subscriber is detached. */
  readonly detached: Promise<void>;
}

interface ExecutionOptions {
  /** Turns of the microtask queue that each execution takes. */
  readonly turns?: number;
  /** Characters of filler in each payload. */
  readonly filler?: number;
}

/** Attaches a socket with one subscription, which has received the events up to `position`. */
async function attach(
  channel: PrincipalChannel,
  credentialId: string,
  position: bigint,
  { turns = 0, filler = 0 }: ExecutionOptions = {},
): Promise<Attached> {
  const client = new WebSocket(`ws://127.0.0.1:${String((server.address() as AddressInfo).port)}`);
  const received: string[] = [];
  client.on('message', (data: Buffer) => received.push(data.toString()));
  const [socket, request] = (await once(server, 'connection')) as [WebSocket, { socket: Socket }];
  const connection = new SocketConnection(connectionDeps(), socket, request.socket, undefined);
  const execute = async (event: object) => {
    const { sequence } = event as StoredEvent;
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    return { data: { sequence: Number(sequence), filler: 'x'.repeat(filler) } };
  };
  const createContext = () => {
    throw new Error('no state is read');
  };
  const plan = { id: JSON.stringify(ID), groupKey: 'all', createContext, execute, onSent: () => undefined };
  const authorization = { credentialId, humanId: null, principalId: channel.principalId };
  const subscriber = new Subscriber(connection, plan, channel, authorization, { types: undefined }, position, position);
  const detached = channel.waitForLiveEvents(subscriber, new AbortController().signal);
  return { client, connection, received, detached };
}

interface AttachedChannel extends Attached {
  readonly channel: PrincipalChannel;
  readonly credentialId: string;
}

/** Creates a channel with one attached socket. */
async function createChannel(dispatcher: EventDispatcher, options?: ExecutionOptions): Promise<AttachedChannel> {
  const principalId = await newPrincipal(store);
  const { credentialId } = await issue(store, services, { principalId });
  const channel = new PrincipalChannel(principalId, (due) => dispatcher.enqueue(due));
  return { channel, credentialId, ...(await attach(channel, credentialId, 0n, options)) };
}

const upTo = (n: number, from = 1) => Array.from({ length: n - from + 1 }, (_, at) => from + at);

function sequences(received: readonly string[]): number[] {
  return received.map(
    (text) => (JSON.parse(text) as { payload: { data: { sequence: number } } }).payload.data.sequence,
  );
}

const MAX_TURNS = 40;

// @id live-hint-during-delivery
test('should read a channel again when its head advances during delivery, at any length of the execution', async () => {
  const dispatcher = new EventDispatcher(store, services.log);
  for (let turns = 0; turns <= MAX_TURNS; turns += 1) {
    const { channel, received } = await createChannel(dispatcher, { turns });
    await publishEvents(store, channel.principalId, 1);
    channel.advanceHead(1n);
    while (channel.isDue) await nextTurn();
    // The batch is in progress. No later hint makes the channel due again.
    channel.advanceHead(2n);
    await until(() => channel.position === 2n, `a second read with executions of ${String(turns)} turns`, 5_000);
    await until(() => received.length === 1, 'the event');
  }
  await dispatcher.stop();
});

test('should read channels that are far behind until they have caught up, and other channels meanwhile', async () => {
  const dispatcher = new EventDispatcher(store, services.log);
  const far: AttachedChannel[] = [];
  const near: AttachedChannel[] = [];
  for (let n = 0; n < 12; n += 1) far.push(await createChannel(dispatcher));
  for (let n = 0; n < 30; n += 1) near.push(await createChannel(dispatcher));
  for (const { channel } of far) await publishEvents(store, channel.principalId, 99);
  for (const { channel } of near) await publishEvents(store, channel.principalId, 1);
  for (const { channel } of far) channel.advanceHead(99n);
  for (const { channel } of near) channel.advanceHead(1n);
  await until(() => far.every(({ received }) => received.length === 99), 'all missed events');
  await until(() => near.every(({ received }) => received.length === 1), 'the one event');
  for (const { received } of far) expect(sequences(received)).toEqual(upTo(99));
  await dispatcher.stop();
});

// @id live-partial-batch
test('should send only the unsent events to a subscriber that is ahead of its channel', async () => {
  const dispatcher = new EventDispatcher(store, services.log);
  const { channel, credentialId, received } = await createChannel(dispatcher);
  const others = [await attach(channel, credentialId, 2n), await attach(channel, credentialId, 4n)];
  await publishEvents(store, channel.principalId, 4);
  channel.advanceHead(4n);
  await until(() => received.length === 4 && channel.position === 4n, 'four events');
  await publishEvents(store, channel.principalId, 1);
  channel.advanceHead(5n);
  const all = [received, ...others.map((other) => other.received)];
  await until(() => all.every((texts) => texts.length > 0 && sequences(texts).at(-1) === 5), 'the fifth event');
  expect(all.map(sequences)).toEqual([upTo(5), upTo(5, 3), upTo(5, 5)]);
  await dispatcher.stop();
});

test('should put each message in its own frame, with the id of its subscription', async () => {
  const dispatcher = new EventDispatcher(store, services.log);
  const { channel, received } = await createChannel(dispatcher, { filler: 70_000 });
  await publishEvents(store, channel.principalId, 2);
  channel.advanceHead(2n);
  await until(() => received.length === 2, 'two events');
  const payload = (sequence: number) => ({ data: { sequence, filler: 'x'.repeat(70_000) } });
  expect(received.map((text) => JSON.parse(text) as unknown)).toEqual(
    upTo(2).map((sequence) => ({ id: ID, type: 'next', payload: payload(sequence) })),
  );
  await dispatcher.stop();
});

test('should send at most a few events to a client that reads nothing, however long they are', async () => {
  const dispatcher = new EventDispatcher(store, services.log);
  const filler = 300_000;
  const { channel, client, connection, detached } = await createChannel(dispatcher, { filler });
  client.pause();
  await publishEvents(store, channel.principalId, 99);
  channel.advanceHead(99n);
  await detached;
  // The limit of 16 KiB, one event that exceeds it, and one more before the buffer was checked.
  expect(connection.bufferedBytes).toBeLessThan(16 * 1024 + 2 * (filler + 1_000));
  await dispatcher.stop();
});

test('should begin no read after stop', async () => {
  const dispatcher = new EventDispatcher(store, services.log);
  const [first, second] = [await createChannel(dispatcher), await createChannel(dispatcher)];
  for (const { channel } of [first, second]) await publishEvents(store, channel.principalId, 1);
  first.channel.advanceHead(1n);
  while (first.channel.isDue) await nextTurn();
  const stopped = dispatcher.stop();
  second.channel.advanceHead(1n);
  await stopped;
  await until(() => first.received.length === 1, 'the event of the read in progress');
  expect([second.channel.isDue, second.received]).toEqual([true, []]);
});
