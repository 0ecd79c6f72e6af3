import { createClient as createSocketClient, type Client as SocketClient } from 'graphql-ws';
import WebSocket from 'ws';
import { signRequest, type Signer } from '../client';
import { StreamLimited, StreamRefused, type StreamSource } from './event-stream';

const EVENTS = `subscription ($principalKey: ID!, $after: String) {
  events(principalKey: $principalKey, after: $after) { cursor type subjectKey data }
}`;
const QUEUE = `subscription ($queue: OperatorQueue!) {
  operatorQueueChanged(queue: $queue) { queue count oldestAt nextDeadlineAt }
}`;
const KEEP_ALIVE_MS = 20_000;

interface FollowOptions {
  /** The WebSocket address of this process. */
  readonly socketUrl: string;
  /** The address that signatures name. */
  readonly publicUrl: string;
  readonly signer: Signer;
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

type Connection = Omit<FollowOptions, 'query' | 'variables'>;

/** The fields of an event for the browser, which then reads its subject. */
interface LiveEvent {
  readonly cursor: string;
  readonly type: string;
  readonly subjectKey: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Follows the events of a principal, after a cursor if there is one. */
export function followEvents(connection: Connection, principalKey: string, after: string | undefined): StreamSource {
  const options = { ...connection, query: EVENTS, variables: { principalKey, after: after ?? null } };
  return async function* (signal, ready) {
    for await (const { events } of follow<{ readonly events: LiveEvent }>(options, signal, ready)) {
      const { cursor, type, subjectKey, data } = events;
      yield { id: cursor, data: { type, subjectKey, principalKey, tradeKey: data['trade_key'] ?? null } };
    }
  };
}

/** Follows the state of an operators' queue. */
export function followQueue(connection: Connection, queue: string): StreamSource {
  const options = { ...connection, query: QUEUE, variables: { queue } };
  return async function* (signal, ready) {
    for await (const { operatorQueueChanged } of follow<QueueChange>(options, signal, ready)) {
      yield { data: operatorQueueChanged };
    }
  };
}

interface QueueChange {
  readonly operatorQueueChanged: object;
}

interface ServiceError {
  readonly message: string;
  readonly extensions?: Readonly<Record<string, unknown>> | undefined;
}

/** The error of a failed subscription. It is `StreamRefused` only if another attempt would fail too. */
function failureOf(errors: readonly ServiceError[]): Error {
  const statuses = errors.map(({ extensions }) => Number(extensions?.['status']));
  const message = errors[0]?.message ?? 'the subscription failed';
  if (statuses.includes(429)) return new StreamLimited(message);
  return statuses.some((status) => status >= 500) ? new Error(message) : new StreamRefused(message);
}

/**
 * Follows one subscription of the service, signed like any other.
 *
 * It ends when the service ends it: the browser then reconnects with the cursor of its last event.
 * @throws StreamRefused, StreamLimited
 */
async function* follow<T>(
  options: FollowOptions,
  signal: AbortSignal,
  ready: () => void,
): AsyncGenerator<T, void, undefined> {
  if (signal.aborted) return;
  const upgrade = { isLimited: false };
  const client = signedSocket(options, ready, () => (upgrade.isLimited = true));
  const results = client.iterate<T>({ query: options.query, variables: { ...options.variables } });
  const end = (): void => void results.return?.();
  signal.addEventListener('abort', end, { once: true });
  try {
    for await (const { data, errors } of results) {
      if (errors?.[0]) throw failureOf(errors);
      if (data) yield data;
    }
  } catch (error) {
    if (upgrade.isLimited) throw new StreamLimited('the service has too many sockets or requests of this caller');
    // graphql-ws throws the errors of a refused subscription as a list.
    throw Array.isArray(error) ? failureOf(error as readonly ServiceError[]) : error;
  } finally {
    signal.removeEventListener('abort', end);
    await client.dispose();
  }
}

/** @param limited called if the service refuses the upgrade with 429 */
function signedSocket(
  { socketUrl, publicUrl, signer }: FollowOptions,
  ready: () => void,
  limited: () => void,
): SocketClient {
  const { host } = new URL(publicUrl);
  class SignedSocket extends WebSocket {
    constructor(url: string, protocols: string | string[]) {
      const { headers } = signRequest({ method: 'GET', url: `${publicUrl}/graphql` }, signer);
      super(url, protocols, { headers: { ...headers, host } });
      // `ws` has the status of a refused upgrade in this text only.
      this.on('error', ({ message }) => {
        if (message.endsWith(': 429')) limited();
      });
    }
  }
  return createSocketClient({
    url: `${socketUrl}/graphql`,
    webSocketImpl: SignedSocket,
    retryAttempts: 0,
    on: { connected: ready },
    keepAlive: KEEP_ALIVE_MS,
    onNonLazyError: () => undefined,
  });
}
