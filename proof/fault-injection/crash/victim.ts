import { setTimeout as pause } from 'node:timers/promises';
import { type BuiltProcess, builtServer, type BuiltServer, builtWorker } from '../../../test/support/built';
import { throughProxy } from '../../../test/support/fault-proxy';
import { type Trip, type Watcher, type When, WireProxy } from '../../../test/support/wire-proxy';
import type { Gate } from './gate';

/** A process that can be killed at any database round trip. */

/** A moment of a mutation: the number of its round trip, from 1, and the side. */
export interface Point {
  readonly trip: number;
  readonly when: When;
}

/** Whether a trip is counted; called once for each trip, in order. */
export type TripFilter = (trip: Trip) => boolean;

const IDLE_MS = 60;
// Signals and bytes take a moment to arrive.
const SUSPEND_MS = 10;
const STRIKE_TIMEOUT_MS = 60_000;

/** Counts the matching trips and strikes at the point. */
export class Watch implements Watcher {
  readonly trips: Trip[] = [];
  struck = false;

  constructor(
    private readonly matches: TripFilter,
    private point?: Point,
    private readonly act: () => Promise<void> = () => Promise.resolve(),
    readonly gate?: Gate,
  ) {}

  seen(trip: Trip): When | 'hold' | undefined {
    if (this.struck || !this.matches(trip)) return undefined;
    this.trips.push(trip);
    if (this.trips.length === this.point?.trip) return this.point.when;
    return this.gate?.shouldHold(trip) ? 'hold' : undefined;
  }

  waitForRelease(): Promise<void> {
    return this.gate?.wait() ?? Promise.resolve();
  }

  async strike(): Promise<void> {
    this.struck = true;
    await this.act();
  }

  /**
   * Resolves at the strike, or at the end of a run that did not reach the point.
   *
   * A run can have fewer statements than the run that named the point. No strike follows its end.
   */
  async waitForStrikeOrEnd(end: Promise<void>): Promise<void> {
    const timeout = Date.now() + STRIKE_TIMEOUT_MS;
    const run = { hasEnded: false };
    // The caller awaits `end` too, and so learns of its failure.
    end
      .then(() => this.waitUntilIdle())
      .then(
        () => (run.hasEnded = true),
        () => undefined,
      );
    // A strike after a trip follows when its answer arrives.
    const isReached = (): boolean => this.trips.length >= (this.point?.trip ?? Infinity);
    while (!this.struck && (!run.hasEnded || isReached())) {
      if (Date.now() > timeout) throw new Error(`no strike and no end: ${JSON.stringify([this.point, this.trips])}`);
      await pause(2);
    }
    this.point = undefined;
  }

  /** Waits for at least `least` trips, and until no more follow. */
  async waitUntilIdle(least = 0): Promise<void> {
    let seen = -1;
    while (seen !== this.trips.length || seen < least) {
      seen = this.trips.length;
      await pause(IDLE_MS);
    }
  }
}

type Environment = Parameters<typeof builtWorker>[0];

export class Victim<Started extends BuiltProcess = BuiltProcess> {
  private constructor(
    readonly process: Started,
    private readonly proxy: WireProxy,
  ) {}

  static server(env: Environment): Promise<Victim<BuiltServer>> {
    return Victim.start(env, (through) => builtServer({ ...through, ATS_ROLE: 'api' }));
  }

  /** Resolves when the worker has looked for trades that were due before its start. */
  static async worker(env: Environment): Promise<Victim> {
    const watch = new Watch(({ statement }) => statement === 'due_trades');
    const worker = await Victim.start(env, (through) => builtWorker({ ...env, ...through }), watch);
    await watch.waitUntilIdle(1);
    return worker;
  }

  private static async start<Started extends BuiltProcess>(
    env: Environment,
    begin: (through: Environment) => Promise<Started>,
    watch?: Watch,
  ): Promise<Victim<Started>> {
    const { hostname: host, port } = new URL(env.DATABASE_URL);
    const proxy = await WireProxy.open({ host, port: Number(port || 5432) });
    if (watch) proxy.watcher = watch;
    const through = { ...env, DATABASE_URL: throughProxy(env.DATABASE_URL, proxy) };
    // On a busy machine the first connection may time out, so the start is retried once.
    const started = await begin(through).catch(() => begin(through));
    return new Victim(started, proxy);
  }

  /** Watches from now on. At the point the process is killed or all of its connections are cut. */
  watch(matches: TripFilter, point?: Point, fault: 'kill' | 'cut' = 'kill', gate?: Gate): Watch {
    const strike = (): Promise<void> => (fault === 'kill' ? this.process.kill('SIGKILL') : this.cut());
    const watch = new Watch(matches, point, strike, gate);
    this.proxy.watcher = watch;
    return watch;
  }

  private cut(): Promise<void> {
    this.proxy.cut();
    return Promise.resolve();
  }

  /** Suspends the process during `act`, so that it sees all effects at once. */
  async whileSuspended<T>(act: () => T | Promise<T>): Promise<T> {
    const { pid } = this.process;
    process.kill(pid, 'SIGSTOP');
    try {
      await pause(SUSPEND_MS);
      const result = await act();
      await pause(SUSPEND_MS);
      return result;
    } finally {
      process.kill(pid, 'SIGCONT');
    }
  }

  async end(): Promise<void> {
    await this.process.kill('SIGKILL');
    await this.proxy.close();
  }
}
