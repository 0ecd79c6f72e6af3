import { setTimeout as pause } from 'node:timers/promises';
import { type BuiltProcess, builtServer, type BuiltServer, builtWorker } from '../../../test/support/built';
import type { SeededRandom } from './seeded-random';

/** A group of processes that are killed and restarted. */

export class ProcessPool<Started extends BuiltProcess> {
  readonly alive: Started[] = [];
  kills = 0;

  /** @param begin starts one process; after a kill it receives the previous one */
  constructor(private readonly begin: (before: Started | undefined) => Promise<Started>) {}

  async start(count: number): Promise<void> {
    this.alive.push(...(await Promise.all(Array.from({ length: count }, () => this.begin(undefined)))));
  }

  /**
   * Kills each process with SIGKILL at random moments until `enough` returns true, and restarts it.
   * All processes may be dead at the same moment. `died` is called between the kill and the restart.
   */
  async killRepeatedly(
    random: SeededRandom,
    enough: () => boolean,
    died: () => Promise<void> = () => Promise.resolve(),
  ) {
    const killOne = async (place: number): Promise<void> => {
      while (!enough()) {
        await pause(random.between(500, 3500));
        const victim = this.alive[place];
        if (victim === undefined) return;
        await victim.kill('SIGKILL');
        // An exit without a kill is a failure.
        if ((await victim.stopped) !== null) throw new Error(`exited without a kill: ${victim.output()}`);
        this.kills += 1;
        await died();
        this.alive[place] = await this.begin(victim);
      }
    };
    await Promise.all(this.alive.map((_, place) => killOne(place)));
  }

  async stop(): Promise<void> {
    await Promise.all(this.alive.map((process) => process.kill('SIGTERM')));
  }
}

export const workerPool = (env: Parameters<typeof builtWorker>[0]): ProcessPool<BuiltProcess> =>
  new ProcessPool(() => builtWorker(env));

/** API processes; each restart uses the port of the previous process. */
export const serverPool = (env: Parameters<typeof builtServer>[0]): ProcessPool<BuiltServer> =>
  new ProcessPool((before) => builtServer(before?.env ?? env));
