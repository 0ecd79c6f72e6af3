import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { CliContext } from '../../../src/cli/context';
import { run } from '../../../src/cli/program';
import { readSettings } from '../../../src/settings/settings';
import { freshDatabase, type TestDatabase } from '../../support/database';

/** The checks of a start, and the command that prints them. */

const PRODUCTION = {
  ATS_ENV: 'production',
  ATS_SECRETS_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
  // In two pieces: secret scanners stop at literals that look like live keys.
  STRIPE_SECRET_KEY: ['sk', 'live_0123456789'].join('_'),
  STRIPE_WEBHOOK_SECRET: 'webhook-secret-value',
  ATS_PUBLIC_URL: 'https://trade.example',
};

let database: TestDatabase;
let admin: Client;
const logins: string[] = [];

beforeAll(async () => {
  database = await freshDatabase();
  admin = new Client(database.ownerUrl);
  await admin.connect();
});
afterAll(async () => {
  await admin.query(`DROP TABLE IF EXISTS owned_by_login`);
  for (const login of logins) await admin.query(`DROP ROLE ${login}`);
  await admin.end();
  await database.drop();
});

/** Creates a login and returns its name and the URL of the test's database. */
async function newLogin(options: string): Promise<{ readonly login: string; readonly url: string }> {
  const login = `ats_test_login_${randomBytes(4).toString('hex')}`;
  logins.push(login);
  await admin.query(`CREATE ROLE ${login} LOGIN PASSWORD 'hidden-word' ${options}`);
  const url = new URL(database.ownerUrl);
  url.username = login;
  url.password = 'hidden-word';
  return { login, url: url.href };
}

interface Ran {
  readonly code: number;
  readonly out: readonly string[];
  readonly err: readonly string[];
}

async function ats(args: readonly string[], environment: Readonly<Record<string, string>>): Promise<Ran> {
  const out: string[] = [];
  const err: string[] = [];
  const context: CliContext = {
    environment,
    settings: () => readSettings(environment),
    print: (line) => void out.push(line),
    warn: (line) => void err.push(line),
    announce: (line) => void out.push(line),
    createApp: () => Promise.reject(new Error('the service would start')),
    withDatabase: () => Promise.reject(new Error('no database in this test')),
  };
  return { code: await run(args, context), out, err };
}

interface Report {
  readonly ok: boolean;
  readonly checks: readonly { readonly name: string; readonly result: string; readonly sentence: string }[];
}

async function report(environment: Readonly<Record<string, string>>): Promise<Report & { readonly code: number }> {
  const { code, out } = await ats(['check-config', '--json'], environment);
  return { code, ...(JSON.parse(out[0] ?? '') as Report) };
}

const namesWith = ({ checks }: Report, result: string): string[] =>
  checks.filter((check) => check.result === result).map(({ name }) => name);

// @spec CF3
test('check-config passes every check of a safe production, and starts nothing', async () => {
  const { url } = await newLogin('IN ROLE ats_app');
  const checked = await report({ ...PRODUCTION, DATABASE_URL: url });
  expect(checked).toMatchObject({ ok: true, code: 0 });
  expect(namesWith(checked, 'fail')).toEqual([]);
  expect(namesWith(checked, 'not checked')).toEqual([]);
  expect(JSON.stringify(checked)).not.toContain('hidden-word');
  expect((await ats(['serve'], { ...PRODUCTION, DATABASE_URL: url })).err).toEqual(['ats: the service would start']);
});

// @spec CF3
test('check-config prints each check on a line, with its result, and exits with 1 after an error', async () => {
  const { code, out, err } = await ats(['check-config'], { ...PRODUCTION, ATS_WEBHOOK_ALLOW_PRIVATE: 'true' });
  expect({ code, err }).toEqual({ code: 1, err: ['ats: 2 checks failed'] });
  expect(out).toContainEqual(expect.stringMatching(/^fail +database-url-set +DATABASE_URL must be set in production$/));
  expect(out).toContainEqual(
    expect.stringMatching(/^fail +webhook-private-addresses +ATS_WEBHOOK_ALLOW_PRIVATE is true/),
  );
  expect(out).toContainEqual(expect.stringMatching(/^pass +public-url-https +/));
  expect(out).toContainEqual(
    expect.stringMatching(/^not checked +database-login-superuser +DATABASE_URL is not set\.$/),
  );
});

// @spec CF3
test('check-config refuses two encryption keys with the same id, as a start does', async () => {
  const twice = `${PRODUCTION.ATS_SECRETS_KEYS},k1:${Buffer.alloc(32, 9).toString('base64')}`;
  const checked = await report({ ...PRODUCTION, ATS_SECRETS_KEYS: twice });
  expect(checked.checks).toContainEqual({
    name: expect.any(String) as unknown,
    result: 'fail',
    sentence: expect.stringMatching(/^ATS_SECRETS_KEYS has two keys with the same id/) as unknown,
  });
  expect(JSON.stringify(checked)).not.toContain(twice.slice(3, 20));
});

