import type { DocumentNode, FieldNode, GraphQLSchema } from 'graphql';
import { type CoercedVariables, coerceVariables } from '../../graphql/execution/variables';
import { type ResponseMapping, responseMappingOf } from './response-mapping';
import { routeDocument } from './document';
import { type Inputs, inputsOf } from './parameters';
import { type DecodedRequest, decodeRequest, type RestRequest } from './request';
import type { Deprecation, Method, PageSizes, RouteDefinition } from '../routes/route';
import { PREFIX } from '../routes';

/**
 * A line of the table, ready to be served: everything about its path, for the server and for whoever describes it. Derived
 * from document and schema; nothing is typed twice.
 */
export interface CompiledRoute extends Inputs, ResponseMapping {
  readonly method: Method;
  /** `/api/v1/principals/{principal_key}` */
  readonly path: string;
  /** Of an answer that is none of the refusals. */
  readonly statuses: readonly (200 | 201)[];
  /** Where it is in GraphQL: `createTrade`, `principal.trade.settlement`. */
  readonly field: string;
  readonly description: string;
  readonly isMutation: boolean;
  /** The document, whole. */
  readonly text: string;
  readonly document: DocumentNode;
  /** Fields at the root of the document: what it is allowed by. */
  readonly rootFields: readonly FieldNode[];
  /** Whether the 404 is the same bytes whatever was asked. */
  readonly hidesExistence: boolean;
  readonly deprecated: Deprecation | undefined;
  /** The query parameter that goes on from a cursor, in a list that has one. */
  readonly cursor: string | undefined;
  readonly decode: (request: RestRequest) => DecodedRequest;
  /** Variables as the executor sees them. */
  readonly fit: (variables: Readonly<Record<string, unknown>>) => CoercedVariables;
}

/**
 * Compiles the table once, at boot.
 * @throws Error naming method and path, for a document that does not parse, does not fit the schema or its path
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
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`${twice} is there twice`);
  return routes;
}

function compile(schema: GraphQLSchema, row: RouteDefinition, page: PageSizes): CompiledRoute {
  const document = routeDocument(schema, row.document);
  const inputs = inputsOf(schema, row, document, page);
  const answering = responseMappingOf(row, document);
  const { path, isMutation } = document;
  const [root] = path;
  if (!root) throw new Error('a document has a path to its body');
  return {
    ...inputs,
    ...answering,
    method: row.method,
    path: `${PREFIX}${row.path}`,
    statuses: row.overrides.notMadeWithout === undefined ? [row.status] : [row.status, 200],
    field: (isMutation ? [root] : path).map(({ field }) => field.name).join('.'),
    description: (isMutation ? root : path.at(-1))?.field.description ?? '',
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
    fit: (variables) => coerceVariables(schema, document.operation, variables),
  };
}
