import WebSocket from 'ws';
import { signConnectionParams, signRequest, type Signer } from './sign';

/** Place of the signature: headers of the upgrade, or `connectionParams` for browsers. */
export type SignaturePlacement = 'headers' | 'connectionParams';

export interface SocketOptions extends Signer {
  /** `ws:` or `wss:` address of the GraphQL endpoint. */
  readonly url: string;
  readonly proof: SignaturePlacement;
  readonly clock: () => Date;
  /** Milliseconds between pings, and the longest wait for a pong. */
  readonly keepAliveMs: number;
}

export interface Subscription {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** One result of a subscription. */
export interface SubscriptionResult<T> {
  readonly data?: Readonly<Record<string, T>> | null;
  readonly errors?: readonly unknown[];
}

/** The server closed the socket; `code` is the close code. */
export interface SocketClosed {
  readonly code: number;
  readonly reason: string;
}

/** Wraps why a subscription ended: a SocketClosed, a list of GraphQL errors, or an error of the network. */
export class SubscriptionEnded extends Error {
  override readonly name = 'SubscriptionEnded';

  constructor(readonly reason: unknown) {
    super('the subscription ended', { cause: reason });
  }
}

interface Message {
  readonly type: string;
  readonly payload?: object | null;
}

const PROTOCOL = 'graphql-transport-ws';
const HANDSHAKE_TIMEOUT_MS = 10_000;
const SUBSCRIPTION_ID = '1';
const NORMAL_CLOSURE = 1000;
const CLOSE_TIMEOUT_MS = 1_000;

// Results in memory for a slow reader. Beyond it the socket pauses, so that the server sees the slow reader.
const MAX_BUFFERED = 256;

/**
 * One subscription on a socket of its own, over graphql-transport-ws.
 * The states are `opening → acknowledged → ended`. Only `close` and the server end it; it never reconnects.
 */
class SubscriptionSocket<T> {
  private readonly socket: WebSocket;
  private readonly results: SubscriptionResult<T>[] = [];
  private pings: NodeJS.Timeout | undefined;
  /** Ends the socket if the acknowledgement or a pong does not come. */
  private deadline: NodeJS.Timeout | undefined;
  private isEnded = false;
  private failure: unknown;
  private wake: () => void = () => undefined;

  constructor(
    private readonly options: SocketOptions,
    private readonly subscription: Subscription,
  ) {
    const { url, proof } = options;
    const headers =
      proof === 'headers' ? signRequest({ method: 'GET', url: http(url) }, options, this.time()).headers : {};
    this.socket = new WebSocket(url, PROTOCOL, { headers, handshakeTimeout: HANDSHAKE_TIMEOUT_MS });
    this.socket.on('open', () => this.initialize());
    this.socket.on('message', (data: Buffer) => this.receive(data));
    this.socket.on('error', (error) => this.end(error));
    this.socket.on('close', (code, reason) => {
      this.end(code === NORMAL_CLOSURE ? undefined : ({ code, reason: reason.toString() } satisfies SocketClosed));
    });
  }

  /** Resolves to the next result, or to undefined at the end. Throws SubscriptionEnded. */
  async next(): Promise<SubscriptionResult<T> | undefined> {
    while (this.results.length === 0 && !this.isEnded) await new Promise<void>((resolve) => (this.wake = resolve));
    const result = this.results.shift();
    if (this.results.length === MAX_BUFFERED / 2 && this.socket.isPaused) this.socket.resume();
    if (result === undefined && this.failure !== undefined) throw new SubscriptionEnded(this.failure);
    return result;
  }

  /** Ends the subscription and closes the socket. */
  close(): void {
    if (this.isEnded) return;
    if (this.socket.readyState === WebSocket.OPEN) this.send({ id: SUBSCRIPTION_ID, type: 'complete' });
    this.results.length = 0;
    this.end(undefined);
  }

  private time(): { now: Date } {
    return { now: this.options.clock() };
  }

  private initialize(): void {
    const { url, proof } = this.options;
    const payload =
      proof === 'connectionParams' ? { payload: signConnectionParams(http(url), this.options, this.time()) } : {};
    this.send({ type: 'connection_init', ...payload });
    this.deadline = setTimeout(() => this.socket.terminate(), HANDSHAKE_TIMEOUT_MS);
  }

  private receive(data: Buffer): void {
    const message = messageOf(data);
    if (message.type === 'connection_ack') this.start();
    else if (message.type === 'ping') this.send({ type: 'pong' });
    else if (message.type === 'pong') clearTimeout(this.deadline);
    else if (message.type === 'next' && message.payload) this.add(message.payload);
    else if (message.type === 'error') this.end(message.payload);
    else if (message.type === 'complete') this.end(undefined);
  }

  private start(): void {
    clearTimeout(this.deadline);
    this.send({ id: SUBSCRIPTION_ID, type: 'subscribe', payload: this.subscription });
    const { keepAliveMs } = this.options;
    this.pings = setInterval(() => {
      this.send({ type: 'ping' });
      // A dead connection looks open for many minutes.
      clearTimeout(this.deadline);
      this.deadline = setTimeout(() => this.socket.terminate(), keepAliveMs);
    }, keepAliveMs);
  }

  private add(result: object): void {
    this.results.push(result);
    if (this.results.length === MAX_BUFFERED) this.socket.pause();
    this.wake();
  }

  private send(message: object): void {
    this.socket.send(JSON.stringify(message));
  }

  /** The first reason counts. Results that were received before it can still be read. */
  private end(failure: unknown): void {
    if (this.isEnded) return;
    this.isEnded = true;
    this.failure = failure;
    clearInterval(this.pings);
    clearTimeout(this.deadline);
    // A paused socket would never read the answer to the close frame.
    if (this.socket.isPaused) this.socket.resume();
    this.closeSocket();
    this.wake();
  }

  /** Closes the socket. A dead connection never answers, and `ws` alone keeps it, with the process, for 30 s. */
  private closeSocket(): void {
    if (this.socket.readyState === WebSocket.CONNECTING) {
      this.socket.terminate();
      return;
    }
    this.socket.close(NORMAL_CLOSURE);
    const timer = setTimeout(() => this.socket.terminate(), CLOSE_TIMEOUT_MS).unref();
    this.socket.once('close', () => clearTimeout(timer));
  }
}

/** Returns a message of no type if the text is not a JSON object. */
function messageOf(data: Buffer): Message {
  const unknown = { type: '' };
  try {
    const message = JSON.parse(data.toString()) as Partial<Message> | null;
    return { ...unknown, ...message };
  } catch {
    return unknown;
  }
}

/** Opens a socket for one subscription. It signs when it connects. */
export function openSubscription<T>(options: SocketOptions, subscription: Subscription): SubscriptionSocket<T> {
  return new SubscriptionSocket<T>(options, subscription);
}

/** Returns the http(s) address of the upgrade request, with its default port. */
function http(url: string): string {
  return url.replace(/^ws/, 'http');
}
