import { openDatabase } from '../../../src/database/connection/open';
import { freshDatabase, type TestDatabase } from '../../support/database';
import { startPgBouncer } from '../../support/pgbouncer';

let database: TestDatabase;

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

// @spec CF10
describe('The service refuses a pooler that drops the settings of its session', () => {
  it.each([
    ['refuses them', { pool_mode: 'session' }, 'unsupported startup parameter: options'],
    ['ignores them in session mode', { pool_mode: 'session', ignore_startup_parameters: 'options' }, 'does not apply'],
    ['ignores them in transaction mode', { pool_mode: 'transaction', ignore_startup_parameters: 'options' }, ''],
  ])('should name PostgreSQL itself as the remedy if PgBouncer %s', async (_, settings, reason) => {
    const pooler = await startPgBouncer(database.ownerUrl, settings);
    try {
      const opened = openDatabase({ url: pooler.url });
      await expect(opened).rejects.toThrow(reason);
      await expect(opened).rejects.toThrow('Name PostgreSQL itself in DATABASE_URL');
    } finally {
      await pooler.stop();
    }
  });
});
