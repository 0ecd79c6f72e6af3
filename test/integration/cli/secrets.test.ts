import { openSecrets } from '../../../src/adapters/secrets';
import { withDatabase } from '../../../src/cli/database';
import { run } from '../../../src/cli/program';
import { readSettings } from '../../../src/settings/settings';
import type { Database } from '../../../src/database/transactions/database';
import { issue, newPrincipal } from '../subscriptions/support';
import { freshDatabase, type TestDatabase } from '../../support/database';
import { Endpoints } from '../../support/endpoints';
import { Connection } from '../../support/ledger';
import { openStore, testServices, until } from '../../support/service';

const key = (id: string): string => `${id}:${Buffer.alloc(32, id).toString('base64')}`;
const services = testServices({ ATS_SECRETS_KEYS: key('old') });
const secretsOf = (keys: string) => openSecrets({ keys, dataDir: '.', production: true }).secrets;

let database: TestDatabase;
let store: Database;
beforeEach(async () => {
  database = await freshDatabase();
  store = await openStore(database.url);
});
afterEach(async () => {
  await store.close();
  await database.drop();
});

async function ats(keys: string, ...args: string[]): Promise<{ code: number; out: string[]; err: string[] }> {
  const out: string[] = [];
  const err: string[] = [];
  const environment = { ATS_ENV: 'test', ATS_SECRETS_KEYS: keys, DATABASE_URL: database.ownerUrl };
  const settings = () => readSettings(environment);
  const code = await run(['secrets', ...args], {
    environment,
    settings,
    print: (line) => void out.push(line),
    warn: (line) => void err.push(line),
    announce: () => undefined,
    createApp: () => Promise.reject(new Error('no service in this test')),
    withDatabase: (work) => withDatabase(settings(), work),
  });
  return { code, out, err };
}

const countUnderOldKey = async (): Promise<number> => {
  const rows = await store.query({
    text: `SELECT FROM credential WHERE secret_key_id = 'old' UNION ALL
      SELECT FROM webhook_signing_key WHERE secret_key_id = 'old'`,
    values: [],
  });
  return rows.length;
};

test('ats secrets rotate-key encrypts all secrets with the first key, also under its old name reseal', async () => {
  const issued = [await issue(store, services, { role: 'console' })];
  for (let n = 0; n < 3; n += 1) issued.push(await issue(store, services, { principalId: await newPrincipal(store) }));
  await store.query({
    text: `UPDATE credential SET revoked_at = now() WHERE credential_id = $1`,
    values: [issued[1]?.credentialId],
  });
  const agentId = await new Endpoints(store, services).newAgent('http://127.0.0.1:9/');
  const encrypted = (
    await store.query<{ secret_ciphertext: Buffer }>({
      text: 'SELECT secret_ciphertext FROM webhook_signing_key',
      values: [],
    })
  )[0];
  const webhookSecret = services.secrets.decrypt(
    { ciphertext: encrypted?.secret_ciphertext ?? Buffer.alloc(0), keyId: 'old' },
    `webhook:${agentId}:1`,
  );

  expect(await ats(`${key('new')},${key('old')}`, 'rotate-key')).toEqual({
    code: 0,
    out: ['encrypted with key new: 4 credentials, 1 webhook signing key'],
    err: [],
  });

  // The old key is no longer needed.
  const secrets = secretsOf(key('new'));
  for (const { credentialId, signingSecret } of issued) {
    const [row] = await store.query<{ secret_ciphertext: Buffer; secret_key_id: string }>({
      text: 'SELECT secret_ciphertext, secret_key_id FROM credential WHERE credential_id = $1',
      values: [credentialId],
    });
    const found = { ciphertext: row?.secret_ciphertext ?? Buffer.alloc(0), keyId: row?.secret_key_id ?? '' };
    expect(secrets.decrypt(found, `signing:${credentialId}`) === signingSecret).toBe(true);
  }
  const [hook] = await store.query<{ secret_ciphertext: Buffer; secret_key_id: string }>({
    text: 'SELECT secret_ciphertext, secret_key_id FROM webhook_signing_key',
    values: [],
  });
  const found = { ciphertext: hook?.secret_ciphertext ?? Buffer.alloc(0), keyId: hook?.secret_key_id ?? '' };
  expect(secrets.decrypt(found, `webhook:${agentId}:1`) === webhookSecret).toBe(true);

  expect(await ats(key('new'), 'reseal')).toMatchObject({
    code: 0,
    out: ['all secrets are encrypted with key new'],
  });
});

test('rotate-key waits for a credential in use and encrypts the others meanwhile', async () => {
  const { credentialId } = await issue(store, services, { role: 'console' });
  await issue(store, services, { role: 'operator' });
  const owner = await Connection.open(database.ownerUrl);
  await owner.sql('BEGIN');
  await owner.sql('SELECT FROM credential WHERE credential_id = $1 FOR SHARE', credentialId);
  const rotation = ats(`${key('new')},${key('old')}`, 'rotate-key');
  await until(async () => (await countUnderOldKey()) === 1, 'the other credential is encrypted again');
  await owner.sql('COMMIT');
  await owner.close();
  expect((await rotation).out).toEqual(['encrypted with key new: 2 credentials']);
});

test('should exit with 1 and name the missing key, and change nothing', async () => {
  await issue(store, services, { role: 'console' });
  const { code, err } = await ats(key('new'), 'rotate-key');
  expect({ code, err }).toEqual({
    code: 1,
    err: [expect.stringContaining('ATS_SECRETS_KEYS has no key old, which encrypts 1 credential')],
  });
  expect(await countUnderOldKey()).toBe(1);
});
