import type { Duplex } from 'node:stream';
import { CloseCode } from 'graphql-ws';
import type { WebSocket } from 'ws';
import type { Caller } from '../../domain/sessions/caller';
import { Flow } from './flow-control';
import type { Upgrade } from './handshake';

/** Close codes of our own beside the protocol's (contract §3). */
export const closeCodes = {
  goingAway: 1001,
  /** The credential was revoked or rotated away; the protocol's own meaning is "not initialised yet". */
  revoked: CloseCode.Unauthorized,
  tooFarBehind: 4413,
  /** Sockets of a credential, or proofs of a caller in this minute: what is 429 by headers. */
  tooMany: CloseCode.TooManyInitialisationRequests,
} as const;

const KEEP_ALIVE_MS = 12_000;
const MOST_BEHIND = 1_000n;
// What the answers to a client's own messages may come to in our memory before it has to read them.
const MOST_UNREAD_BYTES = 1024 * 1024;
// Of a close frame's reason (RFC 6455 §5.5: 125 with the code).
const REASON_BYTES = 123;
// Checks, a second apart, at which a reader must be too far behind: a burst that is being read is no slow reader.
const STRIKES = 2;

/** Where one subscription of a socket is in its principal's log. */
export interface Place {
  /** Whose `head` is the newest sequence known. */
  readonly room: { readonly head: bigint };
  /** The newest event when it subscribed: what it missed before does not count as being behind. */
  readonly begun: bigint;
  /** The sequence of the event given last. */
  readonly position: bigint;
}

/** One socket: who it belongs to, how far its reader has come. */
export class Session {
  readonly seats = new Set<Place>();
  readonly flow = new Flow((mark) => this.ping(mark));
  private owner: Caller | undefined;
  private strikes = 0;
  private readonly keepAlive: NodeJS.Timeout;
  /** Checks since anything was heard; who answers the pings between events is asked no further. */
  private quiet = 0;
  /** How many want nothing to be read from the client. */
  private holders = 0;
  private unread = false;

  constructor(
    readonly socket: WebSocket,
    /** The connection below it, for frames that are finished. */
    private readonly wire: Duplex,
    /** The upgrade request, until somebody has proved who it was: proofs may come in `connectionParams`. */
    private upgraded: Upgrade | undefined,
  ) {
    this.keepAlive = setInterval(() => this.checkAlive(), KEEP_ALIVE_MS);
    socket.on('pong', (data) => {
      this.quiet = 0;
      this.flow.pong(data.toString());
    });
    socket.once('close', () => clearInterval(this.keepAlive));
  }

  get caller(): Caller | undefined {
    return this.owner;
  }

  get upgrade(): Upgrade | undefined {
    return this.upgraded;
  }

  /** From here on the socket is its caller's, and what was asked is a kilobyte that nobody needs. */
  enter(caller: Caller): void {
    this.owner = caller;
    this.upgraded = undefined;
  }

  get open(): boolean {
    return this.socket.readyState === this.socket.OPEN;
  }

  close(code: number, reason: string): void {
    const bytes = Buffer.from(reason);
    // A character that is cut in two is left out.
    const fitting = new TextDecoder().decode(bytes.subarray(0, REASON_BYTES), { stream: bytes.length > REASON_BYTES });
    this.socket.close(code, fitting);
    // The client's own goodbye is read.
    this.socket.resume();
  }

  /** Nothing more is read from the client until what is answered, to be called once, is called. */
  stopReading(): () => void {
    this.holders += 1;
    if (this.open) this.socket.pause();
    return () => {
      this.holders -= 1;
      if (this.holders === 0) this.socket.resume();
    };
  }

  /** Who does not read what it is answered is not read from, until it has. (Of its own answers to pings `ws` lets 60 wait.) */
  readNoFaster(): void {
    if (this.unread || !this.open || this.buffered <= MOST_UNREAD_BYTES) return;
    this.unread = true;
    const readOn = this.stopReading();
    this.wire.once('drain', () => {
      this.unread = false;
      readOn();
    });
  }

  /** Resolves when it is written, or never will be: of a connection that is cut off the end is told by `close`. */
  async send(text: string): Promise<void> {
    await new Promise<void>((resolve) => {
      if (this.open) this.socket.send(text, () => resolve());
      else resolve();
    });
  }

  /**
   * Writes a finished frame. Nothing is compressed or sent in fragments, so `ws` hands every frame of its own to the
   * same connection at once, and frames keep their order.
   */
  write(frame: Buffer): void {
    if (this.open) this.wire.write(frame);
  }

  /** Bytes that the kernel has not taken yet. */
  get buffered(): number {
    return this.wire.writableLength;
  }

  /**
   * Closes a socket whose reader stays more than 1,000 events behind; it comes back with its cursor (contract §3).
   * True when it did.
   */
  checkBehind(): boolean {
    const stuck = this.flow.full || this.buffered > 0;
    const behind = stuck && [...this.seats].some((seat) => this.behind(seat) > MOST_BEHIND);
    this.strikes = behind ? this.strikes + 1 : 0;
    if (this.strikes !== STRIKES) return false;
    this.close(closeCodes.tooFarBehind, 'More than 1,000 events behind');
    return true;
  }

  private behind({ room, begun, position }: Place): bigint {
    const unsent = room.head - (position > begun ? position : begun);
    return BigInt(this.flow.unacknowledged) + (unsent > 0n ? unsent : 0n);
  }

  private ping(mark: string): void {
    if (this.open) this.socket.ping(mark);
  }

  /** A peer that vanished without a word leaves a socket that looks open for many minutes. */
  private checkAlive(): void {
    if (this.quiet === 1) this.ping(this.flow.mark);
    if (this.quiet > 1) this.socket.terminate();
    this.quiet += 1;
  }
}
