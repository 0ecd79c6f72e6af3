import { createClient, MessageType, type Client } from 'graphql-ws/client';
import WebSocket, { type ClientOptions } from 'ws';
import { signConnectionParams, signRequest, type Signer } from './sign';

/** Place of the signature: headers of the upgrade, or `connectionParams` for browsers. */
export type SignaturePlacement = 'headers' | 'connectionParams';

export interface SocketOptions extends Signer {
  readonly url: string;
  readonly proof: SignaturePlacement;
  readonly clock: () => Date;
  /** Milliseconds between pings of an idle socket, and the longest wait for a pong. */
  readonly keepAliveMs: number;
}

export interface Socket {
  readonly client: Client;
  /** Called when the socket is closed, with any code. */
  onClosed: () => void;
  /** Must be called for each result that was read. */
  onResultRead(): void;
}

const HANDSHAKE_TIMEOUT_MS = 10_000;

// Results in memory for a slow reader. Beyond it the socket pauses, so that the server sees the slow reader.
const MAX_BUFFERED = 256;

/**
 * Opens a graphql-ws client for one socket, which signs when it connects. It must not reconnect: graphql-ws would subscribe
 * with the first cursor and repeat events.
 */
export function openSocket(options: SocketOptions): Socket {
  const { url, keepAliveMs, proof } = options;
  let pongTimer: NodeJS.Timeout | undefined;
  let raw: WebSocket | undefined;
  let buffered = 0;
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
        if (type === MessageType.Next && (buffered += 1) === MAX_BUFFERED) raw?.pause();
      },
      ping: (received) => {
        // A dead connection looks open for many minutes.
        if (!received) pongTimer = setTimeout(() => client.terminate(), keepAliveMs);
      },
      pong: (received) => {
        if (received) clearTimeout(pongTimer);
      },
      closed: () => {
        clearTimeout(pongTimer);
        socket.onClosed();
      },
    },
  });
  const socket: Socket = {
    client,
    onClosed: () => undefined,
    onResultRead: () => {
      buffered -= 1;
      if (buffered === MAX_BUFFERED / 2 && raw?.isPaused) raw.resume();
    },
  };
  return socket;
}

/** Creates a WebSocket class with our headers, because graphql-ws passes only address and protocol. */
function socketClass(options: SocketOptions): unknown {
  return class extends WebSocket {
    constructor(address: string | URL, protocols?: string | string[], more?: ClientOptions) {
      const signed = signRequest({ method: 'GET', url: http(String(address)) }, options, { now: options.clock() });
      const headers = options.proof === 'headers' ? signed.headers : {};
      super(address, protocols, { ...more, headers, handshakeTimeout: HANDSHAKE_TIMEOUT_MS });
    }
  };
}

/** Returns the http(s) address of the upgrade request, with its default port. */
function http(url: string): string {
  return url.replace(/^ws/, 'http');
}
