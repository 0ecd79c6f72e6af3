import { createHash } from 'node:crypto';
import { Refusal } from '../../../src/domain/errors/errors';
import type { ErrorCode } from '../../../src/domain/errors/catalogue';
import { macOf } from '../../../src/api/auth/envelope/base';
import { isMacValid, parseEnvelope, type EnvelopeOptions, type EnvelopeRequest } from '../../../src/api/auth/envelope';

// Split, so that secret scanners ignore it.
export const SECRET = ['sk_live_', '0123456789abcdefghjkmnpqrstvwxyz0123456789abcdefghjk'].join('');
export const KEY_ID = ['ak_live_', '01jf6w9k3qe8vs2b7n4xgzt5hm'].join('');
export const NOW = 1795167000;
export const OPTIONS: EnvelopeOptions = { now: new Date(NOW * 1000), windowSeconds: 300, defaultPort: 443 };

export const PARAMETERS = `;created=${NOW};keyid="${KEY_ID}";tag="ats-v1"`;
export const FOUR = ['@method', '@authority', '@path', '@query'];

export interface Draft {
  method?: string;
  target?: string;
  headers?: readonly (readonly [string, string])[];
  body?: string;
  /** The value after `ats=`; by default the four components, all headers and PARAMETERS. */
  input?: string;
}

export function digestOf(body: string): string {
  return `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
}

export function list(components: readonly string[]): string {
  return `(${components.map((name) => `"${name}"`).join(' ')})`;
}

/** Signs a request by RFC 9421, without the code of the service. */
export function signed(draft: Draft = {}): EnvelopeRequest {
  const { method = 'GET', target = '/graphql', headers = [], body } = draft;
  const all = body === undefined ? [...headers] : [...headers, ['content-digest', digestOf(body)] as const];
  const components = [...FOUR, ...new Set(all.map(([name]) => name.toLowerCase()))];
  const input = draft.input ?? `${list(components)}${PARAMETERS}`;
  const query = target.indexOf('?');
  const derived = new Map([
    ['@method', method],
    ['@authority', 'api.example.com'],
    ['@path', query < 0 ? target : target.slice(0, query)],
    ['@query', query < 0 ? '?' : target.slice(query)],
  ]);
  const lines = [...input.slice(0, input.indexOf(')')).matchAll(/"([^"]*)"/g)].map(([, name = '']) => {
    const value = derived.get(name) ?? all.find(([header]) => header.toLowerCase() === name)?.[1].trim() ?? '';
    return `"${name}": ${value}`;
  });
  const base = [...lines, `"@signature-params": ${input}`].join('\n');
  const mac = macOf(base, Buffer.from(SECRET)).toString('base64');
  const sent = [
    ['Host', 'api.example.com'],
    ...all,
    ['Signature-Input', `ats=${input}`],
    ['Signature', `ats=:${mac}:`],
  ];
  return { method, target, rawHeaders: sent.flat(), body: body === undefined ? undefined : Buffer.from(body) };
}

export function withHeader(request: EnvelopeRequest, name: string, change: (value: string) => string): EnvelopeRequest {
  const rawHeaders = [...request.rawHeaders];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.toLowerCase() === name) rawHeaders[at + 1] = change(rawHeaders[at + 1] ?? '');
  }
  return { ...request, rawHeaders };
}

export type Verdict = { readonly code: ErrorCode | 'accepted'; readonly refusal?: Refusal };

/** Returns the result of the service for a known key with this secret. */
export function verify(request: EnvelopeRequest, options = OPTIONS, secret = SECRET): Verdict {
  return verifyBuilt(() => request, options, secret);
}

/** Builds and verifies a request, and returns the code of the refusal or `accepted`. */
export function verdictOn(make: () => EnvelopeRequest): Verdict['code'] {
  return verifyBuilt(make, OPTIONS, SECRET).code;
}

function verifyBuilt(make: () => EnvelopeRequest, options: EnvelopeOptions, secret: string): Verdict {
  try {
    return { code: isMacValid(parseEnvelope(make(), options), secret) ? 'accepted' : 'credential_invalid' };
  } catch (error) {
    if (error instanceof Refusal) return { code: error.code, refusal: error };
    throw error;
  }
}
