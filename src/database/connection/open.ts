import { DataSource } from 'typeorm';
import { type Clock, databaseClock } from './clock';
import { databaseOptions, DatabaseUnusable, type DatabaseOptions } from './data-source';
import { Database } from '../transactions/database';

/** Opens a migrated database with the rights of the application. @throws DatabaseUnusable if it cannot be reached */
export async function openDatabase(
  options: Omit<DatabaseOptions, 'role'>,
  clock: Clock = databaseClock,
  retried?: (sqlState: string) => void,
): Promise<Database> {
  const source = new DataSource(databaseOptions({ ...options, role: 'application' }));
  try {
    await source.initialize();
  } catch (error) {
    throw new DatabaseUnusable('the database of DATABASE_URL cannot be used', error);
  }
  return new Database(source, clock, retried);
}
