import { Pool, type PoolConfig } from 'pg';
import { databaseOptions } from './data-source';
import { sqlState } from './failures';

/** The state of the database, from a connection of its own. */
export interface DatabaseState {
  /** It can be read. */
  readonly isUp: boolean;
  /** It can be read and written, and the ledger takes postings. */
  readonly isReady: boolean;
  /** Undefined: it cannot be read. */
  readonly isHalted: boolean | undefined;
}

/** Tells whether the database can be read and written, and the ledger takes postings. */
export interface ReadinessProbe {
  /** False after `ms`, if the database has not answered by then. */
  isReady(ms: number): Promise<boolean>;
  /** The state; not up after `ms`, if the database has not answered by then. */
  state(ms: number): Promise<DatabaseState>;
  /** Calls the listener with the error of the first check that fails after one that did not. */
  onFailure(listener: (error: unknown) => void): void;
  close(): Promise<void>;
}

// Callers without a signature cause probes, so results are shared for this time.
const MAX_AGE_MS = 250;
/** A write costs a flush of the log, so it is tried less often than a read. */
const WRITE_INTERVAL_MS = 5_000;
/** Only a session that may create temporary tables can try a write. */
const INSUFFICIENT_PRIVILEGE = '42501';

const READ = 'SELECT EXISTS (SELECT FROM ledger_halt) AS halted';
/**
 * Writes a page of a new temporary table and commits.
 *
 * On a full disk the log still has space for a while, but no file can grow. A statement that needs no new page would not
 * notice. A temporary table needs no lock of a shared table, which a backup would hold.
 */
const WRITE = `BEGIN;
  CREATE TEMPORARY TABLE ats_write_probe ON COMMIT DROP AS SELECT repeat('x', 1000) AS filler;
  COMMIT`;

const DOWN: DatabaseState = { isUp: false, isReady: false, isHalted: undefined };

class Probe implements ReadinessProbe {
  private running: Promise<DatabaseState> | undefined;
  private last = DOWN;
  private isFailing = false;
  private isClosed = false;
  private report: (error: unknown) => void = () => undefined;
  private checkedAt = -Infinity;
  private writtenAt = -Infinity;
  private canProbeWrites = true;

  constructor(private readonly pool: Pool) {
    // The pool replaces a lost connection; the next query reports the failure.
    pool.on('error', () => undefined);
  }

  async isReady(ms: number): Promise<boolean> {
    return (await this.state(ms)).isReady;
  }

  async state(ms: number): Promise<DatabaseState> {
    if (performance.now() - this.checkedAt < MAX_AGE_MS) return this.last;
    this.running ??= this.check().finally(() => (this.running = undefined));
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<DatabaseState>((resolve) => (timer = setTimeout(() => resolve(DOWN), ms)));
    try {
      return await Promise.race([this.running, timeout]);
    } finally {
      clearTimeout(timer);
    }
  }

  onFailure(listener: (error: unknown) => void): void {
    this.report = listener;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.pool.end();
  }

  private async check(): Promise<DatabaseState> {
    this.last = await this.tryQueries();
    this.checkedAt = performance.now();
    return this.last;
  }

  private async tryQueries(): Promise<DatabaseState> {
    let isHalted: boolean | undefined;
    try {
      const { rows } = await this.pool.query<{ halted: boolean }>(READ);
      isHalted = rows[0]?.halted !== false;
      if (this.canProbeWrites && performance.now() - this.writtenAt > WRITE_INTERVAL_MS) await this.write();
      this.isFailing = false;
      return { isUp: true, isReady: !isHalted, isHalted };
    } catch (error) {
      // The next check tries the write again.
      this.writtenAt = -Infinity;
      if (!this.isFailing && !this.isClosed) this.report(error);
      this.isFailing = true;
      return { isUp: isHalted !== undefined, isReady: false, isHalted };
    }
  }

  private async write(): Promise<void> {
    const client = await this.pool.connect();
    let failure: unknown;
    try {
      await client.query(WRITE);
      this.writtenAt = performance.now();
    } catch (error) {
      failure = error;
      if (sqlState(error) !== INSUFFICIENT_PRIVILEGE) throw error;
      this.canProbeWrites = false;
    } finally {
      // The connection may be inside a failed transaction.
      client.release(failure !== undefined);
    }
  }
}

/**
 * Opens a probe with a connection of its own, so that busy requests do not make the service look unready.
 *
 * A read-only standby is not ready: it refuses the write.
 */
export function openReadinessProbe(url: string): ReadinessProbe {
  const { url: connectionString, extra } = databaseOptions({ url, role: 'application', statementTimeoutMs: 5_000 });
  const config: PoolConfig & { query_timeout: number } = {
    ...extra,
    connectionString,
    max: 1,
    query_timeout: 5_000,
  };
  return new Probe(new Pool(config));
}
