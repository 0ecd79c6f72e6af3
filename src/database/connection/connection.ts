import { DatabaseError } from 'pg';
import { DatabaseUnusable } from './connection-error';
import { databaseOptions } from './data-source';
import type { Db, Statement } from '../transactions/statement';

/** One database session. An audit needs one to read everything in one snapshot. */
export interface Connection extends Db {
  close(): Promise<void>;
}

const NO_SUCH_ROLE = '22023';

/**
 * Opens a session with the rights of the application and without a time limit of its statements, for audits.
 * @throws DatabaseUnusable if the database cannot be reached, or was never migrated
 */
export async function openConnection(url: string): Promise<Connection> {
  const { url: connectionString, extra } = databaseOptions({ url, role: 'application', statementTimeoutMs: 0 });
  const client = new extra.Client({ connectionString, ...extra });
  try {
    await client.connect();
  } catch (error) {
    if (error instanceof DatabaseError && error.code === NO_SUCH_ROLE) throw unmigrated();
    throw new DatabaseUnusable('the database of DATABASE_URL cannot be reached', error);
  }
  const connection: Connection = {
    query: async <T>({ text, values = [] }: Statement) => (await client.query(text, [...values])).rows as T[],
    close: () => client.end(),
  };
  const [row] = await connection.query<{ exists: boolean }>({
    text: `SELECT to_regclass('schema_migration') IS NOT NULL AS exists`,
  });
  if (row?.exists === true) return connection;
  await connection.close();
  throw unmigrated();
}

function unmigrated(): DatabaseUnusable {
  return new DatabaseUnusable('the database is empty: start the service once, or run ats migrate');
}
