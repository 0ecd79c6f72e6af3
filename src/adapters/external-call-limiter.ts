import { Refusal } from '../domain/errors/errors';
import type { Outside, Places } from '../operations/ports';

/**
 * How many requests at once may ask the outside for something in the middle of their transaction. Each holds one of the
 * process's twelve connections meanwhile: half of them for checkouts, a quarter for names of webhook receivers; so three
 * are left for everything else even where both the processor and the names take all the time they have.
 */
const AT_ONCE: Readonly<Record<Outside, number>> = { checkout: 6, look_up: 3 };
/** For one of these places others are waited for so long; no connection is held by who waits. */
const WAIT_MS = 2_500;
/** More cannot wait: with a processor that answers in half a second the last of them has its place in time. */
const WAITING = 60;

/** What is told when there was no place in time: it is the outside that is slow (contract §5). */
const refusals: Readonly<Record<Outside, () => Refusal>> = {
  checkout: () =>
    new Refusal('payment_processor_unavailable', 'Too many checkouts are being made; try again with the same key.'),
  look_up: () =>
    new Refusal('service_unavailable', 'Too many addresses are being looked up; try again with the same key.'),
};

export function createPlaces(): Places {
  const queues = { checkout: new Queue(AT_ONCE.checkout), look_up: new Queue(AT_ONCE.look_up) };
  return {
    async enter(outside) {
      const queue = queues[outside];
      if (!(await queue.enter())) throw refusals[outside]();
      let left = false;
      return () => {
        if (!left) queue.leave();
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
  enter(): Promise<boolean> | true {
    if (this.free > 0) {
      this.free -= 1;
      return true;
    }
    if (this.waiting.size >= WAITING) return Promise.resolve(false);
    return new Promise((resolve) => {
      const go = (): void => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer = setTimeout(() => {
        this.waiting.delete(go);
        resolve(false);
      }, WAIT_MS);
      this.waiting.add(go);
    });
  }

  leave(): void {
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
