/** The incoming messages of one socket, in order. */
import type { SocketConnection } from './socket-connection';

/** A `subscribe` message that was accepted and has not ended. */
interface RunningSubscription {
  readonly ended: Promise<void>;
  isCompleted: boolean;
}

/**
 * Passes a client's messages to graphql-ws in order, and makes the reuse of a subscription id safe.
 *
 * graphql-ws knows a subscription by its id only. If a client completes a subscription while it begins and reuses the id,
 * graphql-ws sends each event twice and ends one of the two. So a `subscribe` with a reused id waits until the previous
 * subscription has ended.
 *
 * States: open → blocked → open. The queue is blocked while such a `subscribe` waits. Reading from the client pauses
 * while the queue is blocked, and while the client leaves its answers unread.
 */
export class MessageQueue {
  private readonly running = new Map<string, RunningSubscription>();
  private readonly waiting: WaitingMessage[] = [];
  private isBlocked = false;

  /** @param handle never rejects; for a `subscribe` it resolves at the end of the subscription */
  constructor(
    private readonly connection: SocketConnection,
    private readonly handle: (text: string) => Promise<void>,
  ) {}

  enqueue(text: string): void {
    this.connection.pauseReadingUntilDrained();
    const header = parseHeader(text);
    if (!this.connection.isAcknowledged && !TYPES_BEFORE_ACK.has(header.type)) {
      this.connection.refuseEarlyMessage();
      return;
    }
    this.waiting.push({ header, text });
    if (!this.isBlocked) this.process();
  }

  private process(): void {
    // graphql-ws would never end a subscription that begins after the socket's end.
    if (!this.connection.isOpen) this.waiting.length = 0;
    for (let message = this.waiting[0]; message !== undefined; message = this.waiting[0]) {
      const { header, text } = message;
      const previous = this.running.get(header.id);
      if (header.type === 'subscribe' && previous?.isCompleted === true) {
        this.blockUntil(previous.ended);
        return;
      }
      this.waiting.shift();
      this.dispatch(header, text, previous);
    }
  }

  private blockUntil(ended: Promise<void>): void {
    this.isBlocked = true;
    const resumeReading = this.connection.pauseReading();
    void ended.then(() => {
      this.isBlocked = false;
      resumeReading();
      this.process();
    });
  }

  private dispatch({ type, id }: MessageHeader, text: string, previous: RunningSubscription | undefined): void {
    if (type === 'complete' && previous) previous.isCompleted = true;
    const handled = this.handle(text);
    // graphql-ws closes the socket when the id is in use.
    if (type !== 'subscribe' || previous) return;
    const ended = handled.then(() => void this.running.delete(id));
    this.running.set(id, { ended, isCompleted: false });
  }
}

// graphql-ws closes a socket that subscribes before the acknowledgement with 4401, as the protocol says.
const TYPES_BEFORE_ACK: ReadonlySet<unknown> = new Set(['connection_init', 'subscribe']);

interface WaitingMessage {
  readonly header: MessageHeader;
  readonly text: string;
}

interface MessageHeader {
  readonly type: unknown;
  readonly id: string;
}

/** Returns an empty header for invalid messages; graphql-ws reports the error. */
function parseHeader(text: string): MessageHeader {
  try {
    const { type, id } = JSON.parse(text) as { type?: unknown; id?: unknown };
    return { type, id: typeof id === 'string' ? id : '' };
  } catch {
    return { type: undefined, id: '' };
  }
}
