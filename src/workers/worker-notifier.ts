import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../operations/ports';
import { openListener, type Listener } from '../database/connection/listener';
import type { Database } from '../database/transactions/database';
import { notifyWork, WORK_CHANNEL } from '../database/connection/worker-notifications';

// What many requests of one moment ring for is told together: NOTIFY takes a lock that every other one waits for.
const COALESCE_MS = 10;
/** Tasks that are rung for, and looked at after nobody listened. */
const TASKS = ['settle', 'relay', 'webhooks'];

/**
 * Wakes the workers of other processes, so that what an API process commits is done at once where workers are processes
 * of their own (performance.md §3). A hint, by NOTIFY outside of the transactions it is about: what is lost is found by the
 * next look of the task.
 */
export class WorkerNotifier {
  private readonly pending = new Set<string>();
  private telling: Promise<void> | undefined;
  private listening: Listener | undefined;
  private stopped = false;

  constructor(
    private readonly store: Database,
    private readonly log: Log,
  ) {}

  notify(task: string): void {
    if (this.stopped) return;
    this.pending.add(task);
    this.telling ??= this.flush();
  }

  /** Wakes what others ring for; `wake` must not ring itself. */
  listen(wake: (task: string) => void): void {
    this.listening ??= openListener(this.store, {
      channels: { [WORK_CHANNEL]: (tasks) => tasks.split(',').forEach(wake) },
      // Whatever was rung for while nobody listened.
      connected: () => TASKS.forEach(wake),
      lost: (error) =>
        this.log.warn({ err: error }, 'the listening connection of the workers was lost; they look for work'),
    });
  }

  /** Tells what was rung for until now, and hears nothing any more. */
  async stop(): Promise<void> {
    await this.listening?.stop();
    this.listening = undefined;
    this.stopped = true;
    await this.telling;
  }

  private async flush(): Promise<void> {
    while (this.pending.size > 0) {
      const tasks = [...this.pending];
      this.pending.clear();
      try {
        await notifyWork(this.store, tasks);
      } catch (error) {
        this.log.warn({ err: error }, 'workers of other processes could not be told of work; they look for it');
      }
      await pause(COALESCE_MS);
    }
    // Here and not when the promise is settled, which is a moment later: what is rung for in between would wait.
    this.telling = undefined;
  }
}
