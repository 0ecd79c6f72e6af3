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
    async acquire(kind) {
      const queue = queues[kind];
      if (!(await queue.acquire())) throw refusals[kind]();
      let isReleased = false;
      return () => {
        if (!isReleased) queue.release();
        isReleased = true;
      };
    },
  };
}

/** A semaphore with a first-in, first-out queue. */
class Queue {
  private readonly waiting = new Set<() => void>();

  constructor(private free: number) {}

  /** Resolves to false if no call ended in time. */
  acquire(): Promise<boolean> | true {
    if (this.free > 0) {
      this.free -= 1;
      return true;
    }
    if (this.waiting.size >= MAX_WAITING_CALLS) return Promise.resolve(false);
    return new Promise((resolve) => {
      const start = (): void => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer = setTimeout(() => {
        this.waiting.delete(start);
        resolve(false);
      }, MAX_WAIT_MS);
      this.waiting.add(start);
    });
  }

  release(): void {
    const [next] = this.waiting;
    if (next === undefined) {
      this.free += 1;
      return;
    }
    // `free` stays the same: the next request takes over the slot.
    this.waiting.delete(next);
    next();
  }
}
