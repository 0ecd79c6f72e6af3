import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '..', '..', '..');

function jest(title: string): { readonly status: number | null; readonly stderr: string } {
  const program = join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js');
  const args = [program, '--selectProjects', 'unit', '-t', title, '--', 'test/unit/packages.test.ts'];
  return spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
}

it('should fail a run whose filter matches no test', () => {
  const { status, stderr } = jest('a title that no test has');
  expect(status).toBe(1);
  expect(stderr).toMatch(/No test passed and \d+ were skipped\. Check the filter of the run\./);
});

it('should pass a run whose filter matches one test', () => {
  expect(jest('should use packages under listed licences only').status).toBe(0);
});
