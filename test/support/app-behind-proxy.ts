import { rm } from 'node:fs/promises';
import { createApp, type App } from '../../src/app';
import { readSettings } from '../../src/settings/settings';
import { freshDatabase } from './database';
import { FaultProxy } from './fault-proxy';
import { newFolder } from './folder';
import { readableLog } from './service';

/** A whole service whose connections to PostgreSQL pass a proxy; not a test. */
export interface ProxiedApp {
  readonly url: string;
  readonly app: App;
  readonly proxy: FaultProxy;
  readonly log: ReturnType<typeof readableLog>;
  stop(): Promise<void>;
}

export async function startProxiedApp(env: Readonly<Record<string, string>> = {}): Promise<ProxiedApp> {
  const database = await freshDatabase();
  const address = new URL(database.ownerUrl);
  const proxy = await FaultProxy.open({ port: Number(address.port) });
  address.port = String(proxy.port);
  const dataDir = newFolder('proxied');
  const settings = readSettings({
    ATS_ENV: 'test',
    PORT: '0',
    ATS_METRICS_PORT: '0',
    ATS_STOP_GRACE_SECONDS: '2',
    ATS_DATA_DIR: dataDir,
    DATABASE_URL: address.href,
    ...env,
  });
  const log = readableLog();
  const app = createApp(settings, { log: { ...log, debug: () => undefined } });
  const { url } = await app.start();
  const stop = async (): Promise<void> => {
    await app.stop();
    await proxy.close();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { url, app, proxy, log, stop };
}
