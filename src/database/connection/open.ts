import { DataSource } from 'typeorm';
import { type Clock, databaseClock } from './clock';
import { DatabaseUnusable, DROPPED_SETTINGS } from './connection-error';
import { APPLICATION_ROLE, databaseOptions, type DatabaseOptions } from './data-source';
import { Database } from '../transactions/database';

/**
 * Opens a migrated database with the rights of the application.
 * A sandbox opens it with its test clock, and makes an unused database a sandbox.
 * @throws DatabaseUnusable if it cannot be reached, or if a pooler drops the role and the timeouts of the session. Also for
 * a live process on a sandbox, and for a sandbox on a live database
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
  await assertClock(source, clock);
  return new Database(source, clock, retried);
}

/** Without its role and its timeouts, the service would have the rights of the login and could wait for ever. */
async function assertSettings(source: DataSource): Promise<void> {
  const [row] = await source.query<{ role: string }[]>(`SELECT current_setting('role') AS role`);
  if (row?.role === APPLICATION_ROLE) return;
  await source.destroy();
  throw new DatabaseUnusable(DROPPED_SETTINGS);
}

/** A live process would take the time of the test clock for deadlines, and a sandbox would move those of live trades. */
async function assertClock(source: DataSource, { isTestClock }: Clock): Promise<void> {
  const error = isTestClock ? await openSandbox(source) : await sandboxError(source);
  if (error === undefined) return;
  await source.destroy();
  throw new DatabaseUnusable(error);
}

/** Why a live process may not use the database. Undefined: it may. */
async function sandboxError(source: Pick<DataSource, 'query'>): Promise<string | undefined> {
  // The schema of an older release has no test clock.
  const [table] = await source.query<{ found: boolean }[]>(`SELECT to_regclass('sandbox_clock') IS NOT NULL AS found`);
  if (table?.found !== true) return undefined;
  const [row] = await source.query<{ sandbox: boolean }[]>('SELECT EXISTS (SELECT FROM sandbox_clock) AS sandbox');
  return row?.sandbox === true ? IS_SANDBOX : undefined;
}

async function openSandbox(source: DataSource): Promise<string | undefined> {
  const [row] = await source.query<{ opened: boolean }[]>('SELECT sandbox_open() AS opened');
  return row?.opened === true ? undefined : IS_LIVE;
}

const IS_SANDBOX =
  'the database belongs to a sandbox, and its time is that of a test clock: run ats sandbox, or use another database';
const IS_LIVE =
  'the database was used by a live service and cannot become a sandbox: use an empty database or another data folder';

/** Checks again that a live process uses no sandbox. Call it after the service has recorded that it is open. */
export async function assertLive(store: Database): Promise<void> {
  const [row] = await store.query<{ sandbox: boolean }>({
    text: 'SELECT EXISTS (SELECT FROM sandbox_clock) AS sandbox',
  });
  if (row?.sandbox === true) throw new DatabaseUnusable(IS_SANDBOX);
}
