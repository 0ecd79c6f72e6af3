import { rmSync } from 'node:fs';
import { Client } from 'pg';
import type { CliContext } from '../../../src/cli/context';
import { withDatabase } from '../../../src/cli/database';
import { run } from '../../../src/cli/program';
import { packageVersion } from '../../../src/package-folder';
import { readSettings } from '../../../src/settings/settings';
import { freshDatabase, type TestDatabase } from '../../support/database';
import { newFolder } from '../../support/folder';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

/** Runs a command line in this process. */
async function ats(
  args: string[],
  environment: CliContext['environment'] = {},
): Promise<{ code: number; out: string[]; err: string[] }> {
  const out: string[] = [];
  const err: string[] = [];
  const settings = (): ReturnType<typeof readSettings> => readSettings(environment);
  const code = await run(args, {
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

describe('exit codes: 0 done, 1 failed, 2 wrong usage', () => {
  test('help exits with 0 and prints every setting to standard output', async () => {
    const { code, out, err } = await ats(['serve', '--help']);
    expect({ code, err }).toEqual({ code: 0, err: [] });
    expect(out.join('\n')).toContain('ATS_SETTLE_SWEEP_SECONDS');
  });

  test('the version is that of the package', async () => {
    expect(await ats(['--version'])).toEqual({ code: 0, out: [packageVersion()], err: [] });
  });

  test.each([[[]], [['unheard-of']], [['serve', '--unheard-of']], [['migrate', 'superfluous']]])(
    '%j exits with 2 and prints nothing to standard output',
    async (args) => {
      const { code, out, err } = await ats(args);
      expect({ code, out }).toEqual({ code: 2, out: [] });
      expect(err.join('\n')).not.toBe('');
    },
  );

  test.each<[string, string[], Record<string, string>]>([
    ['--data cannot be used with GET', ['request', '-X', 'GET', '-d', '{}', '/x'], {}],
    ['--method TRACE cannot be sent', ['request', '-X', 'TRACE', '/x'], {}],
    ['--method FOO BAR cannot be sent', ['request', '-X', 'FOO BAR', '/x'], {}],
    ['ATS_URL: Use an address', ['request', '/x'], { ATS_URL: 'nonsense' }],
    [
      '--until must be after --since',
      ['policy', 'backtest', '--candidate', 'slash_policy_v1.1', '--since', '2027-02-02', '--until', '2027-01-01'],
      {},
    ],
  ])('wrong usage exits with 2 and says: %s', async (text, args, environment) => {
    const { code, out, err } = await ats(args, environment);
    expect({ code, out }).toEqual({ code: 2, out: [] });
    expect(err[0]).toContain(`error: ${text}`);
  });

  test.each([
    [['unheard-of'], '(ats --help lists the commands)'],
    [['request', '--unheard-of'], '(ats request --help shows its usage)'],
    [['request', '{ service { version } }'], '(ats request --help shows its usage)'],
    [['account', 'close', 'local'], '(ats account close --help shows its usage)'],
  ])('after wrong usage %j the last line is %s', async (args, line) => {
    expect((await ats(args)).err.at(-1)).toBe(line);
  });

  test('a request without a credential names a whole command that creates one', async () => {
    const { err } = await ats(['request', '{ service { version } }']);
    expect(err[0]).toContain('npx ats platform-credential create --role console --json > console.json)');
  });

  test('the help of account close says that the connections of applications end', async () => {
    const help = (await ats(['account', 'close', '--help'])).out.join(' ').replace(/\s+/g, ' ');
    expect(help).toContain('for good, the connections of applications');
  });

  test('--url counts before a wrong ATS_URL', async () => {
    const { code, out } = await ats(['request', '--url', 'http://a.example', '--print-curl', '/x'], { ATS_URL: 'x' });
    expect({ code, out: out.join() }).toEqual({
      code: 0,
      out: expect.stringContaining('http://a.example/x') as string,
    });
  });

  test('wrong settings exit with 1 and print one line for each error', async () => {
    const { code, err } = await ats(['migrate'], { ATS_BOND_BP: '1', PORT: 'x' });
    expect(code).toBe(1);
    expect(err).toEqual([
      'ats: ATS_BOND_BP is not a setting; did you mean ATS_BOND_BPS?',
      'ats: PORT must be a whole number from 0 to 65535, not "x"',
    ]);
  });

  test('an unreachable database exits with 1 and one line, with a stack at debug level only', async () => {
    const unreachable = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' };
    const { code, err } = await ats(['migrate'], unreachable);
    expect(code).toBe(1);
    expect(err).toEqual([
      expect.stringMatching(/^ats: the database of DATABASE_URL cannot be reached: .*ECONNREFUSED/),
    ]);
    const debugged = await ats(['migrate'], { ...unreachable, ATS_LOG_LEVEL: 'debug' });
    expect(debugged.err.join('\n')).toMatch(/\n {4}at /);
  });

  test('a database with an unknown migration, and without one of this version, exits with 1 and one line', async () => {
    const client = new Client(database.ownerUrl);
    await client.connect();
    const { rows } = await client.query<{ name: string }>('SELECT name FROM schema_migration ORDER BY id DESC LIMIT 1');
    const last = rows[0]?.name;
    await client.query(`UPDATE schema_migration SET name = 'Future1999999999999' WHERE name = $1`, [last]);
    const { code, err } = await ats(['migrate'], { DATABASE_URL: database.ownerUrl });
    await client.query(`UPDATE schema_migration SET name = $1 WHERE name = 'Future1999999999999'`, [last]);
    await client.end();
    expect(code).toBe(1);
    expect(err).toEqual([
      expect.stringMatching(/^ats: the database was migrated by a later version .*Future1999999999999/),
    ]);
  });
});

describe('migrate', () => {
  test('migrate does nothing on a migrated database', async () => {
    const { code, out } = await ats(['migrate'], { DATABASE_URL: database.ownerUrl });
    expect({ code, out }).toEqual({ code: 0, out: ['the database is up to date'] });
  });

  test('migrate starts the embedded database if there is no other, and keeps its data', async () => {
    const dataDir = newFolder('cli');
    const first = await ats(['migrate'], { ATS_DATA_DIR: dataDir });
    expect(first.err).toEqual([]);
    expect(first.out[0]).toMatch(/^migrated Baseline\d+$/);
    const second = await ats(['migrate'], { ATS_DATA_DIR: dataDir });
    expect(second.out).toEqual(['the database is up to date']);
    rmSync(dataDir, { recursive: true, force: true });
  });
});
