import type { IncomingMessage } from 'node:http';
import { buildSchema, GraphQLError, parse } from 'graphql';
import { useServer } from 'graphql-ws/use/ws';
import { WebSocketServer, type WebSocket } from 'ws';
import { createEventStream, type EventStream, type EventStreamOptions } from '../../../src/client';
import { credential, listen } from './support';

/** A server of events that follows a script, and streams of it. */

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
export interface Life {
  give?: number;
  then: (socket: WebSocket) => void | Promise<void>;
}

const event = (sequence: number): object => ({
  ...{ id: `evt_${sequence}`, cursor: `c${sequence}`, type: 'TRADE_COMPLETED', sequence, subjectKey: 'trd_1' },
  ...{ timestamp: '2026-11-20T09:30:00.000Z', data: { state: 'completed' } },
});
export const close =
  (code: number, reason = ''): Life['then'] =>
  (socket) =>
    socket.close(code, reason);
export const stay: Life['then'] = () => new Promise(() => undefined);

export interface Server {
  readonly url: string;
  readonly subscriptions: SubscriptionVariables[];
  readonly upgrades: IncomingMessage[];
  readonly params: unknown[];
}

/** Starts a graphql-transport-ws server with events 1, 2, 3 …; `lives` scripts each subscription. */
export async function serving(lives: Life[]): Promise<Server> {
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

export const FAST = { baseMs: 1, maximumMs: 5 };

export async function take(stream: EventStream, count: number): Promise<number[]> {
  const sequences: number[] = [];
  for await (const { sequence } of stream) if (sequences.push(sequence) === count) break;
  return sequences;
}

export function streamOf(url: string, more: Partial<EventStreamOptions> = {}): EventStream {
  return createEventStream({ url, credential, retry: FAST, ...more });
}
