import { setTimeout as pause } from 'node:timers/promises';
import { type BuiltProcess, builtServer, type BuiltServer, builtWorker } from '../../../test/support/built';
import { throughProxy } from '../../../test/support/fault-proxy';
import { type Trip, type Watcher, type When, WireProxy } from '../../../test/support/wire-proxy';
import type { Gate } from './gate';

/** A process that may be killed at any of its round trips to the database. Not a test. */

/** One moment of a mutation: its so-manieth round trip, from 1. */
export interface Point {
  readonly trip: number;
  readonly when: When;
}

/** Whether a trip belongs to what is watched; asked once for each, in order. */
export type Belongs = (trip: Trip) => boolean;

const QUIET_MS = 60;
// A signal takes a moment, and so do bytes.
const STOPPED_MS = 10;
const STRUCK_WITHIN_MS = 60_000;

/** Counts the trips that belong, and strikes at the point. */
export class Watch implements Watcher {
  readonly trips: Trip[] = [];
  struck = false;

  constructor(
    private readonly belongs: Belongs,
    private readonly point?: Point,
    private readonly act: () => Promise<void> = () => Promise.resolve(),
    readonly gate?: Gate,
  ) {}

  seen(trip: Trip): When | 'kept' | undefined {
    if (this.struck || !this.belongs(trip)) return undefined;
    this.trips.push(trip);
    if (this.trips.length === this.point?.trip) return this.point.when;
    return this.gate?.stops(trip) ? 'kept' : undefined;
  }

  answerHeld(): Promise<void> {
    return this.gate?.pass() ?? Promise.resolve();
  }

  async strike(): Promise<void> {
    this.struck = true;
    await this.act();
  }

  async done(): Promise<void> {
    const end = Date.now() + STRUCK_WITHIN_MS;
    while (!this.struck) {
      if (Date.now() > end) throw new Error(`never came to the point: ${JSON.stringify([this.point, this.trips])}`);
      await pause(2);
    }
  }

  /** Waits for so many trips, and until no more come: what is told behind an answer has been told. */
  async quiet(least = 0): Promise<void> {
    let seen = -1;
    while (seen !== this.trips.length || seen < least) {
      seen = this.trips.length;
      await pause(QUIET_MS);
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

  /** Resolves when it has looked for what was due before it began. */
  static async worker(env: Environment): Promise<Victim> {
    const watch = new Watch(({ statement: asked }) => asked === 'due_trades');
    const worker = await Victim.start(env, (through) => builtWorker({ ...env, ...through }), watch);
    await watch.quiet(1);
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
    // Who starts it starts it again: on a busy machine a connection may take longer than it waits for one.
    const started = await begin(through).catch(() => begin(through));
    return new Victim(started, proxy);
  }

  /** Watches from now on; at the point the process is killed (kill -9), or all of its connections are cut. */
  watch(belongs: Belongs, point?: Point, fault: 'kill' | 'cut' = 'kill', gate?: Gate): Watch {
    const strike = (): Promise<void> => (fault === 'kill' ? this.process.kill('SIGKILL') : this.cut());
    const watch = new Watch(belongs, point, strike, gate);
    this.proxy.watcher = watch;
    return watch;
  }

  private cut(): Promise<void> {
    this.proxy.cut();
    return Promise.resolve();
  }

  /** What is done meanwhile has happened at once, as far as the process can tell. */
  async standingStill(act: () => void): Promise<void> {
    const { pid } = this.process;
    process.kill(pid, 'SIGSTOP');
    await pause(STOPPED_MS);
    act();
    await pause(STOPPED_MS);
    process.kill(pid, 'SIGCONT');
  }

  async end(): Promise<void> {
    await this.process.kill('SIGKILL');
    await this.proxy.close();
  }
}
