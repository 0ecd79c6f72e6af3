import { DataSource } from 'typeorm';
import { databaseClock } from '../../../src/database/connection/clock';
import { databaseOptions } from '../../../src/database/connection/data-source';
import { Database } from '../../../src/database/transactions/database';

/** Virtual time in milliseconds since 1970. Only the event queue moves it. */
export interface VirtualTime {
  now: number;
}

/**
 * The service's store on virtual time. With a shifted clock the real duration of each call would enter the results, and
 * no two runs would be equal. Here a transaction has the exact virtual instant. Everything else is the store of the
 * service.
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

  override nowSql(): string {
    return `timestamptz '${new Date(this.time.now).toISOString()}'`;
  }
}

/**
 * Opens the store. With one connection, concurrent work of the workers runs in the order of its start, and a run depends
 * only on its seed.
 */
export async function openVirtualStore(url: string, time: VirtualTime, poolSize = 1): Promise<Database> {
  const source = new DataSource(databaseOptions({ url, role: 'application', poolSize }));
  await source.initialize();
  return new VirtualStore(source, time);
}
