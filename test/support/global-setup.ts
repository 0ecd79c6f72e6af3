import 'reflect-metadata';
import { useTestCluster, type TestCluster } from './cluster';

/** State for the teardown, which jest loads as another module copy in the same process. */
export interface GlobalState {
  testCluster?: TestCluster;
}

/** Starts one PostgreSQL per run. `ATS_TEST_DATABASE_URL` names another server, such as a PostgreSQL 15. */
export default async function globalSetup(): Promise<void> {
  const serverUrl = process.env['ATS_TEST_DATABASE_URL'];
  // The settings refuse unknown names, so the workers must not inherit it.
  delete process.env['ATS_TEST_DATABASE_URL'];
  const cluster = await useTestCluster(serverUrl);
  (globalThis as GlobalState).testCluster = cluster;
}
