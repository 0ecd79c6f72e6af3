import { Refusal } from '../domain/errors/errors';
import type { ExternalCall, ExternalCallLimiter } from '../operations/ports';

/**
 * How many requests at once may ask the outside for something in the middle of their transaction. Each holds one of the
 * process's twelve connections meanwhile: half of them for checkouts, a quarter for names of webhook receivers; so three
 * are left for everything else even where both the processor and the names take all the time they have.
 */
const MAX_CONCURRENT_CALLS: Readonly<Record<ExternalCall, number>> = { checkout: 6, look_up: 3 };
/** For one of these places others are waited for so long; no connection is held by who waits. */
const MAX_WAIT_MS = 2_500;
/** More cannot wait: with a processor that answers in half a second the last of them has its place in time. */
const MAX_WAITING_CALLS = 60;

/** What is told when there was no place in time: it is the outside that is slow (contract §5). */
const refusals: Readonly<Record<ExternalCall, () => Refusal>> = {
  checkout: () =>
    new Refusal('payment_processor_unavailable', 'Too many checkouts are being made; try again with the same key.'),
  look_up: () =>
    new Refusal('service_unavailable', 'Too many addresses are being looked up; try again with the same key.'),
};

export function createExternalCallLimiter(): ExternalCallLimiter {
  const queues = {
    checkout: new Queue(MAX_CONCURRENT_CALLS.checkout),
    look_up: new Queue(MAX_CONCURRENT_CALLS.look_up),
  };
  return {
    async acquire(outside) {
      const queue = queues[outside];
      if (!(await queue.acquire())) throw refusals[outside]();
      let left = false;
      return () => {
        if (!left) queue.release();
        left = true;
      };
    },
  };
}

/** Whoever waits longest goes first. */
class Queue {
  private free: number;
  private readonly waiting = new Set<() => void>();

  constructor(places: number) {
    this.free = places;
  }

  /** Whether there was a place in time. */
  acquire(): Promise<boolean> | true {
    if (this.free > 0) {
      this.free -= 1;
      return true;
    }
    if (this.waiting.size >= MAX_WAITING_CALLS) return Promise.resolve(false);
    return new Promise((resolve) => {
      const go = (): void => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer = setTimeout(() => {
        this.waiting.delete(go);
        resolve(false);
      }, MAX_WAIT_MS);
      this.waiting.add(go);
    });
  }

  release(): void {
    const [next] = this.waiting;
    if (next === undefined) {
      this.free += 1;
      return;
    }
    // The place goes from hand to hand.
    this.waiting.delete(next);
    next();
  }
}
