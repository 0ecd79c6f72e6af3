import { execFileSync } from 'node:child_process';
import { buildSchema, findBreakingChanges } from 'graphql';

function git(...args: string[]): string | undefined {
  try {
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return undefined; // git, the commit or the file is missing
  }
}

/**
 * Lists breaking changes of the schema since the last commit, unless CHANGELOG.md has a new line with the word "breaking".
 * On a clean tree it compares with the commit before, so that CI checks a push.
 */
export function unannounced(printed: string): readonly string[] {
  const base = git('show', 'HEAD:schema.graphql') === printed ? 'HEAD~1' : 'HEAD';
  const before = git('show', `${base}:schema.graphql`);
  if (before === undefined || before === printed) return [];
  const changes = findBreakingChanges(buildSchema(before), buildSchema(printed));
  const announced = /^\+(?!\+).*breaking/im.test(git('diff', base, '--', 'CHANGELOG.md') ?? '');
  return announced ? [] : changes.map(({ description }) => description);
}
