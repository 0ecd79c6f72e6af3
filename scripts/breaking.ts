import { execFileSync } from 'node:child_process';
import { buildSchema, findBreakingChanges } from 'graphql';

function git(...args: string[]): string | undefined {
  try {
    return execFileSync('git', args, {
      encoding: 'utf8',
      maxBuffer: 1 << 26,
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return undefined; // git, the commit or the file is missing
  }
}

/**
 * Returns the commit with which the interface is compared: the last one that this branch has in common with main.
 * On main it is the last commit, and on a clean tree of main the one before, so that CI checks a push.
 */
function baseCommit(isChanged: boolean): string {
  const head = git('rev-parse', 'HEAD');
  const common = git('merge-base', 'HEAD', 'main');
  if (common !== undefined && common !== head) return common;
  return isChanged ? 'HEAD' : 'HEAD~1';
}

interface OpenApi {
  readonly paths: Readonly<Record<string, object>>;
  readonly webhooks?: Readonly<Record<string, object>>;
}

/** Lists the operations and webhooks of an OpenAPI document: `GET /api/v1/…`. */
function operationsOf(json: string): string[] {
  const { paths, webhooks = {} } = JSON.parse(json) as OpenApi;
  return Object.entries({ ...paths, ...webhooks }).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
}

/** Lists the breaking changes from one interface to another: of the schema, and removed operations of REST. */
export function breakingChanges(
  before: { readonly schema: string; readonly openApi: string },
  after: { readonly schema: string; readonly openApi: string },
): readonly string[] {
  const changes = findBreakingChanges(buildSchema(before.schema), buildSchema(after.schema));
  const operations = new Set(operationsOf(after.openApi));
  const removed = operationsOf(before.openApi).filter((operation) => !operations.has(operation));
  return [...changes.map(({ description }) => description), ...removed.map((operation) => `${operation} was removed.`)];
}

/** Lists breaking changes since the base, unless CHANGELOG.md has a new line with the word "breaking". */
export function unannounced(after: { readonly schema: string; readonly openApi: string }): readonly string[] {
  const isChanged = git('show', 'HEAD:schema.graphql') !== after.schema.trim();
  const base = baseCommit(isChanged);
  const schema = git('show', `${base}:schema.graphql`);
  const openApi = git('show', `${base}:openapi.json`);
  if (schema === undefined || openApi === undefined) return [];
  const announced = /^\+(?!\+).*breaking/im.test(git('diff', base, '--', 'CHANGELOG.md') ?? '');
  return announced ? [] : breakingChanges({ schema, openApi }, after);
}
