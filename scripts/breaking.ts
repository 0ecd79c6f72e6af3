import { execFileSync } from 'node:child_process';
import { buildSchema, findBreakingChanges } from 'graphql';

function git(...args: string[]): string | undefined {
  try {
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return undefined; // no git, no such commit (a shallow clone), no such file in it
  }
}

/**
 * The changes from the last commit's schema to this one that break a caller, if CHANGELOG.md has gained no line with
 * the word "breaking" since. On a clean tree the last commit is the one before: so CI sees what a push brings.
 */
export function unannounced(printed: string): readonly string[] {
  const base = git('show', 'HEAD:schema.graphql') === printed ? 'HEAD~1' : 'HEAD';
  const before = git('show', `${base}:schema.graphql`);
  if (before === undefined || before === printed) return [];
  const changes = findBreakingChanges(buildSchema(before), buildSchema(printed));
  const announced = /^\+(?!\+).*breaking/im.test(git('diff', base, '--', 'CHANGELOG.md') ?? '');
  return announced ? [] : changes.map(({ description }) => description);
}
