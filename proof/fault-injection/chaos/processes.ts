import { setTimeout as pause } from 'node:timers/promises';
import { type BuiltProcess, builtServer, type BuiltServer, builtWorker } from '../../../test/support/built';
import type { Chance } from './chance';

/** Processes that are killed and begun anew. Not a test. */

export class Processes<Started extends BuiltProcess> {
  readonly alive: Started[] = [];
  kills = 0;

  /** @param begin starts one; after a kill it is handed the one before it. */
  constructor(private readonly begin: (before: Started | undefined) => Promise<Started>) {}

  async start(count: number): Promise<void> {
    this.alive.push(...(await Promise.all(Array.from({ length: count }, () => this.begin(undefined)))));
  }

  /**
   * Kills each of them (kill -9) at random moments until it is enough, and begins another in its place; for a moment all
   * may be dead. `died` is called when one is dead and before another is there.
   */
  async storm(chance: Chance, enough: () => boolean, died: () => Promise<void> = () => Promise.resolve()) {
    const one = async (place: number): Promise<void> => {
      while (!enough()) {
        await pause(chance.between(500, 3500));
        const victim = this.alive[place];
        if (victim === undefined) return;
        await victim.kill('SIGKILL');
        // A process that ended by itself is a failure of its own.
        if ((await victim.stopped) !== null) throw new Error(`ended by itself: ${victim.output()}`);
        this.kills += 1;
        await died();
        this.alive[place] = await this.begin(victim);
      }
    };
    await Promise.all(this.alive.map((_, place) => one(place)));
  }

  async stop(): Promise<void> {
    await Promise.all(this.alive.map((process) => process.kill('SIGTERM')));
  }
}

export const workersOf = (env: Parameters<typeof builtWorker>[0]): Processes<BuiltProcess> =>
  new Processes(() => builtWorker(env));

/** Each begun anew where the one before it was. */
export const serversOf = (env: Parameters<typeof builtServer>[0]): Processes<BuiltServer> =>
  new Processes((before) => builtServer(before?.env ?? env));
