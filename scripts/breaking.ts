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

/** The number of commits that a clean tree of main is compared with, so that no commit of a push escapes. */
const LAST_COMMITS = 50;

/**
 * Returns the commit with which the interface is compared: the last one that this branch has in common with main.
 * On main it is an older commit.
 */
function baseCommit(): string | undefined {
  const common = git('merge-base', 'HEAD', 'main');
  if (common !== undefined && common !== git('rev-parse', 'HEAD')) return common;
  return git('rev-list', '--first-parent', `--max-count=${String(LAST_COMMITS)}`, 'HEAD')
    ?.split('\n')
    .at(-1);
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

/** `Trade.state`, `Trade` or `GET /api/v1/…`: what the description of a change is about. */
const NAME = /\b[A-Z]\w*\.\w+|[A-Z]+ \/\S+|\b[A-Z]\w*[a-z]\w*|\b[A-Z]+(?:_[A-Z]+)+\b/g;
/** Words that begin the descriptions of graphql-js. */
const WORDS: ReadonlySet<string> = new Set([
  'An',
  'Enum',
  'Field',
  'The',
  'Input',
  'Interface',
  'Object',
  'Union',
  'Required',
  'Scalar',
  'Directive',
]);

/** Leaves out the changes that a line with the word "breaking" names. */
export function withoutAnnounced(changes: readonly string[], lines: readonly string[]): readonly string[] {
  const breaking = lines.filter((line) => /\bbreaking\b/i.test(line));
  const names = (change: string): string[] => (change.match(NAME) ?? []).filter((name) => !WORDS.has(name));
  return changes.filter(
    (change) => !names(change).some((name) => breaking.some((line) => line.includes(`\`${name}\``))),
  );
}

/** Lists breaking changes since the base that no new line of CHANGELOG.md names. */
export function unannounced(after: { readonly schema: string; readonly openApi: string }): readonly string[] {
  const base = baseCommit();
  if (base === undefined) return [];
  const schema = git('show', `${base}:schema.graphql`);
  const openApi = git('show', `${base}:openapi.json`);
  if (schema === undefined || openApi === undefined) return [];
  const added = (git('diff', base, '--', 'CHANGELOG.md') ?? '').split('\n').filter((line) => /^\+(?!\+)/.test(line));
  return withoutAnnounced(breakingChanges({ schema, openApi }, after), added);
}