// @spec CF3
test('check-config reads an empty setting as an unset one, as a start does', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ats-check-config-'));
  const before = process.cwd();
  process.chdir(folder);
  try {
    const { url } = await newLogin('IN ROLE ats_app');
    // A key in the current folder is not the key of the data folder.
    writeFileSync('secrets.key', 'not a key');
    const checked = await report({ DATABASE_URL: url, ATS_DATA_DIR: '' });
    expect(checked.checks).toContainEqual({
      name: 'secrets-keys-fit',
      result: 'not checked',
      sentence: 'The keys of ATS_SECRETS_KEYS fit the database.',
    });
  } finally {
    process.chdir(before);
    rmSync(folder, { recursive: true });
  }
});

describe('In production the login of DATABASE_URL', () => {
  test.each([
    ['a superuser', 'SUPERUSER', 'database-login-superuser', / is a superuser/],
    [
      'a member of pg_execute_server_program',
      'IN ROLE ats_app, pg_execute_server_program',
      'database-login-superuser',
      / may become pg_execute_server_program/,
    ],
    ['able to create roles', 'CREATEROLE IN ROLE ats_app', 'database-login-attributes', / has CREATEROLE/],
    ['no member of ats_app', '', 'database-role', / may not become ats_app: run GRANT ats_app TO ats_test_login_/],
  ])('is refused if it is %s', async (_, options, name, sentence) => {
    const { url } = await newLogin(options);
    const checked = await report({ ...PRODUCTION, DATABASE_URL: url });
    expect(checked.code).toBe(1);
    expect(checked.checks.filter(({ result }) => result === 'fail')).toEqual([
      { name, result: 'fail', sentence: expect.stringMatching(sentence) as unknown },
    ]);
  });

  test('is refused if it may SET ROLE to a superuser', async () => {
    const { login: superuser } = await newLogin('SUPERUSER');
    const { url } = await newLogin(`NOINHERIT IN ROLE ats_app, ${superuser}`);
    const checked = await report({ ...PRODUCTION, DATABASE_URL: url });
    expect(namesWith(checked, 'fail')).toEqual(['database-login-superuser']);
  });

  test('is refused if it may SET ROLE to a role that can create roles', async () => {
    const { login: admins } = await newLogin('CREATEROLE');
    const { url } = await newLogin(`NOINHERIT IN ROLE ats_app, ${admins}`);
    const checked = await report({ ...PRODUCTION, DATABASE_URL: url });
    expect(checked.checks.filter(({ result }) => result === 'fail')).toEqual([
      {
        name: 'database-login-attributes',
        result: 'fail',
        sentence: expect.stringContaining(` has CREATEROLE through ${admins},`) as unknown,
      },
    ]);
  });

  test('is refused if it owns a table', async () => {
    const { login, url } = await newLogin('IN ROLE ats_app');
    await admin.query(`CREATE TABLE owned_by_login (); ALTER TABLE owned_by_login OWNER TO ${login}`);
    const checked = await report({ ...PRODUCTION, DATABASE_URL: url });
    await admin.query('DROP TABLE owned_by_login');
    expect(namesWith(checked, 'fail')).toEqual(['database-login-owns-nothing']);
  });

  test('is refused if every login may create functions in the schema public', async () => {
    const { url } = await newLogin('IN ROLE ats_app');
    await admin.query('GRANT CREATE ON SCHEMA public TO PUBLIC');
    const checked = await report({ ...PRODUCTION, DATABASE_URL: url });
    await admin.query('REVOKE CREATE ON SCHEMA public FROM PUBLIC');
    expect(checked.checks.filter(({ result }) => result === 'fail')).toEqual([
      {
        name: 'database-schema-closed',
        result: 'fail',
        sentence: expect.stringContaining('run REVOKE CREATE ON SCHEMA public FROM PUBLIC as its owner') as unknown,
      },
    ]);
  });

  test('is not found if the password is wrong', async () => {
    const { url } = await newLogin('IN ROLE ats_app');
    const wrong = url.replace('hidden-word', 'other-word');
    // The server of the tests may trust every login.
    const checked = await report({
      ...PRODUCTION,
      DATABASE_URL: wrong.replace(/ats_test_login_\w+/, 'ats_test_nobody'),
    });
    expect(namesWith(checked, 'fail')).toEqual(['database-reachable']);
    expect(JSON.stringify(checked)).not.toContain('other-word');
  });
});

// @spec CF1
test.each(['serve', 'worker'])(
  '%s refuses unsafe settings and an unsafe login in production, all at once',
  async (command) => {
    const { url } = await newLogin('SUPERUSER');
    const { code, err } = await ats([command], {
      ...PRODUCTION,
      DATABASE_URL: url,
      ATS_PUBLIC_URL: 'http://trade.example',
    });
    expect(code).toBe(1);
    expect(err).toEqual([
      expect.stringMatching(/^ats: ATS_PUBLIC_URL begins with http,/),
      expect.stringMatching(/^ats: the login ats_test_login_\w+ is a superuser/),
    ]);
  },
);

// @spec CF1
test('outside production serve warns about the same errors, and starts', async () => {
  const { url } = await newLogin('SUPERUSER');
  const { err } = await ats(['serve'], { DATABASE_URL: url, ATS_WEBHOOK_ALLOW_PRIVATE: 'true' });
  expect(err).toEqual([
    expect.stringMatching(/^ats: warning: ATS_WEBHOOK_ALLOW_PRIVATE is true/),
    expect.stringMatching(/^ats: warning: the login ats_test_login_\w+ is a superuser/),
    'ats: the service would start',
  ]);
});
