import { randomUUID } from 'node:crypto';
import { InvalidArgumentError } from 'commander';
import { Kind, OperationTypeNode, parse } from 'graphql';
import { type Acting, signRequest, type UnsignedRequest } from '../client';
import { endpoint } from '../client/client';
import { readCredential, textOf } from './credential-file';

/** What the options of `ats request` say. */
export interface RequestOptions {
  readonly credential?: string;
  readonly variables?: string;
  readonly operation?: string;
  readonly data?: string;
  readonly method?: string;
  readonly agentId?: string;
  readonly acting?: Acting;
  readonly idempotencyKey?: string;
  readonly url?: string;
  readonly include?: true;
  readonly raw?: true;
  readonly printCurl?: true;
}

/** A request ready to be sent; `generatedKey` when its idempotency key was made here. */
export interface PreparedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
  readonly generatedKey: string | undefined;
}

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** `provider:subject`; a subject may have colons of its own. */
export function parseActing(text: string): Acting {
  const colon = text.indexOf(':');
  if (colon < 1 || colon === text.length - 1) throw new InvalidArgumentError('It is provider:subject.');
  return { provider: text.slice(0, colon), subject: text.slice(colon + 1) };
}

export function parseAddress(text: string): string {
  if (!/^https?:/i.test(text) || !URL.canParse(text)) {
    throw new InvalidArgumentError('It is an address such as https://api.example.com.');
  }
  return text;
}

/** JSON, or `@file` with JSON in it; the text as it is. */
export function parseJson(given: string): string {
  const text = given.startsWith('@') ? textOf(given.slice(1)) : given;
  try {
    JSON.parse(text);
  } catch (error) {
    throw new InvalidArgumentError(`It is not JSON: ${error instanceof Error ? error.message : String(error)}.`);
  }
  return text;
}

/** Variables are an object of JSON. */
export function parseVariables(given: string): string {
  const text = parseJson(given);
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new InvalidArgumentError('Variables are a JSON object: {"name": value}.');
  }
  return text;
}

function isMutation(document: string): boolean {
  try {
    return parse(document).definitions.some(
      (definition) =>
        definition.kind === Kind.OPERATION_DEFINITION && definition.operation === OperationTypeNode.MUTATION,
    );
  } catch (error) {
    throw new InvalidArgumentError(`not GraphQL: ${error instanceof Error ? error.message : String(error)}`);
  }
}

interface StructuredFields extends UnsignedRequest {
  readonly changes: boolean;
}

function graphql(given: string, options: RequestOptions, base: string): StructuredFields {
  const query = given.startsWith('@') ? textOf(given.slice(1)) : given === '-' ? textOf('-') : given;
  const variables: unknown = options.variables === undefined ? undefined : JSON.parse(options.variables);
  const body = JSON.stringify({ query, variables, operationName: options.operation });
  const headers = { 'content-type': 'application/json', accept: 'application/json' };
  return { method: 'POST', url: endpoint(base), headers, body, changes: isMutation(query) };
}

function rest(path: string, options: RequestOptions, base: string): StructuredFields {
  const { data } = options;
  const method = (options.method ?? (data === undefined ? 'GET' : 'POST')).toUpperCase();
  const headers: Record<string, string> = {
    accept: 'application/json',
    ...(data === undefined ? {} : { 'content-type': 'application/json' }),
  };
  return { method, url: new URL(path, base).href, headers, body: data, changes: !READS.has(method) };
}

/** @throws InvalidArgumentError for what cannot be meant, Error for a file that cannot be read */
export function prepare(what: string, options: RequestOptions, base: string, now: Date): PreparedRequest {
  const isPath = what.startsWith('/');
  assertSameHost(isPath, what, options);
  const { changes, ...plain } = isPath ? rest(what, options, base) : graphql(what, options, base);
  const key = options.idempotencyKey ?? (changes ? randomUUID() : undefined);
  const headers = { ...plain.headers, ...(key === undefined ? {} : { 'idempotency-key': key }) };
  const generatedKey = options.idempotencyKey === undefined ? key : undefined;
  if (options.credential === undefined) {
    return { ...plain, url: String(plain.url), headers, body: plain.body, generatedKey };
  }
  const { credential, agentId } = readCredential(options.credential);
  const signer = { credential, agentId: options.agentId ?? agentId, acting: options.acting };
  return { ...signRequest({ ...plain, headers }, signer, { now }), generatedKey };
}

/** Options that belong to the other kind of request, which would be dropped without a word. */
function assertSameHost(isPath: boolean, what: string, options: RequestOptions): void {
  const { credential, variables, operation, data, method, acting, agentId } = options;
  const [wrong] = isPath
    ? [variables !== undefined && '--variables', operation !== undefined && '--operation'].filter(Boolean)
    : [data !== undefined && '--data', method !== undefined && '--method'].filter(Boolean);
  if (wrong) throw new InvalidArgumentError(`${wrong} does not go with ${isPath ? 'a path' : 'a GraphQL document'}`);
  if (what === '-' && credential === '-') throw new InvalidArgumentError('only one of them can be standard input');
  if (credential !== undefined) return;
  if (!isPath) {
    throw new InvalidArgumentError(
      '--credential FILE is missing: GraphQL requests are signed (npx ats platform-credential create makes a first one)',
    );
  }
  if (acting ?? agentId) throw new InvalidArgumentError('--acting and --agent-id are signed: they need --credential');
}
