import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { startTestApp, type TestApp } from '../../support/app';
import { build } from '../../support/built';
import { newFolder } from '../../support/folder';
import { firstProgram } from '../../support/readme-program';

/** The first program of the client's README, against a running service. The package test runs it from the tarball. */

const ROOT = resolve(__dirname, '..', '..', '..');
let app: TestApp;
let folder: string;

beforeAll(async () => {
  await build();
  app = await startTestApp();
  folder = newFolder('first-trade');
  mkdirSync(join(folder, 'node_modules'));
  // The compiled client. Its own folder may be packed at the same time.
  const client = join(folder, 'node_modules', 'agent-trading-client');
  mkdirSync(client);
  symlinkSync(join(ROOT, 'packages', 'client', 'package.json'), join(client, 'package.json'));
  symlinkSync(join(ROOT, 'dist', 'packages', 'client', 'src'), join(client, 'dist'));
});

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await app.stop();
});

// @spec CL7
it('should finish a first trade on both sides with the program of the README, in at most 40 lines', async () => {
  const program = firstProgram();
  expect(program.trimEnd().split('\n').length).toBeLessThanOrEqual(40);
  writeFileSync(join(folder, 'first-trade.mjs'), program);
  const { apiKey: api_key, signingSecret: signing_secret } = app.console;
  writeFileSync(join(folder, 'console.json'), JSON.stringify({ role: 'console', api_key, signing_secret }));
  const { stdout } = await promisify(execFile)('node', ['first-trade.mjs', 'console.json', app.url], { cwd: folder });
  expect(stdout).toMatch(/^Ann 1350 COMPLETED [^]*^Ben 445 COMPLETED /m);
  const states = await app.sql<{ state: string; parties: string }>(
    `SELECT trade.state, string_agg(display_name, ' ' ORDER BY display_name) AS parties
      FROM trade JOIN trade_participant USING (trade_id) JOIN principal USING (principal_id) GROUP BY trade.state`,
  );
  expect(states).toEqual([{ state: 'completed', parties: 'Ann Ben' }]);
});
