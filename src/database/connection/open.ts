import { DataSource } from 'typeorm';
import { type Clock, databaseClock } from './clock';
import { DROPPED_SETTINGS } from './connection-error';
import { APPLICATION_ROLE, databaseOptions, DatabaseUnusable, type DatabaseOptions } from './data-source';
import { Database } from '../transactions/database';

/**
 * Opens a migrated database with the rights of the application.
 * @throws DatabaseUnusable if it cannot be reached, or if a pooler drops the role and the timeouts of the session
 */
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
  await assertSettings(source);
  return new Database(source, clock, retried);
}

/** Without its role and its timeouts, the service would have the rights of the login and could wait for ever. */
async function assertSettings(source: DataSource): Promise<void> {
  const [row] = await source.query<{ role: string }[]>(`SELECT current_setting('role') AS role`);
  if (row?.role === APPLICATION_ROLE) return;
  await source.destroy();
  throw new DatabaseUnusable(DROPPED_SETTINGS);
}
