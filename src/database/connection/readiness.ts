import { Pool, type PoolConfig } from 'pg';
import { databaseOptions } from './data-source';
import { sqlState } from './failures';

/** Tells whether the database can be read and written, and the ledger takes postings. */
export interface ReadinessProbe {
  /** False after `ms`, if the database has not answered by then. */
  isReady(ms: number): Promise<boolean>;
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

class Probe implements ReadinessProbe {
  private running: Promise<boolean> | undefined;
  private isLastReady = false;
  private checkedAt = -Infinity;
  private writtenAt = -Infinity;
  private canProbeWrites = true;

  constructor(private readonly pool: Pool) {
    // The pool replaces a lost connection; the next query reports the failure.
    pool.on('error', () => undefined);
  }

  async isReady(ms: number): Promise<boolean> {
    if (performance.now() - this.checkedAt < MAX_AGE_MS) return this.isLastReady;
    this.running ??= this.check().finally(() => (this.running = undefined));
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<false>((resolve) => (timer = setTimeout(() => resolve(false), ms)));
    try {
      return await Promise.race([this.running, timeout]);
    } finally {
      clearTimeout(timer);
    }
  }

  async close(): Promise<void> {
    await this.pool.end();
  }

  private async check(): Promise<boolean> {
    this.isLastReady = await this.tryQueries();
    this.checkedAt = performance.now();
    return this.isLastReady;
  }

  private async tryQueries(): Promise<boolean> {
    try {
      if (this.canProbeWrites && performance.now() - this.writtenAt > WRITE_INTERVAL_MS) await this.write();
      const { rows } = await this.pool.query<{ halted: boolean }>(READ);
      return rows[0]?.halted === false;
    } catch {
      // The next check tries the write again.
      this.writtenAt = -Infinity;
      return false;
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
