import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The build context of deploy/Dockerfile. proof/deploy runs its steps. */

const ROOT = resolve(__dirname, '..', '..', '..');
const linesOf = (name: string): string[] => readFileSync(join(ROOT, 'deploy', name), 'utf8').split('\n');

test('should copy only files that exist and that the ignore file admits', () => {
  const admitted = linesOf('Dockerfile.dockerignore');
  expect(admitted).toContain('*');
  const sources = linesOf('Dockerfile')
    .filter((line) => /^COPY (?!--from)/.test(line))
    .flatMap((line) => line.split(' ').slice(1, -1));
  expect(sources.length).toBeGreaterThan(10);
  expect(sources.filter((source) => !admitted.includes(`!${source}`))).toEqual([]);
  expect(sources.filter((source) => !existsSync(join(ROOT, source)))).toEqual([]);
});

test('should copy the manifest of each workspace before it installs one of them', () => {
  const workspaces = readdirSync(join(ROOT, 'packages')).map((name) => `packages/${name}`);
  const stage = linesOf('Dockerfile')
    .join('\n')
    .split(/^FROM /m)
    .find((text) => text.includes('--workspace packages/console'));
  expect(workspaces.filter((folder) => !stage?.includes(`${folder}/package.json`))).toEqual([]);
});
