/** Waits until the process of a test run has ended, then cleans up after it. It loads nothing else until then. */
const { spawnSync } = require('node:child_process');
const { join } = require('node:path');

function cleanUp() {
  const args = ['--import', 'tsx', join(__dirname, 'end-run.ts'), ...process.argv.slice(2)];
  spawnSync(process.execPath, args, { cwd: join(__dirname, '..', '..'), stdio: 'ignore' });
}

process.stdin.resume().once('close', cleanUp);
