import type { Caller } from '../../../src/domain/sessions/caller';
import { Refusal } from '../../../src/domain/errors/errors';
import type { MutationContext } from '../../../src/operations/context';
import type { Database } from '../../../src/database/transactions/database';
import { Queue } from './queue';
import { random } from './random';
import type { WorldServices } from './services';
import type { VirtualTime } from './store';

/** What came of a call: what was done, or the code it was refused with. */
export type Came<T> = { readonly done: true; readonly value: T } | { readonly done: false; readonly code: string };

/** The service on virtual time, and what is still to happen in it. One thing at a time, whoever does it. */
export class World {
  readonly queue: Queue;
  /** How often each call came to what: `submitCheckpoint ok`, `submitCheckpoint trade_state_conflict`. */
  readonly calls = new Map<string, number>();
  private requests = 0;

  constructor(
    seed: number,
    readonly store: Database,
    readonly services: WorldServices,
    readonly time: VirtualTime,
  ) {
    this.queue = new Queue(random(seed, 'order').bits);
  }

  /** Plans something so many seconds from now. */
  after(seconds: number, run: () => Promise<void>): void {
    this.queue.plan(this.time.now + Math.round(seconds * 1000), run);
  }

  /**
   * One request of a caller's: one transaction, as behind every transport. A refusal is an answer and undoes all of it;
   * anything else that goes wrong ends the simulation.
   */
  async call<T>(name: string, caller: Caller, work: (acting: MutationContext) => Promise<T>): Promise<Came<T>> {
    this.requests += 1;
    const key = `simulated:${String(this.requests)}`;
    const { store, services } = this;
    try {
      const value = await store.inTransaction((tx) =>
        work({ tx, services, caller, requestId: key, requestKey: key, containsSecret: () => undefined }),
      );
      this.count(`${name} ok`);
      return { done: true, value };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.count(`${name} ${error.code}`);
      return { done: false, code: error.code };
    }
  }

  /** Lets everything happen, in order, until nothing is planned any more. @throws what `signal` was aborted with */
  async live(signal?: AbortSignal): Promise<void> {
    for (let next = this.queue.take(); next !== undefined; next = this.queue.take()) {
      signal?.throwIfAborted();
      this.time.now = next.at;
      await next.run();
    }
  }

  private count(what: string): void {
    this.calls.set(what, (this.calls.get(what) ?? 0) + 1);
  }
}

/** The value of a call that nothing can refuse. */
export function sure<T>(came: Came<T>): T {
  if (!came.done) throw new Error(`refused: ${came.code}`);
  return came.value;
}
