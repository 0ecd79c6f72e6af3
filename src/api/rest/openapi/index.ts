import type { CompiledRoute } from '../compile/compile';
import { headers, parameters, security, securitySchemes, tags, TEXT } from './common';
import { describeOperation, type RecordedExchanges, type RefusalsOf } from './operation';
import { PROBLEM, ProblemResponses } from './problems';
import { publicPaths } from './public';
import { Schemas } from './schemas';

export type { RecordedExchanges, RefusalsOf } from './operation';
export { operationId } from './operation';

/** The part `webhooks` of the document, and the schemas that it uses. */
export interface OpenApiWebhooks {
  readonly webhooks: object;
  readonly schemas: Readonly<Record<string, object>>;
}

/**
 * Creates the OpenAPI 3.1 document of the compiled routes.
 * @param recorded recorded exchanges, which become examples
 * @param events the webhooks of the service, with their schemas
 */
export function openApi(
  routes: readonly CompiledRoute[],
  refusalsOf: RefusalsOf,
  recorded: RecordedExchanges,
  events: OpenApiWebhooks,
  version: string,
): object {
  const schemas = new Schemas();
  const problems = new ProblemResponses(recorded.problems);
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const path = (paths[route.path] ??= {});
    path[route.method.toLowerCase()] = describeOperation(route, { schemas, problems, refusalsOf, recorded });
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Agent Trading Service',
      version,
      description: TEXT,
      contact: { name: 'Agent Trading Service' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      { url: '/', description: 'The server of this file.' },
      { url: 'http://127.0.0.1:4000', description: 'A service on this computer, as `npm start` runs it.' },
    ],
    security,
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths: { ...paths, ...publicPaths(problems) },
    webhooks: events.webhooks,
    components: {
      schemas: { ...schemas.all, ...events.schemas, Problem: PROBLEM },
      responses: problems.all,
      parameters,
      headers,
      securitySchemes,
    },
  };
}
