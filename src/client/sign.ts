import { createHash, createHmac } from 'node:crypto';

/** What `createCredential`, `rotateCredential` and `provisionPrincipal` give, the secret once. */
export interface Credential {
  /** `ak_live_…`, the public half. */
  readonly apiKey: string;
  /** `sk_live_…`: the whole string is the HMAC key. */
  readonly signingSecret: string;
}

/** The human a console acts for. */
export interface Acting {
  readonly provider: string;
  readonly subject: string;
}

/** Who signs. */
export interface Signer {
  readonly credential: Credential;
  /** An agent's id or key, sent as `X-Agent-Id`. */
  readonly agentId?: string | undefined;
  /** For a console's credential only: `X-Acting-Provider` and `X-Acting-Subject`. */
  readonly acting?: Acting | undefined;
}

export interface UnsignedRequest {
  /** As it will be sent: methods are case-sensitive. */
  readonly method: string;
  readonly url: string | URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
}

/** A request with all headers that have to be sent with it, lower-case; `host` is left to the HTTP library. */
export interface SignedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
}

export interface SigningTime {
  readonly now: Date;
  /** Seconds after which the server must refuse the signature; by default the server's window alone decides. */
  readonly expiresInSeconds?: number;
  readonly nonce?: string;
}

const IF_CARRIED = ['idempotency-key', 'x-agent-id', 'x-acting-provider', 'x-acting-subject', 'authorization'];
const PRINTABLE = /^[\t -~]*$/;

/**
 * Signs a request for the Agent Trading Service: RFC 9421 and RFC 9530, HMAC-SHA256, profile `ats-v1` (contract §3).
 * Pure: the time is an argument. Throws a TypeError on a header value that cannot be signed.
 */
export function signRequest(request: UnsignedRequest, signer: Signer, time: SigningTime): SignedRequest {
  const url = new URL(request.url);
  url.hash = '';
  const body = request.body?.length ? request.body : undefined;
  const headers = lowerCased({ ...request.headers, ...identityHeaders(signer) });
  if (body !== undefined) headers['content-digest'] = contentDigest(body);
  const covered = [...(body === undefined ? [] : ['content-digest']), ...IF_CARRIED.filter((name) => name in headers)];
  const components: [string, string][] = [
    ['@method', request.method],
    ['@authority', url.host],
    ['@path', url.pathname],
    ['@query', url.search === '' ? '?' : url.search],
    ...covered.map((name): [string, string] => [name, headers[name] ?? '']),
  ];
  const proof = signatureFields(components, signer.credential, time);
  return { method: request.method, url: url.href, headers: { ...headers, ...proof }, body };
}

/** The proof a WebSocket client that cannot set headers sends as `connectionParams` (contract §3). */
export function signConnectionParams(url: string | URL, signer: Signer, time: SigningTime): Record<string, string> {
  return { ...signRequest({ method: 'GET', url }, signer, time).headers };
}

/** RFC 9530 `Content-Digest` with sha-256 over the body's bytes. */
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
    if (!PRINTABLE.test(value)) throw new TypeError(`header ${name} has characters other than printable ASCII`);
    // What HTTP strips on the way must not be signed.
    result[name.toLowerCase()] = value.trim();
  }
  return result;
}

function signatureFields(
  components: readonly [string, string][],
  credential: Credential,
  time: SigningTime,
): { 'signature-input': string; signature: string } {
  const created = Math.floor(time.now.getTime() / 1000);
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
