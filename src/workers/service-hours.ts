import type { Services } from '../operations/context';
import { MoveTookLong, openService } from '../operations/commands/service-hours';
import { HOURS_INTERVAL_SECONDS } from '../domain/trades/closed-hours';
import { isServiceOpen, msSinceOpen } from '../database/repositories/service-hours';
import type { Database } from '../database/transactions/database';
import type { Task } from './runner';

/** A mutation records again well before the gap becomes a closed period, if the task could not. */
const RECENT_MS = 2 * HOURS_INTERVAL_SECONDS * 1000;

/**
 * Keeps the hours of the service: when an API process could serve mutations.
 *
 * An API process records every 5 s that it is open. `ensureOpen` runs before a mutation and costs nothing while the last
 * record is recent. After an outage it moves the deadlines first, so that no mutation meets a deadline that must move.
 */
export class ServiceHours {
  private openedAtMs = -Infinity;
  private opening: Promise<void> | undefined;

  constructor(
    private readonly store: Database,
    private readonly services: Services,
  ) {}

  /** Returns at once if this process recorded a moment ago that the service is open. */
  async ensureOpen(): Promise<void> {
    const ageMs = Date.now() - this.openedAtMs;
    if (ageMs >= 0 && ageMs < RECENT_MS) return;
    await this.open();
  }

  /** Records that the service is open; concurrent calls share one transaction. */
  open(): Promise<void> {
    this.opening ??= this.record().finally(() => (this.opening = undefined));
    return this.opening;
  }

  /** A move that takes longer than the gap of an outage runs again. The closed period then contains its time. */
  private async record(allowanceMs = 0): Promise<void> {
    const { store, services } = this;
    try {
      if (await store.inTransaction((tx) => openService({ tx, services }, allowanceMs))) this.openedAtMs = Date.now();
    } catch (error) {
      if (!(error instanceof MoveTookLong)) throw error;
      services.log.warn({ ms: error.ms }, 'the move of open deadlines took long; it runs again and counts as closed');
      // The next move may be slower.
      await this.record(2 * error.ms);
    }
  }

  /** Until when the service was open. An API process is open now, and records it. */
  async openUntil(): Promise<Date | null> {
    await this.open();
    return lastOpenAt(this.store);
  }

  /** The task of an API process. */
  task(): Task {
    return {
      name: 'service-hours',
      pollIntervalMs: HOURS_INTERVAL_SECONDS * 1000,
      // After an outage of the database, a long pause would be a closed period of its own.
      maxBackoffMs: HOURS_INTERVAL_SECONDS * 1000,
      run: async () => {
        await this.open();
        return false;
      },
    };
  }
}

/**
 * Until when the service was open, in its time. No closed period begins before it. So an earlier deadline has passed for good.
 *
 * Null: the ledger is halted, or the service was never open.
 */
export async function lastOpenAt(store: Pick<Database, 'now' | 'query'>): Promise<Date | null> {
  const now = await store.now();
  const ms = await msSinceOpen(store);
  return ms === null ? null : new Date(Math.floor(now.getTime() - ms));
}

/** A busy sweep runs many times a second, and an outage counts only after 15 s. */
const CHECK_INTERVAL_MS = 1_000;

/** Runs a task of deadlines only while the service is open, because a closed service moves them. */
export function whileOpen<T extends Task>(store: Database, task: T): T {
  let openUntilMs = -Infinity;
  const isOpen = async (): Promise<boolean> => {
    if (performance.now() < openUntilMs) return true;
    if (!(await isServiceOpen(store))) return false;
    openUntilMs = performance.now() + CHECK_INTERVAL_MS;
    return true;
  };
  return { ...task, run: async (signal) => (await isOpen()) && (await task.run(signal)) };
}
