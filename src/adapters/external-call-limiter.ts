import { Refusal } from '../domain/errors/errors';
import type { ExternalCall, ExternalCallLimiter } from '../operations/ports';

/**
 * Requests that may wait for an outside system inside a transaction. Each holds one connection of the process.
 * Checkouts get half of the connections and DNS lookups a quarter, so that a quarter remains if both systems are slow.
 */
const MAX_SHARE: Readonly<Record<ExternalCall, number>> = { checkout: 0.5, look_up: 0.25 };
/** Longest wait in the queue; a waiting request holds no connection. */
const MAX_WAIT_MS = 2_500;
/** Queue length. At 0.5 s a call, the last waiting request still starts in time. */
const MAX_WAITING_CALLS = 60;
/** The part of the calls and of the queue that one caller may use. It keeps no others from buying. */
const SHARE_OF_CALLER = 1 / 3;

const refusals: Readonly<Record<ExternalCall, () => Refusal>> = {
  checkout: () =>
    new Refusal(
      'payment_processor_unavailable',
      'Too many checkouts are running. Retry with the same Idempotency-Key.',
    ),
  look_up: () =>
    new Refusal('service_unavailable', 'Too many DNS lookups are running. Retry with the same Idempotency-Key.'),
};

/** @param poolSize the connections of this process (ATS_DATABASE_POOL_SIZE) */
export function createExternalCallLimiter(poolSize: number): ExternalCallLimiter {
  const queues = {
    checkout: new Queue(Math.floor(poolSize * MAX_SHARE.checkout)),
    look_up: new Queue(Math.floor(poolSize * MAX_SHARE.look_up)),
  };
  return {
    async acquire(kind, caller) {
      const queue = queues[kind];
      if (!(await queue.acquire(caller))) throw refusals[kind]();
      let isReleased = false;
      return () => {
        if (!isReleased) queue.release(caller);
        isReleased = true;
      };
    },
  };
}

interface Waiting {
  readonly caller: string;
  readonly start: () => void;
}

/** A semaphore with a first-in, first-out queue. It passes over callers that use their share. */
class Queue {
  private readonly running = new Map<string, number>();
  private readonly waiting = new Set<Waiting>();
  private readonly maxRunning: number;

  constructor(private free: number) {
    this.maxRunning = Math.max(1, Math.floor(free * SHARE_OF_CALLER));
  }

  /** Resolves to false if the queue is full, or if no call ended in time. */
  acquire(caller: string): Promise<boolean> | true {
    if (this.canStart(caller)) {
      this.begin(caller);
      return true;
    }
    if (this.waiting.size >= MAX_WAITING_CALLS || this.waitingOf(caller) >= MAX_WAITING_CALLS * SHARE_OF_CALLER) {
      return Promise.resolve(false);
    }
    return new Promise((resolve) => {
      const entry: Waiting = {
        caller,
        start: () => {
          clearTimeout(timer);
          this.waiting.delete(entry);
          this.begin(caller);
          resolve(true);
        },
      };
      const timer = setTimeout(() => {
        this.waiting.delete(entry);
        resolve(false);
      }, MAX_WAIT_MS);
      this.waiting.add(entry);
    });
  }

  release(caller: string): void {
    this.free += 1;
    const left = this.runningOf(caller) - 1;
    if (left === 0) this.running.delete(caller);
    else this.running.set(caller, left);
    for (const { caller: next, start } of this.waiting) if (this.canStart(next)) start();
  }

  private begin(caller: string): void {
    this.free -= 1;
    this.running.set(caller, this.runningOf(caller) + 1);
  }

  private readonly canStart = (caller: string): boolean => this.free > 0 && this.runningOf(caller) < this.maxRunning;
  private readonly runningOf = (caller: string): number => this.running.get(caller) ?? 0;
  private readonly waitingOf = (caller: string): number =>
    Array.from(this.waiting).filter((entry) => entry.caller === caller).length;
}
