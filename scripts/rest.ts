import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AccessRule } from '../src/domain/sessions/caller';
import { createSchema } from '../src/api/graphql/schema';
import { INTERFACE_VERSION } from '../src/api/graphql/schema/service';
import { compiledRoutes } from '../src/api/http/compiled-routes';
import { refusalsOf } from '../src/operations/refusals';
import { isPlatformRead, type Operation, accessRules } from '../src/operations/access';
import { openApiWebhooks } from './event-apis';
import { openApi, type RecordedExchanges, type RefusalsOf } from '../src/api/rest/openapi';

/** Renders the REST documents from the route table, the error codes and recorded responses. */

const refusals: RefusalsOf = refusalsOf;

/** Reads the responses that `npm run record` wrote. */
function recordedExamples(): RecordedExchanges {
  const path = join(__dirname, '..', 'docs', 'examples', 'recorded.json');
  return JSON.parse(readFileSync(path, 'utf8')) as RecordedExchanges;
}

export function openApiJson(): string {
  const document = openApi(
    compiledRoutes(createSchema()),
    refusals,
    recordedExamples(),
    openApiWebhooks(),
    INTERFACE_VERSION,
  );
  return `${JSON.stringify(document, null, 2)}\n`;
}

const callersByRule: Readonly<Record<AccessRule, string>> = {
  any: 'anyone with a credential',
  read: 'its agents, owners and viewers, operators',
  act: 'its agents and owners',
  owner: 'its owners, through the console',
  console: 'the console, for any human',
  session: 'the console, for the human whose JWT it sends',
  console_owner: 'the console, for an owner',
  operator: 'operators',
};

/** Callers of a read that agents may not use. */
const PLATFORM_READ = 'its owners and viewers, through the console, and operators';

/** Error codes specific to an operation, without the codes that every signed request can get. */
function ownCodes(field: string, isMutation: boolean, notFound: readonly string[]): string {
  const common = new Set<string>(refusals('service', isMutation));
  const codes = [...refusals(field, isMutation), ...notFound].filter((code) => !common.has(code));
  return [...new Set(codes)].map((code) => `[\`${code}\`](errors.md#${code})`).join(', ');
}

export function parityMarkdown(): string {
  const routes = compiledRoutes(createSchema());
  const lines = routes.map(({ method, path, field, isMutation, notFound }) => {
    const [root = ''] = field.split('.');
    const callers = isPlatformRead(field) ? PLATFORM_READ : callersByRule[accessRules[root as Operation]];
    return `| \`${field}\` | \`${method} ${path}\` | ${callers} | ${ownCodes(field, isMutation, notFound)} |`;
  });
  const inRest = new Set(routes.map(({ field }) => field.split('.')[0]));
  const alone = Object.keys(accessRules).filter((name) => !inRest.has(name));
  const ofReads = refusals('service', false);
  const list = (codes: readonly string[]): string => codes.map((code) => `\`${code}\``).join(', ');
  const ofChanges = refusals('service', true).filter((code) => !ofReads.includes(code));
  return `# GraphQL and REST, side by side

Each REST path runs one GraphQL document. REST writes names in snake_case and enum values in lower case. A GraphQL connection is
a REST list. The parity tests play every scenario through both and compare the answers.

| GraphQL | REST | who may call | specific errors |
| ------- | ---- | ------------ | ----------------- |
${lines.join('\n')}

Every request can also fail with: ${list(ofReads)}. Changes can also fail with: ${list(ofChanges)}. \`query_refused\` applies to
GraphQL only.

Only GraphQL has: ${alone.map((name) => `\`${name}\``).join(', ')}.
`;
}
