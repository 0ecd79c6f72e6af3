import { Client } from 'pg';
import { startTestCluster } from '../../../test/support/cluster';
import { freshDatabase } from '../../../test/support/database';

/** Test runs that share a PostgreSQL server (`ATS_TEST_DATABASE_URL`), as mutant runs do. */

const server = process.env['TEST_CLUSTER_URL'] ?? '';

async function databases(): Promise<string[]> {
  const client = new Client(server);
  await client.connect();
  try {
    const { rows } = await client.query<{ datname: string }>('SELECT datname FROM pg_database');
    return rows.map(({ datname }) => datname);
  } finally {
    await client.end();
  }
}

async function create(name: string): Promise<void> {
  const client = new Client(server);
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`).finally(() => client.end());
}

test('should keep the databases of a live test run and remove those of a dead one', async () => {
  const mine = await freshDatabase();
  await create('ats_test_dead_template');
  const run = await startTestCluster(server);
  const during = await databases();
  await run.stop();

  expect(during).toContain(process.env['TEST_CLUSTER_TEMPLATE']);
  expect(during).toContain(new URL(mine.ownerUrl).pathname.slice(1));
  expect(during).toContain(run.template);
  expect(during).not.toContain('ats_test_dead_template');
  expect(await databases()).not.toContain(run.template);
  await mine.drop();
});
