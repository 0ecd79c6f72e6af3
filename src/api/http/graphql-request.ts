import { invalidMember, Refusal } from '../../domain/errors/errors';
import { parseJsonExactly } from '../../domain/json-numbers';
import { persistedHash, type SentRequest } from './persisted-query';

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** Parses a POST body. @throws Refusal 400 if it is not a JSON object with a query; `query_refused` for a batch */
export function readBody(body: Buffer | undefined): SentRequest {
  if (!body || body.length === 0) throw invalidMember('', 'must have a JSON body');
  const json = parseJson(decode(body), '');
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
  const member = (name: string): unknown => {
    const text = parameters.get(name);
    return text === null ? undefined : parseJson(text, `/${name}`);
  };
  return readMembers({
    query: parameters.get('query') ?? undefined,
    variables: member('variables'),
    operationName: parameters.get('operationName') ?? undefined,
    extensions: member('extensions'),
  });
}

function decode(body: Buffer): string {
  try {
    return UTF8.decode(body);
  } catch {
    throw invalidMember('', 'must be JSON: the text is not UTF-8');
  }
}

function parseJson(text: string, pointer: string): unknown {
  try {
    return parseJsonExactly(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw invalidMember(pointer, `must be JSON: ${error.message}`);
    throw error;
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
