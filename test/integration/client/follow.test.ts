import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  createClient,
  createFileStore,
  createMemoryStore,
  type Client,
  type CursorStore,
  type TradingEvent,
} from '../../../src/client';
import { startTestApp, type TestApp } from '../../support/app';
import { buyTickets, createParty, type Party, until } from '../../support/actors';
import { FaultProxy } from '../../support/fault-proxy';
import { newFolder } from '../../support/folder';

/** `follow`: events from a stored cursor, at least once. */

let app: TestApp;
let party: Party;
let folder: string;
let proxy: FaultProxy;
let ats: Client;

beforeAll(async () => {
  app = await startTestApp();
  folder = newFolder('follow');
  proxy = await FaultProxy.open({ port: Number(new URL(app.url).port) });
});
afterAll(async () => {
  await proxy.close();
  rmSync(folder, { recursive: true, force: true });
  await app.stop();
});

beforeEach(async () => {
  party = await createParty(app, 'Follower');
  ats = createClient({ url: app.url, credential: party.credential });
});

/** Makes one event: TICKETS_CREDITED. */
const credit = (): Promise<void> => buyTickets(party, 'STARTER');

/** Waits until the service has numbered the events. */
const numbered = (count: number): Promise<unknown> =>
  until(
    async () => (await ats.principals.events({ first: 200 })).nodes.length,
    (found) => found === count,
  );

/** Waits until `follow` has stored a cursor. */
const begun = (store: CursorStore): Promise<unknown> =>
  until(
    async () => store.load(),
    (cursor) => cursor !== undefined,
  );

const handleUntil = (client: Client, count: number, options: Parameters<Client['follow']>[1]): Promise<number[]> => {
  const sequences: number[] = [];
  const handler = ({ sequence }: TradingEvent, stop: () => void): void => {
    sequences.push(sequence);
    if (sequences.length === count) stop();
  };
  return client.follow(handler, options).then(() => sequences);
};

it('should handle the events before the first start, and then new ones, in order', async () => {
  await credit();
  await credit();
  await numbered(2);
  const following = handleUntil(ats, 4, { store: createMemoryStore() });
  await credit();
  await credit();
  expect(await following).toEqual([1, 2, 3, 4]);
});

it('should begin with the next event if it starts now, and leave a stored cursor as it is', async () => {
  await credit();
  await credit();
  await numbered(2);
  const store = createMemoryStore();
  const following = handleUntil(ats, 1, { store, start: 'now' });
  await begun(store);
  await credit();
  expect(await following).toEqual([3]);
  await credit();
  expect(await handleUntil(ats, 1, { store, start: 'now' })).toEqual([4]);
});

it('should begin with the first event if it starts now and there is none', async () => {
  const store = createMemoryStore();
  const following = handleUntil(ats, 1, { store, start: 'now' });
  await begun(store);
  await credit();
  expect(await following).toEqual([1]);
});

it('should store the cursor of a principal without events, so that the first event is not missed', async () => {
  const store = createFileStore(join(folder, 'no-events'));
  const ending = new AbortController();
  const waiting = ats.follow(() => undefined, { store, signal: ending.signal });
  await begun(store);
  ending.abort();
  await waiting;
  await credit();
  expect(await handleUntil(ats, 1, { store })).toEqual([1]);
});

// @spec CL9
it('should go on after the stored cursor in another process', async () => {
  const path = join(folder, 'cursor');
  await credit();
  await credit();
  await credit();
  expect(await handleUntil(ats, 2, { store: createFileStore(path) })).toEqual([1, 2]);
  const { nodes } = await ats.principals.events({ first: 2 });
  expect(readFileSync(path, 'utf8')).toBe(`${nodes[1]?.cursor ?? ''}\n`);
  expect(await handleUntil(ats, 1, { store: createFileStore(path) })).toEqual([3]);
});

// @spec CL9
it.each(['the first page', 'the socket'])(
  'should not advance past an event of %s whose handler failed, and repeat it',
  async (source) => {
    const store = createMemoryStore();
    if (source === 'the socket') {
      await credit();
      await handleUntil(ats, 1, { store });
    }
    const before = await store.load();
    await credit();
    await credit();
    const failing = ats.follow(() => Promise.reject(new Error('the disk is full')), { store });
    await expect(failing).rejects.toThrow('the disk is full');
    expect(await store.load()).toBe(before);
    const first = source === 'the socket' ? 2 : 1;
    expect(await handleUntil(ats, 2, { store })).toEqual([first, first + 1]);
  },
);

it('should store the cursor only after the handler has finished', async () => {
  const seen: (string | undefined)[] = [];
  const store = createMemoryStore();
  await credit();
  await credit();
  await ats.follow(
    async ({ cursor, sequence }, stop) => {
      await new Promise((resolve) => setImmediate(resolve));
      const stored = await store.load();
      seen.push(stored === cursor ? 'stored too early' : 'not stored');
      if (sequence === 2) stop();
    },
    { store },
  );
  expect(seen).toEqual(['not stored', 'not stored']);
});

it('should handle only the selected types', async () => {
  const store = createMemoryStore();
  const ending = new AbortController();
  const types: string[] = [];
  await credit();
  await numbered(1);
  const following = ats.follow(({ type }) => void types.push(type), {
    store,
    types: ['TRADE_COMPLETED'],
    signal: ending.signal,
  });
  await begun(store);
  ending.abort();
  await following;
  expect(types).toEqual([]);
});

// @spec CL9
it('should have no gap and no second event after lost connections', async () => {
  const through = createClient({
    url: `http://127.0.0.1:${proxy.port}`,
    credential: party.credential,
    retry: { baseMs: 1, maximumMs: 50 },
  });
  const store = createMemoryStore();
  const following = handleUntil(through, 6, { store });
  for (let sequence = 1; sequence <= 6; sequence += 1) {
    await credit();
    await numbered(sequence);
    if (sequence % 2 === 1) proxy.cut();
  }
  expect(await following).toEqual([1, 2, 3, 4, 5, 6]);
});

it('should end at once when the signal is aborted before', async () => {
  await credit();
  const handler = jest.fn();
  await ats.follow(handler, { store: createMemoryStore(), signal: AbortSignal.abort() });
  expect(handler).not.toHaveBeenCalled();
});
