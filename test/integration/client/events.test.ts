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

interface Asked {
  principalKey?: string;
  types?: string[];
  after?: string;
}

/** What the server does on its n-th subscription: the events it gives, then how it ends. */
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
  readonly asked: Asked[];
  readonly upgrades: IncomingMessage[];
  readonly params: unknown[];
}

/** A real graphql-transport-ws server with a log of events 1, 2, 3 …; `lives` says how each subscription goes. */
async function serving(lives: Life[]): Promise<Server> {
  const asked: Asked[] = [];
  const upgrades: IncomingMessage[] = [];
  const params: unknown[] = [];
  const { server, url } = await listen((_request, response) => response.writeHead(404).end());
  const sockets = new WebSocketServer({ server, path: '/graphql' });
  const subscribe = async function* (socket: WebSocket, variables: Asked, field: string): AsyncGenerator {
    asked.push(variables);
    const life = lives[Math.min(asked.length, lives.length) - 1];
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
          rootValue: { [field]: (given: Asked) => subscribe(extra.socket, given, field) },
        };
      },
    },
    sockets,
  );
  return { url, asked, upgrades, params };
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
    expect(upgrade && (await judge(upgrade, Buffer.alloc(0)))).toEqual({ ours: true, stranger: true });
  });

  // @spec SU4
  it('signs connectionParams where headers cannot be set', async () => {
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
    expect(await judge(message, Buffer.alloc(0))).toEqual({ ours: true, stranger: true });
    expect(Object.keys(params[0] as object)).toContain('x-agent-id');
  });

  it.each([
    ['vanishes', (socket: WebSocket): void => socket.terminate()],
    ['restarts', close(1012)],
    ['closes normally', close(1000)],
    ['says that there are too many', close(4429, 'too many')],
    ['says that the reader is too slow', close(4413, 'too far behind')],
    ['ends the subscription', (): void => undefined],
  ])('goes on after the last event given when the server %s', async (_name, then) => {
    const { url, asked } = await serving([
      { give: 3, then },
      { give: 2, then },
      { give: 1, then: stay },
    ]);
    const stream = streamOf(url, { principalKey: 'prn_1', types: ['TRADE_COMPLETED'], after: 'c4' });
    expect(await take(stream, 6)).toEqual([5, 6, 7, 8, 9, 10]);
    expect(stream.cursor).toBe('c10');
    expect(asked.map(({ after }) => after)).toEqual(['c4', 'c7', 'c9']);
    expect(asked[2]).toMatchObject({ principalKey: 'prn_1', types: ['TRADE_COMPLETED'] });
  });

  it.each([4400, 4401, 4403, 4406, 4409])('gives every event, then does not come back after %i', async (code) => {
    const { url, asked } = await serving([{ give: 2, then: close(code, 'because') }]);
    const stream = streamOf(url);
    await expect(take(stream, 99)).rejects.toMatchObject({
      name: 'EventStreamClosed',
      closeCode: code,
      reason: 'because',
    });
    expect(stream.cursor).toBe('c2');
    expect(asked).toHaveLength(1);
  });

  it('does not come back when the upgrade is refused with 401', async () => {
    let upgrades = 0;
    const { server, url } = await listen(() => undefined);
    server.on('upgrade', (_request, socket) => {
      upgrades += 1;
      socket.end('HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
    });
    await expect(take(streamOf(url), 1)).rejects.toMatchObject({ name: 'EventStreamClosed', closeCode: 401 });
    expect(upgrades).toBe(1);
  });

  it('throws what the subscription is refused with', async () => {
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
  ])('gives up when it is %s as many times in a row as it is told', async (_name, then, closeCode) => {
    const { url, asked } = await serving([{ give: 1, then }, { then }]);
    await expect(take(streamOf(url, { maximumFailures: 3 }), 99)).rejects.toMatchObject({ closeCode });
    expect(asked).toHaveLength(4);
  });

  it('says at last that there is no server', async () => {
    const { url, server } = await listen(() => undefined);
    await new Promise((resolve) => server.close(resolve));
    await expect(take(streamOf(url, { maximumFailures: 3 }), 1)).rejects.toThrow(/ECONNREFUSED/);
  });

  it('ends, while it waits for an event, when it is closed', async () => {
    const { url, asked } = await serving([{ give: 1, then: stay }]);
    const stream = streamOf(url);
    const seen: number[] = [];
    for await (const { sequence } of stream) {
      seen.push(sequence);
      setImmediate(() => stream.close());
    }
    expect(seen).toEqual([1]);
    expect(asked).toHaveLength(1);
  });

  it('loses nothing for a reader far slower than the server', async () => {
    const { url } = await serving([{ give: 2000, then: stay }]);
    const sequences: number[] = [];
    for await (const { sequence } of streamOf(url)) {
      if (sequence % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
      if (sequences.push(sequence) === 2000) break;
    }
    expect(sequences).toEqual(Array.from({ length: 2000 }, (_, at) => at + 1));
  });

  it('subscribes to completed trades alone', async () => {
    const { url, asked } = await serving([{ give: 1, then: stay }]);
    await take(streamOf(url, { field: 'tradeCompleted', after: 'c7', selection: 'cursor sequence' }), 1);
    expect(asked).toEqual([{ after: 'c7' }]);
  });
});
