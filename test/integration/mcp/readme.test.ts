import { execFile } from 'node:child_process';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { buyTickets, createParty } from '../../support/actors';
import { startTestApp, type TestApp } from '../../support/app';
import { buildMcp } from '../../support/built';
import { newFolder } from '../../support/folder';
import { saveCredential } from '../../support/mcp';
import { firstProgram } from '../../support/readme-program';

/** The program of the README, with the packages of this repository. */

const SERVER = resolve(__dirname, '..', '..', '..', 'packages', 'mcp', 'dist', 'main.js');
const MODULES = resolve(__dirname, '..', '..', '..', 'node_modules');
let app: TestApp;
let folder: string;

beforeAll(async () => {
  await buildMcp();
  app = await startTestApp();
  folder = newFolder('mcp-readme');
  symlinkSync(MODULES, join(folder, 'node_modules'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await app.stop();
});

// @spec MC7
it('should list the tools and read the overview with the program of the README', async () => {
  const party = await createParty(app, 'Reader');
  await buyTickets(party, 'STARTER');
  const { ticketBalanceStamps } = await party.api.principals.get();
  const program = join(folder, 'overview.mjs');
  writeFileSync(program, firstProgram('mcp'));
  const run = (credential: string) =>
    promisify(execFile)(process.execPath, [program, SERVER, credential, app.url], { cwd: folder, encoding: 'utf8' });
  const { stdout } = await run(saveCredential(party));
  const [tools, overview] = stdout.trim().split('\n');
  expect(tools?.split(' ')).toEqual(expect.arrayContaining(['ats_overview', 'ats_start_trade', 'ats_wait']));
  expect(overview).toBe(`${party.principalKey} has ${ticketBalanceStamps} stamps`);
  const forged = { ...party, credential: { ...party.credential, signingSecret: 'A'.repeat(43) } };
  await expect(run(saveCredential(forged))).rejects.toThrow('credential_invalid');
});
