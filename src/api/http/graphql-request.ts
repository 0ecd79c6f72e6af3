import { invalid, Refusal } from '../../domain/errors/errors';
import type { GraphqlRequest } from '../graphql/execution/executor';

/** As it was sent. */
type SentRequest = Omit<GraphqlRequest, 'document'>;

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** The request of a POST body. @throws Refusal 400: no JSON, no object, no query; `query_refused` for a batch */
export function readBody(body: Buffer | undefined): SentRequest {
  const json = parseJson(body);
  if (Array.isArray(json)) {
    throw new Refusal('query_refused', 'Batches are not taken: send one operation a request.', { limit: 'batch' });
  }
  if (typeof json !== 'object' || json === null) throw fault('', 'must be a JSON object with a query');
  return readMembers(json as Record<string, unknown>);
}

/** The request of a GET: query, variables (JSON text) and operationName as query parameters. */
export function readQueryString(search: string): SentRequest {
  const parameters = new URLSearchParams(search);
  const variables = parameters.get('variables');
  const extensions = parameters.get('extensions');
  return readMembers({
    query: parameters.get('query') ?? undefined,
    variables: variables === null ? undefined : parseJson(Buffer.from(variables)),
    operationName: parameters.get('operationName') ?? undefined,
    extensions: extensions === null ? undefined : parseJson(Buffer.from(extensions)),
  });
}

function parseJson(body: Buffer | undefined): unknown {
  if (!body || body.length === 0) throw fault('', 'must have a JSON body');
  try {
    return JSON.parse(UTF8.decode(body));
  } catch (error) {
    throw fault('', `is not JSON: ${error instanceof SyntaxError ? error.message : 'it is not UTF-8'}`);
  }
}

function readMembers({ query, variables, operationName, extensions }: Record<string, unknown>): SentRequest {
  if (typeof query !== 'string') throw fault('/query', 'must be a GraphQL document as text');
  if (!isMap(variables)) throw fault('/variables', 'must be an object');
  // None is known; what has another form is a mistake all the same (GraphQL over HTTP, Request Parameters).
  if (!isMap(extensions)) throw fault('/extensions', 'must be an object');
  if (operationName !== undefined && operationName !== null && typeof operationName !== 'string') {
    throw fault('/operationName', 'must be text');
  }
  return {
    query,
    variables: (variables ?? {}) as Record<string, unknown>,
    operationName: operationName ?? undefined,
  };
}

/** An object, or nothing. */
function isMap(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'object' && !Array.isArray(value));
}

function fault(pointer: string, detail: string): Refusal {
  return invalid([{ pointer, detail }]);
}
