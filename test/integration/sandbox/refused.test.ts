import { databaseClock, testClock } from '../../../src/database/connection/clock';
import { openDatabase } from '../../../src/database/connection/open';
import { createApp } from '../../../src/app';
import { createLog } from '../../../src/adapters/log';
import { readSettings, InvalidSettings } from '../../../src/settings/settings';
import { useTestApp } from '../../support/app';
import { freshDatabase } from '../../support/database';
import { createParty, mutate } from '../../support/actors';
import { codeOf } from '../../support/parties';
import { newFolder } from '../../support/folder';

/** A live service and a sandbox never share a database, and a live service has none of the sandbox. */

const app = useTestApp();

const IS_SANDBOX = /the database belongs to a sandbox/;
const IS_LIVE = /the database was used by a live service/;

// @spec SB7
test('should have no sandbox in a live service', async () => {
  const { api, principalKey } = await createParty(app, 'Live');
  expect(await api.queryOrThrow('{ sandbox { clock { nowAt } } }')).toEqual({ sandbox: null });
  expect(await codeOf(mutate(api, 'advanceClock', { seconds: 1 }, 'reachedAt'))).toBe('sandbox_only');
  expect(await codeOf(mutate(api, 'grantTickets', { principalKey, pack: 'STARTER' }, 'purchase { status }'))).toBe(
    'sandbox_only',
  );
});

// @spec SB6
test('should refuse the start of a sandbox on a live database', async () => {
  await expect(openDatabase({ url: app.ownerUrl }, testClock)).rejects.toThrow(IS_LIVE);
  expect(await app.sql('SELECT FROM sandbox_clock')).toEqual([]);
});

// @spec SB6
test('should refuse the start of a live service on the database of a sandbox', async () => {
  const database = await freshDatabase();
  const sandbox = await openDatabase({ url: database.ownerUrl }, testClock);
  try {
    await expect(openDatabase({ url: database.ownerUrl }, databaseClock)).rejects.toThrow(IS_SANDBOX);
    const settings = readSettings({
      ATS_ENV: 'test',
      PORT: '0',
      ATS_METRICS_PORT: '0',
      ATS_LOG_LEVEL: 'silent',
      ATS_DATA_DIR: newFolder('live'),
      DATABASE_URL: database.ownerUrl,
    });
    const live = createApp(settings, { log: createLog('silent') });
    await expect(live.start()).rejects.toThrow(IS_SANDBOX);
    await live.stop();
    // A second process of the sandbox may open it.
    await (await openDatabase({ url: database.ownerUrl }, testClock)).close();
  } finally {
    await sandbox.close();
    await database.drop();
  }
});

test('should never read a row of a test clock in a live service', async () => {
  const { api } = await createParty(app, 'Live');
  await app.sql('INSERT INTO sandbox_clock (advanced_ms) VALUES (86400000000)');
  try {
    const { serverTime } = (await api.queryOrThrow<{ service: { serverTime: string } }>('{ service { serverTime } }'))
      .service;
    expect(Math.abs(Date.parse(serverTime) - Date.now())).toBeLessThan(600_000);
  } finally {
    await app.sql('DELETE FROM sandbox_clock');
  }
});

test('should refuse a sandbox in production and a sandbox with a Stripe key', () => {
  const errorsOf = (environment: Record<string, string>): string => {
    try {
      readSettings({ ATS_SANDBOX: 'true', ...environment });
      return '';
    } catch (error) {
      if (error instanceof InvalidSettings) return error.errors.join('\n');
      throw error;
    }
  };
  expect(errorsOf({})).toBe('');
  expect(errorsOf({ ATS_ENV: 'production' })).toContain('ATS_SANDBOX must not be true in production');
  expect(errorsOf({ ATS_ROLE: 'worker' })).toContain('ATS_ROLE must be all in a sandbox');
  const stripe = { STRIPE_SECRET_KEY: ['sk', 'test_1'].join('_'), STRIPE_WEBHOOK_SECRET: 'whsec_1' };
  expect(errorsOf(stripe)).toContain('STRIPE_SECRET_KEY must be unset in a sandbox');
});
