import { isOutage } from './failures';
import type { ReadinessProbe } from './readiness';

type Write = (fields: object, message: string) => void;

interface LevelLog {
  readonly info: Write;
  readonly warn: Write;
  readonly error: Write;
}

export interface OutageLogOptions {
  readonly probe: Pick<ReadinessProbe, 'isReady'>;
  /** Pause between two lines about the same outage. */
  readonly reminderMs?: number;
  /** Pause between two checks whether the database is back. */
  readonly checkMs?: number;
}

interface Outage {
  readonly since: number;
  failures: number;
  lastFailureAt: number;
  remindedAt: number;
}

const REMINDER_MS = 60_000;
const CHECK_MS = 1_000;
/** The outage is over when the database is ready and nothing failed for this many checks. */
const QUIET_CHECKS = 2;

/**
 * Logs an outage of the database as a change of state.
 *
 * Every task, listener and request of a process fails while the database is away. One line says so, a reminder with the
 * number of failures follows once a minute, and one line says that it is back. Other lines pass unchanged.
 *
 * States: available → away, by a logged error that is an outage; away → available, by the probe.
 */
export class OutageLog implements LevelLog {
  private outage: Outage | undefined;
  private readonly checkMs: number;
  private readonly reminderMs: number;

  constructor(
    private readonly log: LevelLog,
    private readonly options: OutageLogOptions,
  ) {
    this.checkMs = options.checkMs ?? CHECK_MS;
    this.reminderMs = options.reminderMs ?? REMINDER_MS;
  }

  readonly info: Write = (fields, message) => this.log.info(fields, message);
  readonly warn: Write = (fields, message) => this.writeUnlessOutage('warn', fields, message);
  readonly error: Write = (fields, message) => this.writeUnlessOutage('error', fields, message);

  private writeUnlessOutage(level: 'warn' | 'error', fields: object, message: string): void {
    const error = 'err' in fields ? fields.err : undefined;
    if (!isOutage(error)) this.log[level](fields, message);
    else if (this.outage) this.count(this.outage);
    else this.begin(error as Error, message);
  }

  private begin(error: Error, firstFailure: string): void {
    const now = performance.now();
    this.outage = { since: now, failures: 1, lastFailureAt: now, remindedAt: now };
    this.log.error(
      { reason: error.message, firstFailure },
      'the database is unavailable; trying again until it is back',
    );
    this.checkLater();
  }

  private count(outage: Outage): void {
    const now = performance.now();
    outage.failures += 1;
    outage.lastFailureAt = now;
    if (now - outage.remindedAt < this.reminderMs) return;
    outage.remindedAt = now;
    this.log.warn(this.fieldsOf(outage), 'the database is still unavailable');
  }

  private checkLater(): void {
    // A process that stops does not wait for the check.
    setTimeout(() => void this.check(), this.checkMs).unref();
  }

  private async check(): Promise<void> {
    const isReady = await this.options.probe.isReady(this.checkMs);
    if (!this.outage) return;
    const isQuiet = performance.now() - this.outage.lastFailureAt >= QUIET_CHECKS * this.checkMs;
    if (isReady && isQuiet) {
      this.log.info(this.fieldsOf(this.outage), 'the database is available again');
      this.outage = undefined;
    } else {
      this.checkLater();
    }
  }

  private fieldsOf({ since, failures }: Outage): object {
    return { failures, seconds: Math.round((performance.now() - since) / 1000) };
  }
}
