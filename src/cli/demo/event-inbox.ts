import { createEventStream, type EventStream, type EventStreamOptions, type TradingEvent } from '../../client';

/** Long enough for a server that was killed to be started again. */
const PATIENCE_MS = 90_000;
const AGAIN = { baseMs: 100, maximumMs: 1_000 };

interface Waiter {
  readonly wanted: (event: TradingEvent) => boolean;
  readonly heard: (event: TradingEvent) => void;
  readonly failed: (error: unknown) => void;
}

/** Listens to a principal's events on a socket of its own, and remembers them for whoever asks later. */
export class Ear {
  readonly events: TradingEvent[] = [];
  private readonly stream: EventStream;
  private readonly waiting = new Set<Waiter>();
  private lost: Error | undefined;

  constructor(options: EventStreamOptions) {
    this.stream = createEventStream({ retry: AGAIN, ...options });
    this.listen().catch((error: unknown) => {
      this.lost = error instanceof Error ? error : new Error(String(error));
      for (const waiter of this.waiting) waiter.failed(this.lost);
    });
  }

  /** The event of that type about that subject whose data say so, heard already or soon. */
  async hear(type: string, subjectKey: string, data: Readonly<Record<string, unknown>> = {}): Promise<TradingEvent> {
    const wanted = (event: TradingEvent): boolean =>
      event.type === type &&
      event.subjectKey === subjectKey &&
      Object.entries(data).every(([name, value]) => event.data[name] === value);
    const known = this.events.find(wanted);
    if (known) return known;
    if (this.lost) throw this.lost;
    return new Promise((resolve, reject) => {
      const end =
        <T>(settle: (value: T) => void) =>
        (value: T): void => {
          clearTimeout(timer);
          this.waiting.delete(waiter);
          settle(value);
        };
      const waiter: Waiter = { wanted, heard: end(resolve), failed: end(reject) };
      const late = new Error(`${nameOf(type)} of ${subjectKey} was not heard within ${String(PATIENCE_MS / 1000)} s`);
      const timer = setTimeout(() => waiter.failed(late), PATIENCE_MS);
      this.waiting.add(waiter);
    });
  }

  close(): void {
    this.stream.close();
  }

  private async listen(): Promise<void> {
    for await (const event of this.stream) {
      this.events.push(event);
      for (const waiter of this.waiting) if (waiter.wanted(event)) waiter.heard(event);
    }
  }
}

/** As webhooks spell it: `trade.step_activated`. */
export function nameOf(type: string): string {
  return type.toLowerCase().replace('_', '.');
}
