import { createHash, createHmac } from 'node:crypto';

/** A credential, as `createCredential`, `rotateCredential` or `provisionPrincipal` returns it. */
export interface Credential {
  /** Public key id, `ak_live_…`. */
  readonly apiKey: string;
  /** `sk_live_…`. The whole string is the HMAC key. */
  readonly signingSecret: string;
}

/** The human for whom a console acts. */
export interface ActingHuman {
  readonly provider: string;
  readonly subject: string;
}

/** Credential and identity of the signed request. */
export interface Signer {
  readonly credential: Credential;
  /** Id or key of an agent, sent as `X-Agent-Id`. */
  readonly agentId?: string | undefined;
  /** For a console's credential only: `X-Acting-Provider` and `X-Acting-Subject`. */
  readonly acting?: ActingHuman | undefined;
}

export interface UnsignedRequest {
  /** HTTP method as sent, because methods are case-sensitive. */
  readonly method: string;
  readonly url: string | URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
}

/** A request with all its headers in lower case; the HTTP library adds `host`. */
export interface SignedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
}

export interface SigningTime {
  /** Default: now. */
  readonly now?: Date;
  /** Validity of the signature in seconds; default: the server's window. */
  readonly expiresInSeconds?: number;
  readonly nonce?: string;
}

const OPTIONAL_HEADERS = [
  'idempotency-key',
  'x-agent-id',
  'x-acting-provider',
  'x-acting-subject',
  'authorization',
  'mcp-method',
  'mcp-name',
  'mcp-protocol-version',
];
const PRINTABLE = /^[\t -~]*$/;

/**
 * Signs a request by RFC 9421 and RFC 9530: HMAC-SHA256, profile `ats-v1`. Throws a TypeError on a header value that cannot be
 * signed.
 */
export function signRequest(request: UnsignedRequest, signer: Signer, time: SigningTime = {}): SignedRequest {
  const url = new URL(request.url);
  url.hash = '';
  const body = request.body?.length ? request.body : undefined;
  const headers = lowerCased({ ...request.headers, ...identityHeaders(signer) });
  if (body !== undefined) headers['content-digest'] = contentDigest(body);
  const covered = [
    ...(body === undefined ? [] : ['content-digest']),
    ...OPTIONAL_HEADERS.filter((name) => name in headers),
  ];
  const components: [string, string][] = [
    ['@method', request.method],
    ['@authority', url.host],
    ['@path', url.pathname],
    ['@query', url.search === '' ? '?' : url.search],
    ...covered.map((name): [string, string] => [name, headers[name] ?? '']),
  ];
  const signature = signatureFields(components, signer.credential, time);
  return { method: request.method, url: url.href, headers: { ...headers, ...signature }, body };
}

/** Signs `connectionParams`, for WebSocket clients that cannot set headers. */
export function signConnectionParams(
  url: string | URL,
  signer: Signer,
  time: SigningTime = {},
): Record<string, string> {
  return { ...signRequest({ method: 'GET', url }, signer, time).headers };
}

/** Computes RFC 9530's `Content-Digest` with sha-256. */
export function contentDigest(body: string | Uint8Array): string {
  return `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
}

function identityHeaders(signer: Signer): Record<string, string> {
  return {
    ...(signer.agentId === undefined ? {} : { 'x-agent-id': signer.agentId }),
    ...(signer.acting === undefined
      ? {}
      : { 'x-acting-provider': signer.acting.provider, 'x-acting-subject': signer.acting.subject }),
  };
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (!PRINTABLE.test(value))
      throw new TypeError(`header ${name} has characters other than printable ASCII: encode its value`);
    // HTTP strips this whitespace, so it must not be signed.
    result[name.toLowerCase()] = value.trim();
  }
  return result;
}

function signatureFields(
  components: readonly [string, string][],
  credential: Credential,
  time: SigningTime,
): { 'signature-input': string; signature: string } {
  const created = Math.floor((time.now ?? new Date()).getTime() / 1000);
  const parameters = [
    `(${components.map(([name]) => `"${name}"`).join(' ')})`,
    `created=${created}`,
    `keyid="${credential.apiKey}"`,
    'tag="ats-v1"',
    ...(time.expiresInSeconds === undefined ? [] : [`expires=${created + time.expiresInSeconds}`]),
    ...(time.nonce === undefined ? [] : [`nonce="${time.nonce.replace(/["\\]/g, '\\$&')}"`]),
  ].join(';');
  const base = [...components, ['@signature-params', parameters]]
    .map(([name, value]) => `"${name}": ${value}`)
    .join('\n');
  const mac = createHmac('sha256', credential.signingSecret).update(base).digest('base64');
  return { 'signature-input': `ats=${parameters}`, signature: `ats=:${mac}:` };
}
