import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import { envelopeOfConnectionParams } from '../../../src/api/auth/envelope';
import { close, type Life, serving, stay, streamOf, take } from './event-server';
import { closeAll, judge, listen } from './support';

afterEach(closeAll);

describe('createEventStream', () => {
  it('signs the upgrade request', async () => {
    const { url, upgrades, params } = await serving([{ give: 1, then: stay }]);
    await take(streamOf(url, { agentId: 'agt_1' }), 1);
    const [upgrade] = upgrades;
    expect(params).toEqual([undefined]);
    expect(upgrade?.headers['x-agent-id']).toBe('agt_1');
    expect(upgrade && (await judge(upgrade, Buffer.alloc(0)))).toEqual({ ours: true, independent: true });
  });

  // @spec SU4
  it('signs connectionParams if headers cannot be set', async () => {
    const { url, upgrades, params } = await serving([{ give: 1, then: stay }]);
    await take(streamOf(url, { agentId: 'agt_1', proof: 'connectionParams' }), 1);
    const [upgrade] = upgrades;
    if (!upgrade) throw new Error('no upgrade');
    expect(upgrade.headers).not.toHaveProperty('signature');
    const { rawHeaders, target, method } = envelopeOfConnectionParams(
      { target: upgrade.url ?? '', rawHeaders: upgrade.rawHeaders },
      params[0],
    );
    const headers = Object.fromEntries(
      rawHeaders.flatMap((name, at) => (at % 2 ? [] : [[name.toLowerCase(), rawHeaders[at + 1]]])),
    );
    const message = Object.assign(Object.create(null) as IncomingMessage, { method, url: target, rawHeaders, headers });
    expect(await judge(message, Buffer.alloc(0))).toEqual({ ours: true, independent: true });
    expect(Object.keys(params[0] as object)).toContain('x-agent-id');
  });

  it.each(['null', '7', '[]', 'no JSON', '{"type":"next","id":"1"}', '{"type":"next","id":"1","payload":null}'])(
    'ignores the message %s',
    async (message) => {
      const send: Life['then'] = async (socket) => {
        socket.send(message);
        socket.close(1012);
        await stay(socket);
      };
      const { url, subscriptions } = await serving([
        { give: 1, then: send },
        { give: 1, then: stay },
      ]);
      expect(await take(streamOf(url, { maximumFailures: 1 }), 2)).toEqual([1, 2]);
      expect(subscriptions.map(({ after }) => after)).toEqual([undefined, 'c1']);
    },
  );

  it.each([
    ['vanishes', (socket: WebSocket): void => socket.terminate()],
    ['restarts', close(1012)],
    ['closes normally', close(1000)],
    ['says that there are too many', close(4429, 'too many')],
    ['says that the reader is too slow', close(4413, 'too far behind')],
    ['ends the subscription', (): void => undefined],
  ])('resumes after the last event when the server %s', async (_name, then) => {
    const { url, subscriptions } = await serving([
      { give: 3, then },
      { give: 2, then },
      { give: 1, then: stay },
    ]);
    const stream = streamOf(url, { principalKey: 'prn_1', types: ['TRADE_COMPLETED'], after: 'c4' });
    expect(await take(stream, 6)).toEqual([5, 6, 7, 8, 9, 10]);
    expect(stream.cursor).toBe('c10');
    expect(subscriptions.map(({ after }) => after)).toEqual(['c4', 'c7', 'c9']);
    expect(subscriptions[2]).toMatchObject({ principalKey: 'prn_1', types: ['TRADE_COMPLETED'] });
  });

  it.each([4400, 4401, 4403, 4406, 4409])('delivers every event and does not reconnect after %i', async (code) => {
    const { url, subscriptions } = await serving([{ give: 2, then: close(code, 'because') }]);
    const stream = streamOf(url);
    await expect(take(stream, 99)).rejects.toMatchObject({
      name: 'EventStreamClosed',
      closeCode: code,
      reason: 'because',
    });
    expect(stream.cursor).toBe('c2');
    expect(subscriptions).toHaveLength(1);
  });

  it('does not reconnect after an upgrade refused with 401', async () => {
    let upgrades = 0;
    const { server, url } = await listen(() => undefined);
    server.on('upgrade', (_request, socket) => {
      upgrades += 1;
      socket.end('HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
    });
    await expect(take(streamOf(url), 1)).rejects.toMatchObject({ name: 'EventStreamClosed', closeCode: 401 });
    expect(upgrades).toBe(1);
  });

  it('throws the error of a refused subscription', async () => {
    const { url } = await serving([{ then: stay }]);
    await expect(take(streamOf(url, { principalKey: 'prn_other' }), 1)).rejects.toMatchObject({
      name: 'ApiError',
      code: 'principal_access_denied',
      status: 403,
    });
  });

  it.each([
    ['closed', close(1012), 1012],
    ['ended', (): void => undefined, 1000],
  ])('throws after maximumFailures when it is %s each time', async (_name, then, closeCode) => {
    const { url, subscriptions } = await serving([{ give: 1, then }, { then }]);
    await expect(take(streamOf(url, { maximumFailures: 3 }), 99)).rejects.toMatchObject({ closeCode });
    expect(subscriptions).toHaveLength(4);
  });

  it('throws if there is no server', async () => {
    const { url, server } = await listen(() => undefined);
    await new Promise((resolve) => server.close(resolve));
    await expect(take(streamOf(url, { maximumFailures: 3 }), 1)).rejects.toThrow(/ECONNREFUSED/);
  });

  it('ends when it is closed while it waits for an event', async () => {
    const { url, subscriptions } = await serving([{ give: 1, then: stay }]);
    const stream = streamOf(url);
    const seen: number[] = [];
    for await (const { sequence } of stream) {
      seen.push(sequence);
      setImmediate(() => stream.close());
    }
    expect(seen).toEqual([1]);
    expect(subscriptions).toHaveLength(1);
  });

  it('ends the connection soon after close if the server no longer answers', async () => {
    const { url, upgrades } = await serving([{ give: 1, then: stay }]);
    const stream = streamOf(url);
    const ended: Promise<unknown>[] = [];
    for await (const { sequence } of stream) {
      expect(sequence).toBe(1);
      for (const { socket } of upgrades) {
        // The server reads no frame any more, so it does not answer the close.
        socket.removeAllListeners('data').resume();
        ended.push(once(socket, 'end'));
      }
      stream.close();
    }
    expect(ended).toHaveLength(1);
    await Promise.all(ended);
  }, 10_000);

  it('loses no event if the reader is slow', async () => {
    const { url } = await serving([{ give: 2000, then: stay }]);
    const sequences: number[] = [];
    for await (const { sequence } of streamOf(url)) {
      if (sequence % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
      if (sequences.push(sequence) === 2000) break;
    }
    expect(sequences).toEqual(Array.from({ length: 2000 }, (_, at) => at + 1));
  });

  it('subscribes to completed trades only', async () => {
    const { url, subscriptions } = await serving([{ give: 1, then: stay }]);
    await take(streamOf(url, { field: 'tradeCompleted', after: 'c7', selection: 'cursor sequence' }), 1);
    expect(subscriptions).toEqual([{ after: 'c7' }]);
  });
});
