import { execSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { stagesOf, wordsOf } from './dockerfile';
import { newFolder } from '../../test/support/folder';

/** The stages of deploy/Dockerfile that compile: what they copy is enough. image.test.ts builds the image. */

const ROOT = resolve(__dirname, '..', '..');
const stages = stagesOf(readFileSync(join(ROOT, 'deploy', 'Dockerfile'), 'utf8'));
const INSTALLED = ['node_modules', 'packages/console/node_modules'];

test.each(['build', 'console'])('The stage %s of the image compiles with the files that it copies', (name) => {
  const steps = stages.find((stage) => stage.name === name)?.steps ?? [];
  const folder = newFolder(`stage-${name}`);
  try {
    for (const { instruction, argument } of steps) {
      if (instruction !== 'COPY') continue;
      const [target = '', ...sources] = wordsOf(argument).words.reverse();
      for (const source of sources) {
        const isFolder = target.endsWith('/');
        cpSync(join(ROOT, source), join(folder, target, isFolder ? (source.split('/').at(-1) ?? '') : ''), {
          recursive: true,
        });
      }
    }
    // The installed packages of the clone stand for `npm ci`.
    for (const path of INSTALLED)
      if (existsSync(dirname(join(folder, path)))) symlinkSync(join(ROOT, path), join(folder, path));
    const compile = steps.findLast(({ instruction }) => instruction === 'RUN')?.argument ?? '';
    expect(() => execSync(compile, { cwd: folder, stdio: 'pipe' })).not.toThrow();
  } finally {
    rmSync(folder, { recursive: true });
  }
});
