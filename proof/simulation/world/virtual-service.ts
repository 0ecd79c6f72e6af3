import type { Caller } from '../../../src/domain/sessions/caller';
import { Refusal } from '../../../src/domain/errors/errors';
import type { MutationContext } from '../../../src/operations/context';
import type { Database } from '../../../src/database/transactions/database';
import { Queue } from './queue';
import { random } from '../../../src/sandbox/counterparty/random';
import type { WorldServices } from './services';
import type { VirtualTime } from './store';

/** Outcome of a call: its value, or the code of its refusal. */
export type CallResult<T> =
  { readonly done: true; readonly value: T } | { readonly done: false; readonly code: string };

/** The service on virtual time with the queue of planned events. It runs one thing at a time. */
export class World {
  readonly queue: Queue;
  /** Number of outcomes of each call: `submitCheckpoint ok`, `submitCheckpoint trade_state_conflict`. */
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

  /** Plans an event this many seconds from now. */
  after(seconds: number, run: () => Promise<void>): void {
    this.queue.plan(this.time.now + Math.round(seconds * 1000), run);
  }

  /**
   * Runs one request in one transaction, as behind every transport. A refusal rolls back and is returned. Any other
   * error ends the simulation.
   */
  async call<T>(name: string, caller: Caller, work: (acting: MutationContext) => Promise<T>): Promise<CallResult<T>> {
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

  /** Runs all planned events in order until none is left. @throws the reason of `signal` if it is aborted */
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

/** Value of a call that cannot be refused. */
export function valueOrThrow<T>(came: CallResult<T>): T {
  if (!came.done) throw new Error(`A call that must succeed was refused: ${came.code}`);
  return came.value;
}
