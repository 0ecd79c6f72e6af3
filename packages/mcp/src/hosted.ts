import { createMcpHandler } from '@modelcontextprotocol/server';
import { createGraphqlClientOver, type Fetch } from '#client';
import { Confirmations } from './confirmations';
import { type BeginWait, createPolledEvents } from './polled-events';
import { createServerFactory } from './server';
import { type Connection, TradingService } from './service';

/** The tools inside the service, at `POST /mcp`. */

export { ApiError } from '#client';
export { isRead } from './tools';
export type { BeginWait, EventWait } from './polled-events';

/** The caller of one request. */
export interface HostedCaller {
  /** Runs GraphQL requests of the caller. It does not go over the network. */
  readonly fetch: Fetch;
  readonly beginWait: BeginWait;
  /** Aborts when the service stops. */
  readonly ending: AbortSignal;
  readonly agentId: string | undefined;
  /** Whether the credential allows reads only. */
  readonly isReadOnly: boolean;
  /** Intent of a call without an `intentId`: equal for a repeated request, so that it has one effect. */
  readonly intentId: string;
}

/** A JSON-RPC message, and the request that brought it. */
export interface HostedMessage {
  readonly request: Request;
  readonly message: unknown;
}

/** The answer of a message. */
export interface HostedAnswer {
  readonly status: number;
  readonly contentType: string | null;
  readonly body: string;
}

export type AnswerMessage = (caller: HostedCaller, message: HostedMessage) => Promise<HostedAnswer>;

// The model repeats a call. A retry here would hold the request of its client.
const NO_RETRY = { attempts: 1 };
// The client needs an address, and the requests never leave the process.
const IN_PROCESS = 'http://in-process';

/**
 * Creates the function that answers messages, without a session: each message has a server of its own.
 *
 * There is no stream of notifications, because no tool sends any.
 */
export function createHostedAnswers(version: string): AnswerMessage {
  const create = createServerFactory(version);
  return async (caller, { request, message }) => {
    const { method, id } = message as { readonly method?: unknown; readonly id?: unknown };
    if (method === LISTEN) return { status: 404, contentType: 'application/json', body: noListen(id) };
    const service = new TradingService(connectionOf(caller));
    const limits = { maxStamps: undefined, confirmAbove: undefined, confirmations: new Confirmations() };
    const { isReadOnly, intentId } = caller;
    const server = { ...limits, service, isReadOnly, newIntentId: () => intentId };
    const handler = createMcpHandler(() => create(server), { keepAliveMs: 0 });
    try {
      const response = await handler.fetch(request, { parsedBody: message });
      const { status, headers } = response;
      return { status, contentType: headers.get('content-type'), body: await response.text() };
    } finally {
      await handler.close();
    }
  };
}

/** The SDK would open a stream, or answer that too many are open. */
const LISTEN = 'subscriptions/listen';
const METHOD_NOT_FOUND = -32601;

function noListen(id: unknown): string {
  const error = { code: METHOD_NOT_FOUND, message: 'Method not found: there is no stream of notifications.' };
  return JSON.stringify({ jsonrpc: '2.0', id: typeof id === 'string' || typeof id === 'number' ? id : null, error });
}

function connectionOf({ fetch, beginWait, agentId, ending }: HostedCaller): Connection {
  const client = createGraphqlClientOver(fetch, { url: IN_PROCESS, retry: NO_RETRY });
  return { client, agentId, ending, openEvents: (selection) => createPolledEvents(client, beginWait, selection) };
}
