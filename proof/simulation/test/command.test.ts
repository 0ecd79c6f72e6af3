import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { newFolder } from '../../../test/support/folder';

jest.setTimeout(240_000);

function run(...args: string[]) {
  const command = ['--import', 'tsx', 'proof/simulation/main.ts', ...args];
  return spawnSync(process.execPath, command, { encoding: 'utf8', cwd: join(__dirname, '..', '..', '..') });
}

describe('npm run simulate', () => {
  test('exits with 1 and names the strategies that profit if the operators miss all disputes', () => {
    const out = newFolder('simulate-test');
    const url = process.env['TEST_CLUSTER_URL'] ?? '';
    try {
      const small = ['--principals', '30', '--days', '6', '--seed', '7', '--missed', '1'];
      const { status, stdout, stderr } = run(...small, '--out', out, '--database-url', url);
      expect(stderr).toMatch(/false (failure|shortfall) profits from breaking its word/);
      expect(status).toBe(1);
      expect(stdout).toContain('The books balance');
      expect(readFileSync(join(out, 'simulation.txt'), 'utf8')).toBe(stdout);
      expect(readFileSync(join(out, 'simulation.svg'), 'utf8')).toMatch(/^<svg /);
    } finally {
      rmSync(out, { recursive: true, force: true });
    }
  });

  test.each([
    [['--principals', 'many'], /--principals must be a whole number from 8 to/],
    [['--missed', '2'], /--missed must be a number from 0 to 1/],
    [['--weeks', '3'], /--weeks/],
  ])('refuses %j with exit code 2 and the reason', (args, message) => {
    const { status, stderr } = run(...args);
    expect(stderr).toMatch(message);
    expect(status).toBe(2);
  });

  test('--help exits with 0', () => {
    const { status, stdout } = run('--help');
    expect(stdout).toContain('usage: npm run simulate');
    expect(status).toBe(0);
  });
});
