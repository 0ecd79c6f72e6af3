import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { buildSchema, GraphQLError, parse } from 'graphql';
import { useServer } from 'graphql-ws/use/ws';
import { WebSocketServer, type WebSocket } from 'ws';
import { createEventStream, type EventStream, type EventStreamOptions } from '../../../src/client';
import { envelopeOfConnectionParams } from '../../../src/api/auth/envelope';
import { closeAll, credential, judge, listen } from './support';

const schema = buildSchema(`
  scalar DateTime
  scalar JSONObject
  enum EventType { TRADE_COMPLETED TRADE_FAILED }
  type Event { id: ID! cursor: String! type: EventType! sequence: Int! subjectKey: ID! timestamp: DateTime! data: JSONObject! }
  type Query { x: Int }
  type Subscription {
    events(principalKey: ID, types: [EventType!], after: String): Event!
    tradeCompleted(principalKey: ID, after: String): Event!
  }
`);

interface SubscriptionVariables {
  principalKey?: string;
  types?: string[];
  after?: string;
}

/** Script of one subscription: its events and its end. */
interface Life {
  give?: number;
  then: (socket: WebSocket) => void | Promise<void>;
}

const event = (sequence: number): object => ({
  ...{ id: `evt_${sequence}`, cursor: `c${sequence}`, type: 'TRADE_COMPLETED', sequence, subjectKey: 'trd_1' },
  ...{ timestamp: '2026-11-20T09:30:00.000Z', data: { state: 'completed' } },
});
const close =
  (code: number, reason = ''): Life['then'] =>
  (socket) =>
    socket.close(code, reason);
const stay: Life['then'] = () => new Promise(() => undefined);

interface Server {
  readonly url: string;
  readonly subscriptions: SubscriptionVariables[];
  readonly upgrades: IncomingMessage[];
  readonly params: unknown[];
}

/** Starts a graphql-transport-ws server with events 1, 2, 3 …; `lives` scripts each subscription. */
async function serving(lives: Life[]): Promise<Server> {
  const subscriptions: SubscriptionVariables[] = [];
  const upgrades: IncomingMessage[] = [];
  const params: unknown[] = [];
  const { server, url } = await listen((_request, response) => response.writeHead(404).end());
  const sockets = new WebSocketServer({ server, path: '/graphql' });
  const subscribe = async function* (
    socket: WebSocket,
    variables: SubscriptionVariables,
    field: string,
  ): AsyncGenerator {
    subscriptions.push(variables);
    const life = lives[Math.min(subscriptions.length, lives.length) - 1];
    const first = Number((variables.after ?? 'c0').slice(1)) + 1;
    for (let at = 0; at < (life?.give ?? 0); at += 1) yield { [field]: event(first + at) };
    await life?.then(socket);
  };
  useServer<Record<string, unknown>, { socket: WebSocket; request: IncomingMessage }>(
    {
      schema,
      onConnect: ({ connectionParams, extra }) => {
        upgrades.push(extra.request);
        params.push(connectionParams);
      },
      onSubscribe: ({ extra }, _id, { query, variables }) => {
        const field = query.includes('tradeCompleted') ? 'tradeCompleted' : 'events';
        if (variables?.['principalKey'] === 'prn_other') {
          return [new GraphQLError('no', { extensions: { code: 'principal_access_denied', status: 403 } })];
        }
        return {
          schema,
          document: parse(query),
          variableValues: variables,
          rootValue: { [field]: (variables: SubscriptionVariables) => subscribe(extra.socket, variables, field) },
        };
      },
    },
    sockets,
  );
  return { url, subscriptions, upgrades, params };
}

async function take(stream: EventStream, count: number): Promise<number[]> {
  const sequences: number[] = [];
  for await (const { sequence } of stream) if (sequences.push(sequence) === count) break;
  return sequences;
}

function streamOf(url: string, more: Partial<EventStreamOptions> = {}): EventStream {
  return createEventStream({ url, credential, retry: { baseMs: 1, maximumMs: 5 }, ...more });
}

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
