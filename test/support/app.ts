import { rm } from 'node:fs/promises';
import { Client } from 'pg';
import { newCredential, newTestCredential, newUuidV7 } from '../../src/adapters/ids';
import { createLog } from '../../src/adapters/log';
import { openSecrets } from '../../src/adapters/secrets';
import { createApp, type Overrides } from '../../src/app';
import { createClient, type Client as ApiClient, type Credential } from '../../src/client';
import { createPlatformCredential } from '../../src/operations/commands/platform-credential';
import { readSettings, type Settings } from '../../src/settings/settings';
import { databaseClock, ShiftedClock, testClock } from '../../src/database/connection/clock';
import { openDatabase } from '../../src/database/connection/open';
import { WORK_CHANNEL } from '../../src/database/connection/worker-notifications';
import { freshDatabase } from './database';
import { refuseUndeclared } from './declared-errors';
import { Connection } from './ledger';
import { newFolder } from './folder';

/** The whole service on its own database, reached over HTTP. */
export interface TestApp {
  readonly url: string;
  /** The URL of /metrics, if it is enabled. */
  readonly metricsUrl: string | undefined;
  readonly ownerUrl: string;
  /** Its ATS_DATA_DIR: generated keys, and the stand-in for Stripe unless the settings name another. */
  readonly dataDir: string;
  /** Moves the database's clock as the service sees it. */
  readonly clock: ShiftedClock;
  readonly console: Credential;
  readonly operator: ApiClient;
  readonly operatorCredential: Credential;
  /** The console acting for a human. */
  consoleFor(subject: string, provider?: string): ApiClient;
  /** Runs statements as the owner of the schema, to read rows and to insert damage. */
  sql<T extends object = Record<string, unknown>>(text: string, values?: unknown[]): Promise<T[]>;
  /** A connection of the owner that stays open. A new one must first plan the statements of the ledger: 0.2 s of CPU. */
  ownerConnection(): Promise<Connection>;
  stop(): Promise<void>;
}

const WOKEN_BY_THE_CLOCK = 'settle,relay,webhooks,proposal-expiry,listing-expiry';

/** A clock that wakes the workers when it moves, so that no test waits for their next poll. */
class WakingClock extends ShiftedClock {
  constructor(private readonly owner: Client) {
    super();
  }

  override advance(seconds: number): void {
    super.advance(seconds);
    const woken = this.owner.query('SELECT pg_notify($1, $2)', [WORK_CHANNEL, WOKEN_BY_THE_CLOCK]);
    // The workers poll as well, so a lost notification only costs time.
    woken.catch(() => undefined);
  }
}

/** Starts the service; `env` adds settings. Workers run in this process unless ATS_ROLE says otherwise. */
export async function startTestApp(
  env: Readonly<Record<string, string>> = {},
  overrides: Pick<Overrides, 'freeMetricsPort' | 'log' | 'nameServers'> = {},
): Promise<TestApp> {
  const database = await freshDatabase();
  // The folder name contains the process id, so the cleanup of interrupted runs spares it.
  const dataDir = newFolder('app');
  const settings = readSettings({
    ATS_ENV: 'test',
    PORT: '0',
    ATS_METRICS_PORT: '0',
    ATS_LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent',
    ATS_DATA_DIR: dataDir,
    DATABASE_URL: database.ownerUrl,
    ATS_SETTLE_SWEEP_SECONDS: '1',
    // `ATS_BATCHING=off npm test` runs the same tests without batches.
    ATS_BATCHING: process.env['ATS_BATCHING'] ?? 'on',
    // Its tests turn it on. It would create two credentials in each database.
    ATS_CONSOLE: 'off',
    ...env,
  });
  const owner = new Client(database.ownerUrl);
  await owner.connect();
  const clock = new WakingClock(owner);
  let ownerConnection: Promise<Connection> | undefined;
  const app = createApp(settings, { log: createLog(settings.logLevel), ...overrides, clock });
  const { url, metricsUrl } = await app.start();
  const issued = await issuePlatformCredentials(database.ownerUrl, settings);
  return {
    url,
    metricsUrl,
    ownerUrl: database.ownerUrl,
    dataDir,
    clock,
    console: issued.console,
    operator: createClient({ url, credential: issued.operator }),
    operatorCredential: issued.operator,
    consoleFor: (subject, provider = 'test') =>
      createClient({ url, credential: issued.console, acting: { provider, subject } }),
    sql: async <T extends object>(text: string, values: unknown[] = []) => (await owner.query<T>(text, values)).rows,
    ownerConnection: () => (ownerConnection ??= Connection.open(database.ownerUrl)),
    async stop() {
      const codes = metricsUrl === undefined ? undefined : refuseUndeclared(metricsUrl);
      // Reported last, so that a failed test leaves nothing running.
      await codes?.catch(() => undefined);
      await owner.end();
      await (await ownerConnection)?.close();
      await app.stop();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
      await codes;
    },
  };
}

/**
 * Starts the service before the tests of a file or `describe`, and stops it after them. Its members exist from the first
 * hook on. Hooks run in the order of their definition, so this stop comes before each later `afterAll`. A file that
 * needs the service in its own `afterAll` calls `startTestApp` and stops it there.
 */
export function useTestApp(...settings: Parameters<typeof startTestApp>): TestApp {
  const app = {} as TestApp;
  beforeAll(async () => {
    Object.assign(app, await startTestApp(...settings));
  });
  afterAll(() => app.stop());
  return app;
}

async function issuePlatformCredentials(url: string, { dataDir, sandbox }: Settings) {
  const store = await openDatabase({ url, poolSize: 1 }, sandbox ? testClock : databaseClock);
  const { secrets } = openSecrets({ keys: undefined, dataDir, production: false });
  const services = { newId: newUuidV7, newCredential: sandbox ? newTestCredential : newCredential, secrets };
  const issue = (role: 'console' | 'operator') =>
    store.inTransaction((tx) => createPlatformCredential(tx, services, role));
  try {
    return { console: await issue('console'), operator: await issue('operator') };
  } finally {
    await store.close();
  }
}
