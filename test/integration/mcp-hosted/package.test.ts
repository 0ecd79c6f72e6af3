import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { createParty } from '../../support/actors';
import { startTestApp } from '../../support/app';
import { build } from '../../support/built';
import { newFolder } from '../../support/folder';
import { saveCredential } from '../../support/mcp';

/** The tools in the compiled service, and the program of the README. */

const ROOT = resolve(__dirname, '..', '..', '..');
const execute = promisify(execFile);

// @spec MC10
it('should load the tools in the compiled service without the workspaces, as a packed service has none', async () => {
  await build();
  const folder = newFolder('compiled');
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  const isWorkspace = (name: string): boolean => name.startsWith('agent-trading');
  for (const name of readdirSync(join(ROOT, 'node_modules')).filter((one) => !isWorkspace(one)))
    symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
  for (const name of ['package.json', 'dist/src', 'dist/packages'])
    cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  const load =
    "require('reflect-metadata'); console.log(typeof require('./dist/src/api/http/mcp/answer.js').answerMcp)";
  const { stdout } = await execute(process.execPath, ['-e', load], { cwd: folder });
  rmSync(folder, { recursive: true, force: true });
  expect(stdout.trim()).toBe('function');
});

// @spec MC10
it('should answer the program of the README', async () => {
  const app = await startTestApp({ ATS_ROLE: 'api' });
  const party = await createParty(app, 'Readme');
  const readme = readFileSync(join(ROOT, 'packages', 'mcp', 'README.md'), 'utf8');
  const program = /## Hosted[^]*?```js\n([^]*?)```/.exec(readme)?.[1] ?? '';
  const env = { ...process.env, ATS_CREDENTIAL: saveCredential(party), ATS_URL: app.url };
  const { stdout } = await execute(process.execPath, ['--input-type=module', '-e', program], { cwd: ROOT, env });
  await app.stop();
  expect(stdout).toContain(party.principalKey);
});
