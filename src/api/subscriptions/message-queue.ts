import type { Session } from './socket-connection';

/** A `subscribe` that was taken and has not come to its end. */
interface Running {
  readonly ended: Promise<void>;
  completed: boolean;
}

/**
 * What the client of one socket says, in its order. The library knows subscriptions by their ids alone: one that is
 * completed while it begins and another under its id would be one to it, told twice and ended once. So who uses an id
 * again waits until what had it is gone; meanwhile, and while the client leaves its answers unread, nothing is read from it.
 */
export class Inbox {
  private readonly running = new Map<string, Running>();
  private readonly waiting: string[] = [];
  private held = false;

  /** @param take never rejects; resolves when all that follows is done: for a `subscribe`, at the end of its events */
  constructor(
    private readonly session: Session,
    private readonly take: (text: string) => Promise<void>,
  ) {}

  receive(text: string): void {
    this.session.readNoFaster();
    this.waiting.push(text);
    if (!this.held) this.work();
  }

  private work(): void {
    // What the library is told after the end of a socket nobody would end.
    if (!this.session.open) this.waiting.length = 0;
    for (let text = this.waiting[0]; text !== undefined; text = this.waiting[0]) {
      const message = headOf(text);
      const before = this.running.get(message.id);
      if (message.type === 'subscribe' && before?.completed === true) {
        this.hold(before.ended);
        return;
      }
      this.waiting.shift();
      this.handle(message, text, before);
    }
  }

  private hold(until: Promise<void>): void {
    this.held = true;
    const readOn = this.session.stopReading();
    void until.then(() => {
      this.held = false;
      readOn();
      this.work();
    });
  }

  private handle({ type, id }: Head, text: string, before: Running | undefined): void {
    if (type === 'complete' && before) before.completed = true;
    const taken = this.take(text);
    // Under an id that is taken it is refused, and the socket closed.
    if (type !== 'subscribe' || before) return;
    const ended = taken.then(() => void this.running.delete(id));
    this.running.set(id, { ended, completed: false });
  }
}

interface Head {
  readonly type: unknown;
  readonly id: string;
}

/** Of what is no message of the protocol nothing is known: the library says so. */
function headOf(text: string): Head {
  try {
    const { type, id } = JSON.parse(text) as { type?: unknown; id?: unknown };
    return typeof id === 'string' ? { type, id } : { type: undefined, id: '' };
  } catch {
    return { type: undefined, id: '' };
  }
}
