import { setTimeout as pause } from 'node:timers/promises';
import { type BuiltProcess, builtServer, type BuiltServer, builtWorker } from '../support/built';
import { throughProxy } from '../support/fault-proxy';
import { type Trip, type Watcher, type When, WireProxy } from '../support/wire-proxy';

/** A process that may be killed at any of its round trips to the database. Not a test. */

/** One moment of a mutation: its so-manieth round trip, from 1. */
export interface Point {
  readonly trip: number;
  readonly when: When;
}

/** Whether a trip belongs to what is watched; asked once for each, in order. */
export type Belongs = (trip: Trip) => boolean;

const QUIET_MS = 60;
const STRUCK_WITHIN_MS = 60_000;

/** Counts the trips that belong, and strikes at the point. */
export class Watch implements Watcher {
  readonly trips: Trip[] = [];
  private struck = false;

  constructor(
    private readonly belongs: Belongs,
    private readonly point?: Point,
    private readonly act: () => Promise<void> = () => Promise.resolve(),
  ) {}

  seen(trip: Trip): When | undefined {
    if (this.struck || !this.belongs(trip)) return undefined;
    this.trips.push(trip);
    return this.trips.length === this.point?.trip ? this.point.when : undefined;
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
    const watch = new Watch(({ asked }) => asked === 'due_trades');
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
  watch(belongs: Belongs, point?: Point, fault: 'kill' | 'cut' = 'kill'): Watch {
    const strike = (): Promise<void> => (fault === 'kill' ? this.process.kill('SIGKILL') : this.cut());
    const watch = new Watch(belongs, point, strike);
    this.proxy.watcher = watch;
    return watch;
  }

  private cut(): Promise<void> {
    this.proxy.cut();
    return Promise.resolve();
  }

  async end(): Promise<void> {
    await this.process.kill('SIGKILL');
    await this.proxy.close();
  }
}
