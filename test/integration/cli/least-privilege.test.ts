import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { Client } from 'pg';
import { builtServer, runCli } from '../../support/built';
import { freshDatabase } from '../../support/database';

test('a login with only the role ats_app can serve, play the demo and audit', async () => {
  const database = await freshDatabase();
  const login = `ats_test_login_${randomBytes(4).toString('hex')}`;
  const owner = new Client(database.ownerUrl);
  await owner.connect();
  await owner.query(`CREATE ROLE ${login} LOGIN PASSWORD '${login}' IN ROLE ats_app`);
  const url = new URL(database.ownerUrl);
  url.username = login;
  url.password = login;
  const server = await builtServer({ DATABASE_URL: url.href });
  try {
    const migrated = await runCli(['migrate'], server.env);
    expect(migrated).toEqual({ code: 0, stdout: 'the database is up to date\n', stderr: '' });
    const { code, stdout } = await runCli(['demo'], server.env);
    expect(code).toBe(0);
    expect(stdout).toMatch(/The books balance: \d+ checks, no findings\.\n$/);
  } finally {
    await server.kill('SIGTERM');
    await owner.query(`DROP ROLE ${login}`);
    await owner.end();
    await database.drop();
    rmSync(server.env['ATS_DATA_DIR'] ?? '', { recursive: true, force: true });
  }
}, 120_000);
