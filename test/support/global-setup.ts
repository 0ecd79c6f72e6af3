import 'reflect-metadata';
import { startTestCluster, type TestCluster } from './cluster';

/** Kept for the teardown, which jest loads as another copy of the modules in the same process. */
export interface Kept {
  testCluster?: TestCluster;
}

/** One PostgreSQL a run. `ATS_TEST_DATABASE_URL` names another server to use, e.g. a PostgreSQL 15 (README, Tests). */
export default async function globalSetup(): Promise<void> {
  const given = process.env['ATS_TEST_DATABASE_URL'];
  // The settings refuse names they do not know; what follows is for the workers and has none of theirs.
  delete process.env['ATS_TEST_DATABASE_URL'];
  const cluster = await startTestCluster(given);
  (globalThis as Kept).testCluster = cluster;
  process.env['TEST_CLUSTER_URL'] = cluster.adminUrl;
  process.env['TEST_CLUSTER_TEMPLATE'] = cluster.template;
}
