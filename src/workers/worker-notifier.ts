import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../operations/ports';
import { openListener, type Listener } from '../database/connection/listener';
import type { Database } from '../database/transactions/database';
import { notifyWork, WORK_CHANNEL } from '../database/connection/worker-notifications';

// Collects notifications for 10 ms, because each NOTIFY takes a global lock at commit.
const COALESCE_MS = 10;
/** Tasks to wake after a reconnection, because their notifications may be lost. */
const TASKS = ['settle', 'relay', 'webhooks'];

/**
 * Wakes the workers of other processes by NOTIFY.
 * NOTIFY runs outside the transaction that made the work. It is only a hint: the next poll of a task finds work whose
 * notification was lost.
 */
export class WorkerNotifier {
  private readonly pending = new Set<string>();
  private flushing: Promise<void> | undefined;
  private listener: Listener | undefined;
  private isStopped = false;

  constructor(
    private readonly store: Database,
    private readonly log: Log,
  ) {}

  notify(task: string): void {
    if (this.isStopped) return;
    this.pending.add(task);
    this.flushing ??= this.flush();
  }

  /** Calls `wake` for notifications of other processes; `wake` must not notify again. */
  listen(wake: (task: string) => void): void {
    this.listener ??= openListener(this.store, {
      channels: { [WORK_CHANNEL]: (tasks) => tasks.split(',').forEach(wake) },
      // Notifications may be lost while no connection listens.
      connected: () => TASKS.forEach(wake),
      lost: (error) =>
        this.log.warn({ err: error }, 'lost the LISTEN connection of the workers; they poll until it is back'),
    });
  }

  /** Stops listening and sends the pending notifications. */
  async stop(): Promise<void> {
    await this.listener?.stop();
    this.listener = undefined;
    this.isStopped = true;
    await this.flushing;
  }

  private async flush(): Promise<void> {
    while (this.pending.size > 0) {
      const tasks = [...this.pending];
      this.pending.clear();
      try {
        await notifyWork(this.store, tasks);
      } catch (error) {
        this.log.warn(
          { err: error },
          'could not notify the workers of other processes; they find the work when they poll',
        );
      }
      await pause(COALESCE_MS);
    }
    // Cleared here, because a notification before the promise settles would otherwise wait.
    this.flushing = undefined;
  }
}
