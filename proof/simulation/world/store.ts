import { DataSource } from 'typeorm';
import { databaseClock } from '../../../src/database/connection/clock';
import { databaseOptions } from '../../../src/database/connection/data-source';
import { Database, type Tx } from '../../../src/database/transactions/database';

/** The time it is in the simulation, milliseconds since 1970; moved by its event queue alone. */
export interface VirtualTime {
  now: number;
}

/**
 * The service's store on virtual time. A shifted clock would let the real milliseconds of each call shine through, and
 * no two runs would be the same: here a transaction's instant is the simulation's to the millisecond. Everything else,
 * down to the statements, is the store the service runs on.
 */
class VirtualStore extends Database {
  constructor(
    source: DataSource,
    private readonly time: VirtualTime,
  ) {
    super(source, databaseClock);
  }

  override now(): Promise<Date> {
    return Promise.resolve(new Date(this.time.now));
  }

  override inTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return super.inTransaction((tx) => work(at(tx, new Date(this.time.now))));
  }
}

function at(tx: Tx, now: Date): Tx {
  return {
    now,
    beginResult: tx.beginResult,
    query: (statement) => tx.query(statement),
    rollbackToSavepoint: () => tx.rollbackToSavepoint(),
    beforeCommit: (sql) => tx.beforeCommit(sql),
    afterCommit: (hook) => tx.afterCommit(hook),
  };
}

/**
 * One connection and no more: what the workers do side by side then happens one after the other, in the order in which
 * they began, and a run depends on nothing but its seed.
 */
export async function openVirtualStore(url: string, time: VirtualTime): Promise<Database> {
  const source = new DataSource(databaseOptions({ url, role: 'application', poolSize: 1 }));
  await source.initialize();
  return new VirtualStore(source, time);
}
