import { invalidMember, Refusal } from '../../domain/errors/errors';
import { parseJsonExactly } from '../../domain/json-numbers';
import { persistedHash, type SentRequest } from './persisted-query';

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** Parses a POST body. @throws Refusal 400 if it is not a JSON object with a query; `query_refused` for a batch */
export function readBody(body: Buffer | undefined): SentRequest {
  const json = parseJson(body);
  if (Array.isArray(json)) {
    throw new Refusal('query_refused', 'Batches are not supported. Send one operation in each request.', {
      limit: 'batch',
    });
  }
  if (typeof json !== 'object' || json === null) throw invalidMember('', 'must be a JSON object with a query');
  return readMembers(json as Record<string, unknown>);
}

/** Returns the query of a request target. */
export function searchOf(target: string): string {
  const mark = target.indexOf('?');
  return mark === -1 ? '' : target.slice(mark + 1);
}

/** Parses a GET: `query`, `operationName`, and `variables` and `extensions` as JSON text. */
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
  if (!body || body.length === 0) throw invalidMember('', 'must have a JSON body');
  try {
    return parseJsonExactly(UTF8.decode(body));
  } catch (error) {
    throw invalidMember('', `must be JSON: ${error instanceof SyntaxError ? error.message : 'the text is not UTF-8'}`);
  }
}

function readMembers({ query, variables, operationName, extensions }: Record<string, unknown>): SentRequest {
  if (!isMap(extensions)) throw invalidMember('/extensions', 'must be an object');
  const hash = persistedHash(extensions, typeof query === 'string' ? query : undefined);
  const isPersisted = hash !== undefined && (query === undefined || query === null);
  if (typeof query !== 'string' && !isPersisted)
    throw invalidMember('/query', 'must be the text of a GraphQL document');
  if (!isMap(variables)) throw invalidMember('/variables', 'must be an object');
  if (operationName !== undefined && operationName !== null && typeof operationName !== 'string') {
    throw invalidMember('/operationName', 'must be text');
  }
  return {
    query: typeof query === 'string' ? query : undefined,
    hash,
    variables: (variables ?? {}) as Record<string, unknown>,
    operationName: operationName ?? undefined,
  };
}

/** Tells whether a value is an object or absent. */
function isMap(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'object' && !Array.isArray(value));
}
