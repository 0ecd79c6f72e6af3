/** One open WebSocket. */
import type { Duplex } from 'node:stream';
import { CloseCode } from 'graphql-ws';
import type { WebSocket } from 'ws';
import type { Caller } from '../../domain/sessions/caller';
import type { Metrics } from '../../operations/ports';
import type { Settings } from '../../settings/settings';
import { budgetKeyOf } from '../auth/rate-limit';
import type { MinimumRate } from '../connections/minimum-rate';
import { inputTurns } from '../work/turns';
import { isLarge, type UnreadAnswers } from '../connections/unread-answers';
import { AckWindow } from './flow-control';
import type { HandshakeRequest } from './handshake';
import { MessageBudget } from './message-budget';

/** Close codes of this service, in addition to the protocol's own. */
export const closeCodes = {
  goingAway: 1001,
  /** The credential was revoked or rotated, or has expired. The protocol uses this code for "not initialised yet". */
  revoked: CloseCode.Unauthorized,
  tooFarBehind: 4413,
  /** Too many sockets of a caller, or too many messages or reads in this minute. HTTP answers 429 instead. */
  tooMany: CloseCode.TooManyInitialisationRequests,
} as const;

const KEEP_ALIVE_MS = 12_000;
const MAX_EVENTS_BEHIND = 1_000n;
// The most answers to the client's own messages that wait in memory before reading from the client pauses.
const MAX_UNREAD_BYTES = 64 * 1024;
// Smaller chunks have few frames.
const PACED_BYTES = 8 * 1024;
// RFC 6455 §5.5: a close frame's reason has at most 123 bytes.
const MAX_REASON_BYTES = 123;
// A slow reader is too far behind in this many checks, one second apart. A burst that is being read is not slow.
const CHECKS_UNTIL_CLOSE = 2;
// Keep-alive intervals without any message after which the client is pinged, and after which the socket is cut.
const PING_AFTER_INTERVALS = 1;
// A client that violated a limit or the protocol has this time to answer the close frame.
const MAX_CLOSING_MS = 1_000;
const MIN_ERROR_CODE = 4400;

/** The limits of a socket, and their metrics. */
export interface SocketConnectionDeps {
  readonly settings: Pick<Settings, 'maxSocketMessagesPerMinute'>;
  readonly metrics: Pick<Metrics, 'limitReached'>;
  readonly unreadAnswers: UnreadAnswers;
}

/** The position of one subscription in its principal's event log. */
export interface SubscriptionPosition {
  /** `head` is the newest known sequence. */
  readonly channel: { readonly head: bigint };
  /** The newest sequence when the client subscribed. Events before it do not count as being behind. */
  readonly startHead: bigint;
  /** The sequence of the last event that was sent. */
  readonly position: bigint;
}

/**
 * One socket: its caller, its flow control, its liveness.
 *
 * States: unauthenticated → authenticated → closed. `authenticate` moves it when the signature is proved. `close`, a
 * dead peer, or the client end it.
 */
export class SocketConnection {
  /** Set when the client may send more than `connection_init`. */
  isAcknowledged = false;
  readonly subscriptions = new Set<SubscriptionPosition>();
  readonly ackWindow = new AckWindow((payload) => this.ping(payload));
  private authenticatedCaller: Caller | undefined;
  private checksTooFarBehind = 0;
  private silentIntervals = 0;
  private readonly keepAlive: NodeJS.Timeout;
  /** How many users want reading from the client to pause. */
  private readPauses = 0;
  private isWaitingForDrain = false;
  private readonly messageBudget: MessageBudget;
  private unansweredPings = 0;
  private readRate: MinimumRate | undefined;

  constructor(
    private readonly deps: SocketConnectionDeps,
    readonly socket: WebSocket,
    /** The stream below the socket. Frames are written by `socket` only. */
    private readonly stream: Duplex & { readonly bytesWritten?: number },
    /** The upgrade request, kept until the caller is known: the signature may come in `connectionParams`. */
    private pendingHandshake: HandshakeRequest | undefined,
  ) {
    this.keepAlive = setInterval(() => this.checkAlive(), KEEP_ALIVE_MS);
    this.messageBudget = new MessageBudget(deps.settings.maxSocketMessagesPerMinute);
    socket.on('ping', (payload) => void this.acceptMessage(payload.length));
    socket.on('pong', (payload) => {
      // A pong that answers our ping is free.
      if (this.unansweredPings > 0) this.unansweredPings -= 1;
      else if (!this.acceptMessage(payload.length)) return;
      this.silentIntervals = 0;
      this.ackWindow.handlePong(payload.toString());
    });
    stream.on('data', (chunk: Buffer) => this.paceReading(chunk.length));
    socket.once('close', () => clearInterval(this.keepAlive));
  }

  get caller(): Caller | undefined {
    return this.authenticatedCaller;
  }

  get handshake(): HandshakeRequest | undefined {
    return this.pendingHandshake;
  }

  /** Sets the caller, and frees the upgrade request, which takes about 1 kB. */
  authenticate(caller: Caller): void {
    this.authenticatedCaller = caller;
    this.pendingHandshake = undefined;
  }

  get isOpen(): boolean {
    return this.socket.readyState === this.socket.OPEN;
  }

  /** Bytes that the kernel has not taken yet. */
  get bufferedBytes(): number {
    return this.socket.bufferedAmount;
  }

  close(code: number, reason: string): void {
    const bytes = Buffer.from(reason);
    // `stream` drops a character that the limit cuts in two.
    const decoder = new TextDecoder();
    const shortened = decoder.decode(bytes.subarray(0, MAX_REASON_BYTES), { stream: bytes.length > MAX_REASON_BYTES });
    this.socket.close(code, shortened);
    // The client's close frame must be read.
    this.socket.resume();
    if (code < MIN_ERROR_CODE || code === closeCodes.tooFarBehind) return;
    const timer = setTimeout(() => this.socket.terminate(), MAX_CLOSING_MS);
    this.socket.once('close', () => clearTimeout(timer));
  }

