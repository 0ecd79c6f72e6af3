import type { CliContext } from '../../../src/cli/context';
import { run } from '../../../src/cli/program';
import type { Database } from '../../../src/database/transactions/database';
import { keyOf } from '../../../src/domain/keys';
import { revokePlatformCredential } from '../../../src/operations/commands/credential';
import {
  createPlatformCredential,
  type IssuedPlatformCredential,
} from '../../../src/operations/commands/platform-credential';
import { readSettings } from '../../../src/settings/settings';
import { freshDatabase, type TestDatabase } from '../../support/database';
import { openStore, TEST_KEY, testServices } from '../../support/service';

/** The check of the console's credentials before the start, without which the first human finds the fault at a sign-in. */

let database: TestDatabase;
let store: Database;
const services = testServices();
beforeAll(async () => {
  database = await freshDatabase();
  store = await openStore(database.url);
});
afterAll(async () => {
  await store.close();
  await database.drop();
});

const create = (role: IssuedPlatformCredential['role']): Promise<IssuedPlatformCredential> =>
  store.inTransaction((tx) => createPlatformCredential(tx, services, role));
const settingOf = ({ apiKey, signingSecret }: Pick<IssuedPlatformCredential, 'apiKey' | 'signingSecret'>): string =>
  `${apiKey}:${signingSecret}`;

/** Returns the outcomes of the check, and the warnings of a start. */
async function checked(settings: Readonly<Record<string, string>>): Promise<{ outcomes: unknown; warnings: string[] }> {
  const environment = { ATS_SECRETS_KEYS: TEST_KEY, DATABASE_URL: database.ownerUrl, ...settings };
  const out: string[] = [];
  const err: string[] = [];
  const context: CliContext = {
    environment,
    settings: () => readSettings(environment),
    print: (line) => void out.push(line),
    warn: (line) => void err.push(line),
    announce: () => undefined,
    createApp: () => Promise.reject(new Error('the service would start')),
    withDatabase: () => Promise.reject(new Error('no database in this test')),
  };
  await run(['check-config', '--json'], context);
  await run(['serve'], context);
  const { checks } = JSON.parse(out[0] ?? '') as { checks: { name: string; result: string; sentence: string }[] };
  return {
    outcomes: checks.flatMap(({ name, result }) => (name === 'console-credentials' ? [result] : [])),
    warnings: err.filter((line) => line.includes('ATS_CONSOLE')),
  };
}

// @spec CF11
test('should accept the credentials of the console, and no credentials at all', async () => {
  const [console, operator] = [await create('console'), await create('operator')];
  const both = { ATS_CONSOLE_CREDENTIAL: settingOf(console), ATS_CONSOLE_OPERATOR_CREDENTIAL: settingOf(operator) };
  expect(await checked(both)).toEqual({ outcomes: ['pass'], warnings: [] });
  expect(await checked({})).toEqual({ outcomes: ['pass'], warnings: [] });
});

// @spec CF11
test('should warn of a console credential that is unknown, revoked, exchanged or has another secret', async () => {
  const [console, operator, revoked] = [await create('console'), await create('operator'), await create('console')];
  await store.inTransaction((tx) => revokePlatformCredential(tx, keyOf('crd', revoked.credentialId)));
  const wrong = {
    'is unknown in this database': { apiKey: 'ak_live_unknown', signingSecret: console.signingSecret },
    'is revoked': revoked,
    'has the role operator, but must have console': operator,
    'has another signing secret': { apiKey: console.apiKey, signingSecret: operator.signingSecret },
  };
  for (const [fault, credential] of Object.entries(wrong)) {
    const { outcomes, warnings } = await checked({ ATS_CONSOLE_CREDENTIAL: settingOf(credential) });
    expect({ fault, outcomes }).toEqual({ fault, outcomes: ['warn'] });
    expect(warnings).toEqual([expect.stringContaining(`the credential of ATS_CONSOLE_CREDENTIAL ${fault}`)]);
    expect(warnings.join()).not.toContain(credential.signingSecret);
  }
  expect(await checked({ ATS_CONSOLE_OPERATOR_CREDENTIAL: settingOf(console) })).toMatchObject({ outcomes: ['warn'] });
});

// @spec CF11
test('should not look at the credentials of a console that is off', async () => {
  const off = { ATS_CONSOLE: 'off', ATS_CONSOLE_CREDENTIAL: 'ak_live_unknown:sk_live_x' };
  expect(await checked(off)).toEqual({ outcomes: ['not checked'], warnings: [] });
});
