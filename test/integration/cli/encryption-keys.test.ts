import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { run } from '../../../src/cli/program';
import type { CliContext } from '../../../src/cli/context';
import { withDatabase } from '../../../src/cli/database';
import { openSecrets } from '../../../src/adapters/secrets';
import { verifyEncryptionKeys } from '../../../src/operations/commands/encryption-keys';
import { readSettings } from '../../../src/settings/settings';
import type { Database } from '../../../src/database/transactions/database';
import { issue, newPrincipal } from '../subscriptions/support';
import { freshDatabase, type TestDatabase } from '../../support/database';
import { Connection } from '../../support/ledger';
import { openStore, testServices } from '../../support/service';

/** ATS_SECRETS_KEYS is compared with the keys that encrypted the database. */

const key = (id: string, byte: string): string => `${id}:${Buffer.alloc(32, byte).toString('base64')}`;
const OLD = key('old', 'a');
const OTHER_OLD = key('old', 'b');
const NEW = key('new', 'c');
const services = testServices({ ATS_SECRETS_KEYS: OLD });
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

/** Gives the inserted rows their facts, which only the owner may do. */
async function giveFacts(): Promise<void> {
  const owner = await Connection.open(database.ownerUrl);
  await owner.sql('SELECT authority_import_facts()');
  await owner.close();
}

const verify = (keys: string) => verifyEncryptionKeys(store, secretsOf(keys));

async function ats(keys: string, ...args: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const environment = { ATS_ENV: 'test', ATS_SECRETS_KEYS: keys, DATABASE_URL: database.ownerUrl };
  const context: CliContext = {
    environment,
    settings: () => readSettings(environment),
    print: (line) => void out.push(line),
    warn: (line) => void err.push(line),
    announce: () => undefined,
    createApp: () => Promise.reject(new Error('no service in this test')),
    withDatabase: (work) => withDatabase(readSettings(environment), work),
  };
  return { code: await run(args, context), out, err };
}

// @spec CF4
test('A database without secrets takes any key, and then only the same one under its id', async () => {
  await verify(OLD);
  await verify(OLD);
  await expect(verify(OTHER_OLD)).rejects.toThrow(
    'ATS_SECRETS_KEYS has another key old than the one that encrypted this database: set the right key',
  );
});

// @spec CF4
test('A key that still encrypts something must be in the list, until the owner declares it lost', async () => {
  await verify(OLD);
  await issue(store, services, { role: 'console' });
  await expect(verify(NEW)).rejects.toThrow(
    'ATS_SECRETS_KEYS has no key old, which encrypts 1 credential: add it at the end of the list',
  );
  await verify(`${NEW},${OLD}`);
  const owner = await Connection.open(database.ownerUrl);
  await owner.sql(`DELETE FROM encryption_key WHERE key_id = 'old'`);
  await owner.close();
  await verify(NEW);
});

// @spec CF4
test('The only key can be declared lost as docs/operations/secrets.md shows, and can be found again', async () => {
  await verify(OLD);
  await issue(store, services, { role: 'console' });
  const page = readFileSync(resolve(__dirname, '..', '..', '..', 'docs', 'operations', 'secrets.md'), 'utf8');
  const [, statement = ''] = /psql "\$OWNER_URL" -c "(INSERT INTO encryption_key [^"]*)"/.exec(page) ?? [];
  const owner = await Connection.open(database.ownerUrl);
  await owner.sql(statement.replace('lost-key', 'old'));
  await owner.close();
  await verify(NEW);
  await verify(`${NEW},${OLD}`);
});

test('After a key was declared lost, rotate-key leaves its secrets and encrypts the others again', async () => {
  await issue(store, services, { role: 'console' });
  await verify(OLD);
  const owner = await Connection.open(database.ownerUrl);
  await owner.sql(`UPDATE encryption_key SET digest = decode(repeat('00', 32), 'hex') WHERE key_id = 'old'`);
  await owner.close();
  await issue(store, { ...services, secrets: secretsOf(NEW) }, { role: 'console' });
  expect(await ats(`${key('newer', 'd')},${NEW}`, 'secrets', 'rotate-key')).toEqual({
    code: 0,
    out: ['encrypted with key newer: 1 credential'],
    err: [expect.stringMatching(/^left as they are: .*: old$/)],
  });
  const keys = await store.query({ text: 'SELECT secret_key_id AS key FROM credential ORDER BY 1', values: [] });
  expect(keys).toEqual([{ key: 'newer' }, { key: 'old' }]);
});

// @spec CF4
test('A database of an earlier release is compared by its secrets', async () => {
  await issue(store, services, { role: 'console' });
  await expect(verify(OTHER_OLD)).rejects.toThrow('has another key old');
  await expect(verify(NEW)).rejects.toThrow('has no key old');
  await verify(OLD);
});

test('A key that encrypts nothing any more may leave the list', async () => {
  await verify(`${NEW},${OLD}`);
  await issue(store, { ...services, secrets: secretsOf(NEW) }, { role: 'console' });
  await verify(NEW);
});

test('Two keys under one id that start at the same time do not both start', async () => {
  const results = await Promise.allSettled([verify(OLD), verify(OTHER_OLD)]);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

// @spec CF4
test.each(['platform-credential create --role console', 'secrets rotate-key'])(
  'ats %s refuses a wrong key and writes nothing',
  async (command) => {
    await verify(OLD);
    const { code, err } = await ats(OTHER_OLD, ...command.split(' '));
    expect({ code, err }).toEqual({ code: 1, err: [expect.stringContaining('has another key old')] });
    expect(await store.query({ text: 'SELECT FROM credential', values: [] })).toEqual([]);
  },
);

describe('ats audit', () => {
  beforeEach(async () => {
    await verify(OLD);
    await issue(store, services, { role: 'console' });
    await issue(store, services, { principalId: await newPrincipal(store) });
    await giveFacts();
  });
  const lineOf = (lines: readonly string[], id: string) => lines.find((line) => line.includes(`  ${id}  `));

  test('says what it could not check with a wrong key', async () => {
    const { out } = await ats(OTHER_OLD, 'audit');
    expect(lineOf(out, 'C4')).toMatch(/^skip .*: ATS_SECRETS_KEYS has another key old/);
    expect(out.at(-1)).toMatch(/^No findings in \d+ checks\. Not checked: C4(, I7)?\.$/);
  });

  test('decrypts every stored secret with the right key', async () => {
    const { out } = await ats(OLD, 'audit');
    expect(lineOf(out, 'C4')).toMatch(/^ok /);
  });

  test('finds a secret whose bytes were changed', async () => {
    await store.query({
      text: `UPDATE credential SET secret_ciphertext = overlay(secret_ciphertext PLACING '\\x00000000'::bytea FROM 30)
        WHERE platform_role IS NOT NULL`,
      values: [],
    });
    const { code, out } = await ats(OLD, 'audit');
    expect(code).toBe(1);
    expect(lineOf(out, 'C4')).toMatch(/^BROKEN /);
  });
});
