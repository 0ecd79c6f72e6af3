import { createEventStream, type EventStream, type EventStreamOptions, type TradingEvent } from '../../client';

/** Long enough for a server that was killed to be started again. */
const EVENT_TIMEOUT_MS = 90_000;
const RETRY_POLICY = { baseMs: 100, maximumMs: 1_000 };

interface Waiter {
  readonly matches: (event: TradingEvent) => boolean;
  readonly resolve: (event: TradingEvent) => void;
  readonly reject: (error: unknown) => void;
}

/** Listens to a principal's events on a socket of its own, and remembers them for whoever asks later. */
export class EventInbox {
  readonly events: TradingEvent[] = [];
  private readonly stream: EventStream;
  private readonly waiting = new Set<Waiter>();
  private failure: Error | undefined;

  constructor(options: EventStreamOptions) {
    this.stream = createEventStream({ retry: RETRY_POLICY, ...options });
    this.listen().catch((error: unknown) => {
      this.failure = error instanceof Error ? error : new Error(String(error));
      for (const waiter of this.waiting) waiter.reject(this.failure);
    });
  }

  /** The event of that type about that subject whose data say so, heard already or soon. */
  async waitFor(type: string, subjectKey: string, data: Readonly<Record<string, unknown>> = {}): Promise<TradingEvent> {
    const wanted = (event: TradingEvent): boolean =>
      event.type === type &&
      event.subjectKey === subjectKey &&
      Object.entries(data).every(([name, value]) => event.data[name] === value);
    const known = this.events.find(wanted);
    if (known) return known;
    if (this.failure) throw this.failure;
    return new Promise((resolve, reject) => {
      const end =
        <T>(settle: (value: T) => void) =>
        (value: T): void => {
          clearTimeout(timer);
          this.waiting.delete(waiter);
          settle(value);
        };
      const waiter: Waiter = { matches: wanted, resolve: end(resolve), reject: end(reject) };
      const late = new Error(
        `${nameOf(type)} of ${subjectKey} was not heard within ${String(EVENT_TIMEOUT_MS / 1000)} s`,
      );
      const timer = setTimeout(() => waiter.reject(late), EVENT_TIMEOUT_MS);
      this.waiting.add(waiter);
    });
  }

  close(): void {
    this.stream.close();
  }

  private async listen(): Promise<void> {
    for await (const event of this.stream) {
      this.events.push(event);
      for (const waiter of this.waiting) if (waiter.matches(event)) waiter.resolve(event);
    }
  }
}

/** As webhooks spell it: `trade.step_activated`. */
export function nameOf(type: string): string {
  return type.toLowerCase().replace('_', '.');
}