  /** Counts a message or ping of the client. Returns whether it may be handled; past the budget it closes the socket. */
  acceptMessage(bytes: number): boolean {
    if (!this.isOpen) return false;
    this.silentIntervals = 0;
    if (this.messageBudget.consume(bytes, performance.now())) return true;
    this.deps.metrics.limitReached('socket_messages');
    this.close(closeCodes.tooMany, 'Too many messages in this minute');
    return false;
  }

  /** Closes the socket, because the client sent more than `connection_init` before the acknowledgement. */
  refuseEarlyMessage(): void {
    if (!this.isOpen) return;
    this.deps.metrics.limitReached('early_message');
    this.close(CloseCode.BadRequest, 'Send connection_init, and wait for connection_ack');
  }

  /** Pauses reading from the client. The caller calls the returned function once to resume. */
  pauseReading(): () => void {
    this.readPauses += 1;
    this.socket.pause();
    return () => {
      this.readPauses -= 1;
      if (this.readPauses === 0) this.socket.resume();
    };
  }

  /** Reads a full chunk of one socket in a turn of the event loop. It can have thousands of frames. */
  private paceReading(chunkBytes: number): void {
    if (chunkBytes < PACED_BYTES) return;
    const resumeReading = this.pauseReading();
    void inputTurns.next().then(resumeReading);
  }

  /** Pauses reading while the client leaves too many answers unread. (`ws` limits its own pongs.) */
  pauseReadingUntilDrained(): void {
    if (this.isWaitingForDrain || !this.isOpen || this.bufferedBytes <= MAX_UNREAD_BYTES) return;
    this.isWaitingForDrain = true;
    const resumeReading = this.pauseReading();
    this.stream.once('drain', () => {
      this.isWaitingForDrain = false;
      resumeReading();
    });
  }

  /** Sends one message. Resolves when it is written, or when it never will be: `close` reports a broken connection. */
  async send(text: string): Promise<void> {
    await new Promise<void>((resolve) => {
      if (this.isOpen) this.write(text, resolve);
      else resolve();
    });
  }

  /** Sends several messages with one write to the kernel. */
  sendAll(texts: readonly string[]): void {
    if (!this.isOpen) return;
    this.stream.cork();
    for (const text of texts) this.write(text);
    this.stream.uncork();
  }

  private write(text: string, onWritten?: () => void): void {
    if (!isLarge(text)) {
      this.socket.send(text, onWritten);
      return;
    }
    const { unreadAnswers } = this.deps;
    const reader = this.authenticatedCaller ? budgetKeyOf(this.authenticatedCaller) : '';
    if (!unreadAnswers.hasCapacity(reader, text.length)) {
      this.deps.metrics.limitReached('unread_answers');
      this.close(closeCodes.tooFarBehind, 'Too many bytes are not read yet');
      onWritten?.();
      return;
    }
    const release = unreadAnswers.add(reader, text.length, () => this.socket.terminate());
    this.socket.send(text, () => {
      release();
      onWritten?.();
    });
  }

  /** Cuts a socket whose client reads more slowly than the minimum rate. Returns whether it did. */
  cutIfTooSlow(nowMs: number): boolean {
    const { bufferedBytes } = this;
    // Most sockets never wait.
    if (bufferedBytes === 0 && !this.readRate) return false;
    this.readRate ??= this.deps.unreadAnswers.newMinimumRate();
    const sentBytes = (this.stream.bytesWritten ?? 0) - bufferedBytes;
    if (!this.readRate.isTooSlow(sentBytes, bufferedBytes, nowMs)) return false;
    this.deps.metrics.limitReached('slow_reader');
    this.socket.terminate();
    return true;
  }

  /**
   * Closes a socket whose reader stays more than 1,000 events behind. The client resumes with its cursor.
   * Returns whether it closed the socket.
   */
  closeIfTooFarBehind(): boolean {
    const isStuck = this.ackWindow.isFull || this.bufferedBytes > 0;
    const isTooFarBehind = isStuck && [...this.subscriptions].some((one) => this.eventsBehind(one) > MAX_EVENTS_BEHIND);
    this.checksTooFarBehind = isTooFarBehind ? this.checksTooFarBehind + 1 : 0;
    if (this.checksTooFarBehind !== CHECKS_UNTIL_CLOSE) return false;
    this.close(closeCodes.tooFarBehind, 'More than 1,000 events behind');
    return true;
  }

  private eventsBehind({ channel, startHead, position }: SubscriptionPosition): bigint {
    const unsent = channel.head - (position > startHead ? position : startHead);
    return BigInt(this.ackWindow.unacknowledged) + (unsent > 0n ? unsent : 0n);
  }

  private ping(payload: string): void {
    if (!this.isOpen) return;
    this.unansweredPings += 1;
    this.socket.ping(payload);
  }

  /**
   * Pings a silent client once, then cuts the socket: without this, a vanished peer looks open for many minutes.
   *
   * Every message is a sign of life, because the pong waits behind the client's earlier messages. While reading is
   * paused nothing arrives, and `cutIfTooSlow` finds a client that reads nothing.
   */
  private checkAlive(): void {
    if (this.readPauses > 0) return;
    if (this.silentIntervals === PING_AFTER_INTERVALS) this.ping(this.ackWindow.pingPayload);
    if (this.silentIntervals > PING_AFTER_INTERVALS) this.socket.terminate();
    this.silentIntervals += 1;
  }
}
