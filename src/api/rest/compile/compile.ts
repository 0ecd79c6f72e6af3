import type { DocumentNode, FieldNode, GraphQLField, GraphQLSchema } from 'graphql';
import { type CoercedVariables, coerceVariables } from '../../graphql/execution/variables';
import { type ResponseMapping, responseMappingOf } from './response-mapping';
import { routeDocument } from './document';
import { type Inputs, inputsOf } from './parameters';
import { type DecodedRequest, decodeRequest, type RestRequest } from './request';
import type { Deprecation, Method, PageSizes, RouteDefinition } from '../routes/route';
import { PREFIX } from '../routes';

/** A compiled route. Server, OpenAPI document and tests use it, so that they agree. */
export interface CompiledRoute extends Inputs, ResponseMapping {
  readonly method: Method;
  /** `/api/v1/principals/{principal_key}` */
  readonly path: string;
  /** Statuses of answers without an error. */
  readonly statuses: readonly (200 | 201)[];
  /** Path of the GraphQL field: `createTrade`, `principal.trade.settlement`. */
  readonly field: string;
  readonly description: string;
  readonly isMutation: boolean;
  /** The document with its fragments. */
  readonly text: string;
  readonly document: DocumentNode;
  /** Root fields of the document. The caller needs access to them. */
  readonly rootFields: readonly FieldNode[];
  /** Whether all 404 answers are the same bytes, so they reveal nothing about the path. */
  readonly hidesExistence: boolean;
  readonly deprecated: Deprecation | undefined;
  /** Name of the query parameter for the cursor, if the list has pages. */
  readonly cursor: string | undefined;
  readonly decode: (request: RestRequest) => DecodedRequest;
  readonly coerce: (variables: Readonly<Record<string, unknown>>) => CoercedVariables;
}

/**
 * Compiles all routes, once at startup.
 * @throws Error with method and path, for a document that is invalid or does not match its path
 */
export function compileRoutes(
  schema: GraphQLSchema,
  rows: readonly RouteDefinition[],
  page: PageSizes,
): CompiledRoute[] {
  const routes = rows.map((row) => {
    try {
      return compile(schema, row, page);
    } catch (error) {
      throw new Error(`${row.method} ${row.path}: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      });
    }
  });
  const names = routes.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`);
  const duplicate = names.find((name, index) => names.indexOf(name) !== index);
  if (duplicate !== undefined) throw new Error(`${duplicate} is defined twice`);
  return routes;
}

function compile(schema: GraphQLSchema, row: RouteDefinition, page: PageSizes): CompiledRoute {
  const document = routeDocument(schema, row.document);
  const inputs = inputsOf(schema, row, document, page);
  const mapping = responseMappingOf(row, document);
  const { path, isMutation } = document;
  const [root] = path;
  if (!root) throw new Error('a document has a path to its body');
  return {
    ...inputs,
    ...mapping,
    method: row.method,
    path: `${PREFIX}${row.path}`,
    statuses: row.overrides.notCreatedWhenNull === undefined ? [row.status] : [row.status, 200],
    field: (isMutation ? [root] : path).map(({ field }) => field.name).join('.'),
    description: descriptionOf(isMutation ? root.field : path.at(-1)?.field),
    isMutation,
    text: document.text,
    document: document.document,
    rootFields: [root.node],
    hidesExistence: row.overrides.absent !== undefined,
    deprecated: row.overrides.deprecated,
    cursor: inputs.parameters.find(
      ({ in: where, name }) => where === 'query' && (name === 'cursor' || name === 'after'),
    )?.name,
    decode: (request) => decodeRequest(inputs, request),
    coerce: (variables) => coerceVariables(schema, document.operation, variables),
  };
}

/** The description without what only GraphQL offers. */
function descriptionOf(field: GraphQLField<unknown, unknown> | undefined): string {
  const { restDescription } = field?.extensions ?? {};
  return typeof restDescription === 'string' ? restDescription : (field?.description ?? '');
}
