import { createClient, MessageType, type Client } from 'graphql-ws/client';
import WebSocket, { type ClientOptions } from 'ws';
import { signConnectionParams, signRequest, type Signer } from './sign';

/** `headers` of the upgrade request, or `connectionParams` as clients that cannot set headers do (contract §3). */
export type SignaturePlacement = 'headers' | 'connectionParams';

export interface SocketOptions extends Signer {
  readonly url: string;
  readonly proof: SignaturePlacement;
  readonly clock: () => Date;
  /** Milliseconds between pings of an idle socket; one unanswered for as long ends the socket. */
  readonly keepAliveMs: number;
}

export interface Socket {
  readonly client: Client;
  /** Called when the server closed it, whatever the code. */
  onClosed: () => void;
  /** To be called for each result that the reader has taken. */
  taken(): void;
}

const HANDSHAKE_TIMEOUT_MS = 10_000;

// Results that may wait in memory for a slow reader. Beyond it the socket is not read: the server sees who is slow, and
// what it does not send is resumed by cursor.
const MAX_WAITING = 256;

/**
 * A graphql-ws client for one socket's life: it signs when it connects and must not reconnect by itself, since it would
 * subscribe with the variables it was given at first, and so deliver again what came after that cursor.
 */
export function openSocket(options: SocketOptions): Socket {
  const { url, keepAliveMs, proof } = options;
  let patience: NodeJS.Timeout | undefined;
  let raw: WebSocket | undefined;
  let waiting = 0;
  const params = (): Record<string, string> => signConnectionParams(http(url), options, { now: options.clock() });
  const client = createClient({
    url,
    retryAttempts: 0,
    connectionAckWaitTimeout: HANDSHAKE_TIMEOUT_MS,
    keepAlive: keepAliveMs,
    webSocketImpl: socketClass(options),
    ...(proof === 'connectionParams' ? { connectionParams: params } : {}),
    on: {
      opened: (opened) => {
        if (opened instanceof WebSocket) raw = opened;
      },
      message: ({ type }) => {
        if (type === MessageType.Next && (waiting += 1) === MAX_WAITING) raw?.pause();
      },
      ping: (received) => {
        // A peer that vanished without a word leaves a socket that looks open for many minutes.
        if (!received) patience = setTimeout(() => client.terminate(), keepAliveMs);
      },
      pong: (received) => {
        if (received) clearTimeout(patience);
      },
      closed: () => {
        clearTimeout(patience);
        socket.onClosed();
      },
    },
  });
  const socket: Socket = {
    client,
    onClosed: () => undefined,
    taken: () => {
      waiting -= 1;
      if (waiting === MAX_WAITING / 2 && raw?.isPaused) raw.resume();
    },
  };
  return socket;
}

/** graphql-ws constructs its socket itself, with address and protocol only: the rest is added on the way. */
function socketClass(options: SocketOptions): unknown {
  return class extends WebSocket {
    constructor(address: string | URL, protocols?: string | string[], more?: ClientOptions) {
      const signed = signRequest({ method: 'GET', url: http(String(address)) }, options, { now: options.clock() });
      const headers = options.proof === 'headers' ? signed.headers : {};
      super(address, protocols, { ...more, headers, handshakeTimeout: HANDSHAKE_TIMEOUT_MS });
    }
  };
}

/** The address of the upgrade request: default ports are those of http and https. */
function http(url: string): string {
  return url.replace(/^ws/, 'http');
}
