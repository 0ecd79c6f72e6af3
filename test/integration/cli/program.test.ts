import { rmSync } from 'node:fs';
import { Client } from 'pg';
import type { CliContext } from '../../../src/cli/context';
import { withDatabase } from '../../../src/cli/database';
import { linesOf } from '../../../src/cli/exit-codes';
import { run } from '../../../src/cli/program';
import { readSettings } from '../../../src/settings/settings';
import { freshDatabase, type TestDatabase } from '../../support/database';
import { newFolder } from '../../support/folder';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

/** One command line in this process: its exit code and what it said on each stream. */
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
    createApp: () => Promise.reject(new Error('no service in this test')),
    withDatabase: (work) => withDatabase(settings(), work),
  });
  return { code, out, err };
}

describe('exit codes: 0 done, 1 failed, 2 usage', () => {
  test('help is what was asked for: 0, on standard output, with every setting', async () => {
    const { code, out, err } = await ats(['serve', '--help']);
    expect({ code, err }).toEqual({ code: 0, err: [] });
    expect(out.join('\n')).toContain('ATS_SETTLE_SWEEP_SECONDS');
  });

  test.each([[[]], [['unheard-of']], [['serve', '--unheard-of']], [['migrate', 'superfluous']]])(
    '%j is wrong usage: 2, and standard output stays empty',
    async (args) => {
      const { code, out, err } = await ats(args);
      expect({ code, out }).toEqual({ code: 2, out: [] });
      expect(err.join('\n')).not.toBe('');
    },
  );

  test('wrong settings: 1, every fault on a line of its own', async () => {
    const { code, err } = await ats(['migrate'], { ATS_BOND_BP: '1', PORT: 'x' });
    expect(code).toBe(1);
    expect(err).toEqual([
      'ats: ATS_BOND_BP is not a setting; did you mean ATS_BOND_BPS?',
      'ats: PORT must be a whole number from 0 to 65535, not "x"',
    ]);
  });

  test('a database that cannot be reached: 1 and one line, a stack only at debug level', async () => {
    const unreachable = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' };
    const { code, err } = await ats(['migrate'], unreachable);
    expect(code).toBe(1);
    expect(err).toEqual([expect.stringMatching(/^ats: the database cannot be reached: .*ECONNREFUSED/)]);
    const debugged = await ats(['migrate'], { ...unreachable, ATS_LOG_LEVEL: 'debug' });
    expect(debugged.err.join('\n')).toMatch(/\n {4}at /);
  });

  test('a database migrated by a later version: 1 and one line', async () => {
    const client = new Client(database.ownerUrl);
    await client.connect();
    await client.query(`INSERT INTO schema_migration (timestamp, name) VALUES (1999999999999, 'Future1999999999999')`);
    const { code, err } = await ats(['migrate'], { DATABASE_URL: database.ownerUrl });
    await client.query(`DELETE FROM schema_migration WHERE name LIKE 'Future%'`);
    await client.end();
    expect(code).toBe(1);
    expect(err).toEqual([
      expect.stringMatching(/^ats: the database was migrated by a later version .*Future1999999999999/),
    ]);
  });

  test('a port that is taken is told with its remedy', () => {
    const taken = Object.assign(new Error('listen'), { code: 'EADDRINUSE', address: '127.0.0.1', port: 4000 });
    expect(linesOf(taken)).toEqual(['127.0.0.1:4000 is taken by another process: stop it, or set PORT']);
  });
});

describe('migrate', () => {
  test('on a migrated database there is nothing to do', async () => {
    const { code, out } = await ats(['migrate'], { DATABASE_URL: database.ownerUrl });
    expect({ code, out }).toEqual({ code: 0, out: ['the database is up to date'] });
  });

  test('without a database it starts the embedded one for this long, and the next finds what it did', async () => {
    const dataDir = newFolder('cli');
    const first = await ats(['migrate'], { ATS_DATA_DIR: dataDir });
    expect(first.err).toEqual([]);
    expect(first.out[0]).toMatch(/^migrated Baseline\d+$/);
    const second = await ats(['migrate'], { ATS_DATA_DIR: dataDir });
    expect(second.out).toEqual(['the database is up to date']);
    rmSync(dataDir, { recursive: true, force: true });
  });
});
