import type { WebSocket } from 'ws';
import { createClient, createMemoryStore } from '../../../src/client';
import { close, FAST, serving, stay, streamOf, take } from './event-server';
import { closeAll, credential, listen } from './support';

/** A program learns of each outage while its stream of events reconnects. */

afterEach(closeAll);

// @spec CL13
it('should report an outage once, with its error, and the next outage again', async () => {
  const { url } = await serving([
    { then: close(1012, 'restart') },
    { then: close(1012, 'again') },
    { then: (socket: WebSocket): void => socket.terminate() },
    { give: 1, then: (): void => undefined },
    { then: close(1012) },
    { give: 1, then: stay },
  ]);
  const errors: unknown[] = [];
  await take(streamOf(url, { onInterruption: (error) => errors.push(error) }), 2);
  expect(errors).toMatchObject([{ closeCode: 1012, reason: 'restart' }, { closeCode: 1000 }]);
});

// @spec CL13
it.each<[string, (url: string) => Promise<unknown>]>([
  ['createEventStream', async (url) => take(streamOf(url), 1)],
  [
    'follow',
    async (url) => {
      const store = createMemoryStore();
      await store.save('c0');
      await createClient({ url, credential, retry: FAST }).follow((_event, stop) => stop(), { store });
    },
  ],
])('should warn once in an outage without an own hook: %s', async (_name, run) => {
  const warnings: Error[] = [];
  const collect = (warning: Error): unknown => warnings.push(warning);
  process.on('warning', collect);
  const life = { then: close(1012, 'restart') };
  const { url } = await serving([life, life, life, { give: 1, then: stay }]);
  await run(url);
  await new Promise((resolve) => setImmediate(resolve));
  process.off('warning', collect);
  const texts = warnings.filter(({ name }) => name === 'EventsInterrupted').map(({ message }) => message);
  expect(texts).toEqual([expect.stringMatching(/retries until they come again: .*1012: restart/)]);
});

it('should end follow and the updates of an object after maximumFailures', async () => {
  const { url, server } = await listen(() => undefined);
  await new Promise((resolve) => server.close(resolve));
  const ats = createClient({ url, credential, retry: FAST });
  const limits = { maximumFailures: 3, onInterruption: jest.fn() };
  const store = createMemoryStore();
  await store.save('c0');
  await expect(ats.follow(() => undefined, { store, ...limits })).rejects.toThrow(/ECONNREFUSED/);
  await expect(ats.trades.updates({ tradeKey: 'trd_1' }, limits).next()).rejects.toThrow(/ECONNREFUSED/);
  expect(limits.onInterruption).toHaveBeenCalledTimes(2);
});
