import { locateEmbedded, startEmbedded } from '../adapters/postgres/embedded';
import type { Settings } from '../settings/settings';

/** See `CliContext.withDatabase`. */
export async function withDatabase<T>(settings: Settings, work: (url: string) => Promise<T>): Promise<T> {
  const url = settings.databaseUrl ?? locateEmbedded(settings.dataDir);
  if (url !== undefined) return work(url);
  const embedded = await startEmbedded({ dataDir: settings.dataDir, log: { debug: () => undefined } });
  try {
    return await work(embedded.url);
  } finally {
    await embedded.stop();
  }
}
