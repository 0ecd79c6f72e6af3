import { setTimeout as pause } from 'node:timers/promises';
import { type BuiltProcess, builtWorker } from '../support/built';
import type { Chance } from './chance';

/** Processes that are killed and begun anew. Not a test. */

type Env = Parameters<typeof builtWorker>[0];

export class Workers {
  private processes: BuiltProcess[] = [];
  kills = 0;

  constructor(
    private readonly env: Env,
    private readonly begin: (env: Env) => Promise<BuiltProcess> = builtWorker,
  ) {}

  async start(count: number): Promise<void> {
    this.processes = await Promise.all(Array.from({ length: count }, () => this.begin(this.env)));
  }

  /**
   * Kills one of them (kill -9) and begins another in its place; `died` is called when it is dead and before the other
   * is there. A process that ended by itself is a failure.
   */
  async killOne(chance: Chance, died: () => Promise<void> = () => Promise.resolve()): Promise<void> {
    const victim = chance.pick(this.processes);
    const at = this.processes.indexOf(victim);
    await victim.kill('SIGKILL');
    this.kills += 1;
    if ((await victim.stopped) !== null) throw new Error(`ended by itself: ${victim.output()}`);
    await died();
    this.processes[at] = await this.begin(this.env);
  }

  /** Kills at random moments until it is enough. */
  async storm(chance: Chance, enough: () => boolean, died?: () => Promise<void>): Promise<void> {
    while (!enough()) {
      await pause(chance.between(100, 1500));
      await this.killOne(chance, died);
    }
  }

  async stop(): Promise<void> {
    await Promise.all(this.processes.map((one) => one.kill('SIGTERM')));
  }
}
