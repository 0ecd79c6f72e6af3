import { locateEmbedded, startEmbedded } from '../adapters/postgres/embedded';
import { dataFolderError } from '../adapters/start-errors';
import { databaseClock, testClock } from '../database/connection/clock';
import { migrate } from '../database/connection/data-source';
import { openDatabase } from '../database/connection/open';
import { LOCK_NOTICE } from '../database/connection/schema-lock';
import type { Database } from '../database/transactions/database';
import type { Settings } from '../settings/settings';
import type { CliContext } from './context';

/** Implements `CliContext.withDatabase`. */
export async function withDatabase<T>(settings: Settings, work: (url: string) => Promise<T>): Promise<T> {
  const url = settings.databaseUrl ?? locateEmbedded(settings.dataDir);
  if (url !== undefined) return work(url);
  const { dataDir } = settings;
  const embedded = await startEmbedded({ dataDir, log: { debug: () => undefined } }).catch((error: unknown) => {
    throw dataFolderError(error, dataDir);
  });
  try {
    return await work(embedded.url);
  } finally {
    await embedded.stop();
  }
}

/** Brings the schema up to date, and says when it has to wait for another session. */
export function migrateFor({ warn }: Pick<CliContext, 'warn'>): (url: string) => Promise<string[]> {
  return (url) => migrate(url, { onWait: () => warn(LOCK_NOTICE) });
}

/** Runs `work` with a connection pool of that size, after `prepare`. */
export async function withStore<T>(
  context: CliContext,
  poolSize: number,
  work: (store: Database) => Promise<T>,
  prepare?: (url: string) => Promise<unknown>,
): Promise<T> {
  return context.withDatabase(async (url) => {
    await prepare?.(url);
    const store = await openDatabase({ url, poolSize }, context.settings().sandbox ? testClock : databaseClock);
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  });
}
