import { createClient as createSocketClient, type Client as SocketClient } from 'graphql-ws';
import WebSocket from 'ws';
import { signRequest, type Signer } from '../client';

const EVENTS = `subscription ($after: String) {
  events(allPrincipals: true, after: $after) { cursor type subjectKey data }
}`;
const QUEUE = `subscription ($queue: OperatorQueue!) {
  operatorQueueChanged(queue: $queue) { queue count oldestAt nextDeadlineAt }
}`;
const KEEP_ALIVE_MS = 20_000;

interface LiveOptions {
  /** The WebSocket address of this process. */
  readonly socketUrl: string;
  /** The address that signatures name. */
  readonly publicUrl: string;
  readonly signer: Signer;
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

type Connection = Omit<LiveOptions, 'query' | 'variables'>;

/** What the browser learns of an event. It then reads what the event is about. */
interface LiveEvent {
  readonly cursor: string;
  readonly type: string;
  readonly subjectKey: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Follows the events of all principals of the human. */
export async function* followEvents(
  connection: Connection,
  after: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<{ readonly id: string; readonly data: object }> {
  const options = { ...connection, query: EVENTS, variables: { after: after ?? null } };
  for await (const { events } of follow<{ readonly events: LiveEvent }>(options, signal)) {
    const { cursor, type, subjectKey, data } = events;
    yield {
      id: cursor,
      data: { type, subjectKey, principalKey: data['principal_key'], tradeKey: data['trade_key'] ?? null },
    };
  }
}

/** Follows the state of an operators' queue. */
export async function* followQueue(
  connection: Connection,
  queue: string,
  signal: AbortSignal,
): AsyncGenerator<{ readonly data: object }> {
  const options = { ...connection, query: QUEUE, variables: { queue } };
  for await (const { operatorQueueChanged } of follow<{ readonly operatorQueueChanged: object }>(options, signal)) {
    yield { data: operatorQueueChanged };
  }
}

/**
 * Follows one subscription of the service, signed like any other.
 *
 * It ends when the service ends it: the browser then reconnects with the cursor of its last event.
 */
async function* follow<T>(options: LiveOptions, signal: AbortSignal): AsyncGenerator<T, void, undefined> {
  const client = signedSocket(options);
  const results = client.iterate<T>({ query: options.query, variables: { ...options.variables } });
  const end = (): void => void results.return?.();
  signal.addEventListener('abort', end, { once: true });
  try {
    for await (const { data, errors } of results) {
      if (errors?.[0]) throw new Error(errors[0].message);
      if (data) yield data;
    }
  } finally {
    signal.removeEventListener('abort', end);
    await client.dispose();
  }
}

function signedSocket({ socketUrl, publicUrl, signer }: LiveOptions): SocketClient {
  const { host } = new URL(publicUrl);
  class SignedSocket extends WebSocket {
    constructor(url: string, protocols: string | string[]) {
      const { headers } = signRequest({ method: 'GET', url: `${publicUrl}/graphql` }, signer);
      super(url, protocols, { headers: { ...headers, host } });
    }
  }
  return createSocketClient({
    url: `${socketUrl}/graphql`,
    webSocketImpl: SignedSocket,
    retryAttempts: 0,
    keepAlive: KEEP_ALIVE_MS,
    onNonLazyError: () => undefined,
  });
}
