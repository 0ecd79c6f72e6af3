import { writeFileSync } from 'node:fs';
import { builtServer } from './built';
import { startNginx } from './nginx';

/** A test file that never ends; proof/test-run/interrupted.test.ts runs and interrupts it. */

test('should wait until the run is interrupted', async () => {
  // The compiled program of the outer run is used.
  process.env['TEST_CLUSTER_TEMPLATE'] = process.env['OUTER_TEMPLATE'];
  const server = await builtServer();
  const nginx = await startNginx(([port]) => `events {}\nhttp { server { listen 127.0.0.1:${String(port)}; } }`);
  const started = {
    cluster: process.env['TEST_CLUSTER_URL'],
    worker: process.pid,
    service: server.pid,
    nginx: `http://127.0.0.1:${String(nginx.ports[0])}`,
  };
  writeFileSync(process.env['STARTED_FILE'] ?? '', JSON.stringify(started));
  await new Promise(() => undefined);
}, 2_147_483_647);
