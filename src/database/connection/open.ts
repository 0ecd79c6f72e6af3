import { DataSource } from 'typeorm';
import { type Clock, databaseClock } from './clock';
import { databaseOptions, DatabaseUnusable, type DatabaseOptions } from './data-source';
import { Store } from '../transactions/database';

/** The store over a migrated database, with the least rights. @throws DatabaseUnusable when it cannot be reached */
export async function openStore(
  options: Omit<DatabaseOptions, 'role'>,
  clock: Clock = databaseClock,
  retried?: (sqlState: string) => void,
): Promise<Store> {
  const source = new DataSource(databaseOptions({ ...options, role: 'application' }));
  try {
    await source.initialize();
  } catch (error) {
    throw new DatabaseUnusable('the database cannot be used', error);
  }
  return new Store(source, clock, retried);
}
