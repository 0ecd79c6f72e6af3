import { ApiError, createClient, type Client, type Credential } from '../../../src/client';
import type { Database } from '../../../src/database/transactions/database';
import { Queue } from './queue';
import { random } from '../../../src/sandbox/counterparty/random';
import type { WorldServices } from './services';
import type { VirtualTime } from './store';

/** Outcome of a call: its value, or the code of its refusal. */
export type CallResult<T> =
  { readonly done: true; readonly value: T } | { readonly done: false; readonly code: string };

/** The caller: the agent of a principal, an operator, or a console for a human. */
export interface Identity {
  readonly credential: Credential;
  readonly agentId?: string;
  /** Name of the human for whom a console calls. A header has no spaces. */
  readonly human?: string;
}

interface WorldParts {
  readonly seed: number;
  readonly store: Database;
  readonly services: WorldServices;
  readonly time: VirtualTime;
  /** Address of the API. */
  readonly url: string;
}

/** The service on virtual time with the queue of planned events. It runs one thing at a time. */
export class World {
  readonly queue: Queue;
  /** Number of outcomes of each call: `submitCheckpoint ok`, `submitCheckpoint trade_state_conflict`. */
  readonly calls = new Map<string, number>();
  readonly store: Database;
  readonly services: WorldServices;
  readonly time: VirtualTime;
  readonly url: string;

  constructor({ seed, store, services, time, url }: WorldParts) {
    this.store = store;
    this.services = services;
    this.time = time;
    this.url = url;
    this.queue = new Queue(random(seed, 'order').bits);
  }

  /** Plans an event this many seconds from now. */
  after(seconds: number, run: () => Promise<void>): void {
    this.queue.plan(this.time.now + Math.round(seconds * 1000), run);
  }

  /** A client that signs as this identity. Each request is sent once: nothing fails here for a moment only. */
  clientOf({ credential, agentId, human }: Identity): Client {
    return createClient({
      url: this.url,
      credential,
      agentId,
      retry: { attempts: 1 },
      ...(human !== undefined && { acting: { provider: 'simulated', subject: human.replaceAll(' ', '-') } }),
    });
  }

  /** Sends one request. A refusal is returned. Any other error ends the simulation. */
  async call<T>(name: string, request: () => Promise<T>): Promise<CallResult<T>> {
    try {
      const value = await request();
      this.count(`${name} ok`);
      return { done: true, value };
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      this.count(`${name} ${error.code}`);
      return { done: false, code: error.code };
    }
  }

  /** Sends a request that must succeed. */
  async must<T>(name: string, request: () => Promise<T>): Promise<T> {
    const came = await this.call(name, request);
    if (!came.done) throw new Error(`${name} must succeed and was refused: ${came.code}`);
    return came.value;
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
