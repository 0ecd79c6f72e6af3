import { ApiError, type Signer, signRequest } from '../../src/client';
import { errorCatalogue, type ErrorCode } from '../../src/domain/errors/catalogue';
import type { TestApp } from './app';
import type { Party } from './actors';

/** Single signed requests and their raw responses, without retries. */

export interface Sending {
  readonly method?: string;
  readonly path?: string;
  readonly body?: string;
  readonly key?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Added after signing, as an attacker could. */
  readonly unsigned?: Readonly<Record<string, string>>;
  readonly now?: Date;
}

export interface Sent {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: Answered;
}

export interface Answered {
  readonly data?: Record<string, Record<string, unknown>> | null;
  readonly errors?: readonly {
    readonly message: string;
    readonly path?: readonly (string | number)[];
    readonly extensions: Readonly<Record<string, unknown>>;
  }[];
  readonly [member: string]: unknown;
}

export interface Target extends Pick<TestApp, 'url'> {
  /** The proxy that forwards the request; the signature is still for `url`. */
  readonly via?: string;
}

/** Sends one request, signed unless `signer` is null. */
export async function send(app: Target, signer: Signer | null, sending: Sending): Promise<Sent> {
  const { method = 'POST', path = '/graphql', body, key, headers = {}, unsigned = {}, now = new Date() } = sending;
  const plain = {
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(key === undefined ? {} : { 'idempotency-key': key }),
    ...headers,
  };
  const request = { method, url: new URL(path, app.url), headers: plain, body };
  const signed = signer === null ? plain : signRequest(request, signer, { now }).headers;
  const response = await fetch(new URL(path, app.via ?? app.url), {
    method,
    headers: { ...signed, ...unsigned },
    redirect: 'manual',
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parse(text) };
}

function parse(text: string): Answered {
  try {
    return JSON.parse(text) as Answered;
  } catch {
    return {};
  }
}

export const signerOf = ({ credential, agentId }: Pick<Party, 'credential' | 'agentId'>): Signer => ({
  credential,
  agentId,
});

/** A mutation's body with one root field and its input in the variables. */
export function mutation(field: string, input: object, selection: string): string {
  const type = `${field.charAt(0).toUpperCase()}${field.slice(1)}Input`;
  return JSON.stringify({
    query: `mutation ($input: ${type}!) { ${field}(input: $input) { ${selection} } }`,
    variables: { input },
  });
}

export const query = (text: string, variables: object = {}): string => JSON.stringify({ query: text, variables });

/** The code of the first GraphQL error or of the problem; undefined if there is none. */
export function codeOf({ json }: Sent): unknown {
  return json.errors?.[0]?.extensions['code'] ?? json['code'];
}

/**
 * Returns the members of the refusal of a call.
 * Fails unless its code, status and recovery match the catalogue.
 */
export async function refusal(work: Promise<unknown>, code: ErrorCode): Promise<Readonly<Record<string, unknown>>> {
  let error: ApiError | undefined;
  try {
    await work;
  } catch (thrown) {
    if (!(thrown instanceof ApiError)) throw thrown;
    error = thrown;
  }
  const { status, recovery } = errorCatalogue[code];
  expect(error && { code: error.code, status: error.status, recovery: error.recovery }).toEqual({
    code,
    status,
    recovery,
  });
  return error?.members ?? {};
}

/** Checks the refusal of a single request, as `refusal` does. */
export function refusedAs(sent: Sent, code: ErrorCode): Readonly<Record<string, unknown>> {
  const extensions = sent.json.errors?.[0]?.extensions ?? sent.json;
  const { status, title, recovery } = errorCatalogue[code];
  expect(extensions).toMatchObject({ code, status, title, recovery });
  return extensions;
}
