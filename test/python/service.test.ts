import { rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { errorCatalogue } from '../../src/domain/errors/catalogue';
import { startTestApp, type TestApp } from '../support/app';
import { newFolder } from '../support/folder';
import { auditOf } from '../support/trades';
import { type Environment, findPython, unittest } from '../support/python';

/** The tests of the Python package, against the whole service. */

let app: TestApp;
let python: string;
let folder: string;
let env: Environment;

beforeAll(async () => {
  python = findPython();
  folder = newFolder('python');
  app = await startTestApp({ ATS_WEBHOOK_ALLOW_PRIVATE: 'true', ATS_WEBHOOK_RETRY_SCHEDULE_SECONDS: '1,1,1' });
  const config = join(folder, 'config.json');
  const content = {
    url: app.url,
    console: app.console,
    operator: app.operatorCredential,
    vectors: resolve(__dirname, '..', 'vectors', 'signing.json'),
    ap2: resolve(__dirname, '..', 'vectors', 'ap2.json'),
    catalogue: errorCatalogue,
    folder,
  };
  writeFileSync(config, JSON.stringify(content), { mode: 0o600 });
  env = { ATS_TEST_CONFIG: config };
});

afterAll(async () => {
  await app.stop();
  rmSync(folder, { recursive: true, force: true });
});

// @spec PY1
it.each([
  ['should sign as the published vectors and as the service expects', 'test_signing', 6],
  ['should settle whole trades on both sides, through both clients', 'test_trade', 10],
  ['should repeat a mutation with one key and one effect, also after kill -9', 'test_retry', 6],
  ['should follow events without a gap from a stored cursor', 'test_events', 6],
  ['should follow the protocol of events with servers that behave in unusual ways', 'test_protocol', 6],
  ['should verify the webhooks of the service and refuse others', 'test_webhook', 3],
  ['should raise the class of each error code', 'test_errors', 5],
  ['should do what owners do, compute previews and counter with terms that it read', 'test_owner', 9],
  ['should call the functions of every group, with filters and pages', 'test_operations', 8],
  ['should accept the longest page that the docstring of each list states', 'test_pages', 1],
  ['should read and write mandates of AP2 as the other clients do', 'test_ap2', 7],
])(
  '%s',
  async (_title, module, least) => {
    expect(await unittest(python, module, env)).toBeGreaterThanOrEqual(least);
  },
  300_000,
);

// @spec PY1
it('should call every operation of a sandbox', async () => {
  const sandbox = await startTestApp({ ATS_SANDBOX: 'true' });
  const own = join(folder, 'sandbox.json');
  writeFileSync(own, JSON.stringify({ url: sandbox.url, console: sandbox.console }), { mode: 0o600 });
  try {
    expect(await unittest(python, 'test_sandbox', { ATS_TEST_CONFIG: own })).toBeGreaterThanOrEqual(2);
  } finally {
    await sandbox.stop();
  }
}, 300_000);

it('should leave books in which the audit finds nothing', async () => {
  expect(await auditOf(app)).toEqual([]);
});
