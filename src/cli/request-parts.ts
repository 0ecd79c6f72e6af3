import { randomUUID } from 'node:crypto';
import { InvalidArgumentError } from 'commander';
import { Kind, OperationTypeNode, parse } from 'graphql/language';
import { type ActingHuman, endpoint, hasKeyInInput, signRequest, type UnsignedRequest } from '../client';
import { readCredential, textOf } from './credential-file';
import type { RequestKey } from './request-failure';

/** The options of `ats request`. */
export interface RequestOptions {
  readonly credential?: string;
  readonly variables?: string;
  readonly operation?: string;
  readonly data?: string;
  readonly method?: string;
  readonly agentId?: string;
  readonly acting?: ActingHuman;
  readonly idempotencyKey?: string;
  readonly url?: string;
  readonly include?: true;
  readonly raw?: true;
  readonly printCurl?: true;
}

/** A request to send. */
export interface PreparedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
  /** A new idempotency key. */
  readonly generatedKey: string | undefined;
  /** Undefined: the request changes nothing. */
  readonly key: RequestKey | undefined;
}

const READ_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Methods that `fetch` refuses. */
const FORBIDDEN_METHODS = new Set(['CONNECT', 'TRACE', 'TRACK']);

/** Parses `provider:subject`; a subject may contain colons. */
export function parseActing(text: string): ActingHuman {
  const colon = text.indexOf(':');
  if (colon < 1 || colon === text.length - 1) throw new InvalidArgumentError('Use provider:subject.');
  return { provider: text.slice(0, colon), subject: text.slice(colon + 1) };
}

export function parseAddress(text: string): string {
  if (!/^https?:/i.test(text) || !URL.canParse(text)) {
    throw new InvalidArgumentError('Use an address such as https://api.example.com.');
  }
  return text;
}

/** Checks JSON, or the JSON in `@file`, and returns its text. */
export function parseJson(value: string): string {
  const text = value.startsWith('@') ? textOf(value.slice(1)) : value;
  try {
    JSON.parse(text);
  } catch (error) {
    throw new InvalidArgumentError(`It is not JSON: ${error instanceof Error ? error.message : String(error)}.`);
  }
  return text;
}

export function parseVariables(json: string): string {
  const text = parseJson(json);
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
    throw new InvalidArgumentError(
      `The document is not GraphQL: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

interface RequestDraft extends UnsignedRequest {
  readonly isChange: boolean;
  /** Whether its input has an idempotency key. */
  readonly hasKey: boolean;
}

function graphql(what: string, options: RequestOptions, base: string): RequestDraft {
  const query = what.startsWith('@') ? textOf(what.slice(1)) : what === '-' ? textOf('-') : what;
  const members = JSON.stringify({ query, operationName: options.operation });
  // The text of the caller, because JSON.parse would change large numbers.
  const body = options.variables === undefined ? members : `${members.slice(0, -1)},"variables":${options.variables}}`;
  const headers = { 'content-type': 'application/json', accept: 'application/json' };
  const variables: unknown = options.variables === undefined ? {} : JSON.parse(options.variables);
  const hasKey = hasKeyInInput(query, variables);
  return { method: 'POST', url: endpoint(base), headers, body, isChange: isMutation(query), hasKey };
}

function parseMethod(text: string): string {
  const method = text.toUpperCase();
  if (/^[A-Z-]+$/.test(method) && !FORBIDDEN_METHODS.has(method)) return method;
  throw new InvalidArgumentError(`--method ${text} cannot be sent. Use GET, HEAD, POST, PUT, PATCH or DELETE.`);
}

function rest(path: string, options: RequestOptions, base: string): RequestDraft {
  const { data } = options;
  const method = parseMethod(options.method ?? (data === undefined ? 'GET' : 'POST'));
  if (data !== undefined && (method === 'GET' || method === 'HEAD')) {
    throw new InvalidArgumentError(`--data cannot be used with ${method}, which has no body.`);
  }
  const headers: Record<string, string> = {
    accept: 'application/json',
    ...(data === undefined ? {} : { 'content-type': 'application/json' }),
  };
  return {
    method,
    url: new URL(`${base.replace(/\/$/, '')}${path}`).href,
    headers,
    body: data,
    isChange: !READ_METHODS.has(method),
    hasKey: false,
  };
}

/** Builds and signs a request. @throws InvalidArgumentError for wrong options, Error for an unreadable file */
export function prepare(what: string, options: RequestOptions, base: string, now: Date): PreparedRequest {
  const isPath = what.startsWith('/');
  assertOptionsFit(isPath, what, options);
  const { isChange, hasKey, ...plain } = isPath ? rest(what, options, base) : graphql(what, options, base);
  const inHeader = options.idempotencyKey ?? (isChange && !hasKey ? randomUUID() : undefined);
  const headers = { ...plain.headers, ...(inHeader === undefined ? {} : { 'idempotency-key': inHeader }) };
  const generatedKey = options.idempotencyKey === undefined ? inHeader : undefined;
  const keys = { generatedKey, key: isChange ? { inHeader } : undefined };
  if (options.credential === undefined) {
    return { ...plain, url: String(plain.url), headers, body: plain.body, ...keys };
  }
  const { credential, agentId, acting } = readCredential(options.credential);
  const signer = { credential, agentId: options.agentId ?? agentId, acting: options.acting ?? acting };
  return { ...signRequest({ ...plain, headers }, signer, { now }), ...keys };
}

/** Refuses options that the kind of request would ignore. */
function assertOptionsFit(isPath: boolean, what: string, options: RequestOptions): void {
  const { credential, variables, operation, data, method, acting, agentId } = options;
  const [wrong] = isPath
    ? [variables !== undefined && '--variables', operation !== undefined && '--operation'].filter(Boolean)
    : [data !== undefined && '--data', method !== undefined && '--method'].filter(Boolean);
  if (wrong)
    throw new InvalidArgumentError(`${wrong} cannot be used with ${isPath ? 'a path' : 'a GraphQL document'}.`);
  if (what === '-' && credential === '-') throw new InvalidArgumentError('Only one argument can be standard input.');
  if (credential !== undefined) return;
  if (!isPath) {
    throw new InvalidArgumentError(
      'GraphQL requests are signed, and --credential FILE is missing. In a sandbox it is .ats-sandbox/agent.json. Otherwise create one: (umask 077; npx ats platform-credential create --role console --json > console.json)',
    );
  }
  if (acting ?? agentId)
    throw new InvalidArgumentError('--acting and --agent-id need --credential, because they are signed.');
}
