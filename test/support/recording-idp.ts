import { createHmac, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The answer to the next code: correct, an error that quotes the code, for another sign-in, or wrongly signed. */
export type Manner = 'right' | 'error' | 'wrong nonce' | Forgery;

/** How an ID token is not signed by the provider. */
export type Forgery =
  'alg none' | 'no signature' | 'another key' | 'unknown kid' | 'client secret as key' | 'changed claims';

type Keep = (name: string, value: string) => void;

const SUBJECT = 'overheard';

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

async function form(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8') as AsyncIterable<string>) text += chunk;
  return new URLSearchParams(text);
}

/** An identity provider that signs everyone in as one human and passes every secret to `keep`. */
export class RecordingProvider {
  readonly subject = SUBJECT;
  readonly clientId = 'service';
  readonly clientSecret = randomBytes(24).toString('hex');
  manner: Manner = 'right';
  /** The claim `auth_time`, in seconds before the ID token; undefined: the token has none. */
  authenticatedBefore: number | undefined;
  /** The number of requests for the keys. */
  keyRequests = 0;
  private keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  private kid = 'one';
  private readonly nonces = new Map<string, string>();
  private readonly server = createServer((request, response) => {
    void this.answer(request).then(({ status, location, body }) => {
      if (location !== undefined) response.setHeader('location', location);
      response.setHeader('content-type', 'application/json');
      response.writeHead(status).end(JSON.stringify(body ?? {}));
    });
  });

  constructor(private readonly keep: Keep) {}

  get issuer(): string {
    return `http://127.0.0.1:${String((this.server.address() as AddressInfo).port)}`;
  }

  async start(): Promise<void> {
    this.keep('client secret', this.clientSecret);
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  }

  /** Replaces the signing key by one with another `kid`. */
  rotate(kid: string): void {
    this.keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
    this.kid = kid;
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private async answer(
    request: IncomingMessage,
  ): Promise<{ readonly status: number; readonly location?: string; readonly body?: object }> {
    const { pathname, searchParams } = new URL(request.url ?? '/', this.issuer);
    if (pathname === '/authorize') return { status: 303, location: this.sendBack(searchParams) };
    if (pathname === '/token') return this.tokens(request);
    if (pathname === '/keys') {
      this.keyRequests += 1;
      const jwk = this.keys.publicKey.export({ format: 'jwk' });
      return { status: 200, body: { keys: [{ ...jwk, alg: 'RS256', use: 'sig', kid: this.kid }] } };
    }
    return { status: 200, body: this.discovery() };
  }

  private discovery(): object {
    return {
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/authorize`,
      token_endpoint: `${this.issuer}/token`,
      jwks_uri: `${this.issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    };
  }

  private sendBack(parameters: URLSearchParams): string {
    const code = randomBytes(24).toString('base64url');
    this.keep('code', code);
    this.nonces.set(code, parameters.get('nonce') ?? '');
    const back = new URL(parameters.get('redirect_uri') ?? '');
    back.search = new URLSearchParams({ code, state: parameters.get('state') ?? '', iss: this.issuer }).toString();
    return back.href;
  }

  private async tokens(request: IncomingMessage): Promise<{ readonly status: number; readonly body: object }> {
    const parameters = await form(request);
    const code = parameters.get('code') ?? '';
    this.keep('PKCE verifier', parameters.get('code_verifier') ?? '');
    this.keep('client authorization', (request.headers.authorization ?? '').replace(/^Basic /, ''));
    if (this.manner === 'error') {
      return { status: 400, body: { error: 'invalid_grant', error_description: `The code ${code} is no good.` } };
    }
    const nonce = this.manner === 'wrong nonce' ? 'another sign-in' : this.nonces.get(code);
    const body = {
      token_type: 'Bearer',
      access_token: randomBytes(24).toString('base64url'),
      refresh_token: randomBytes(24).toString('base64url'),
      id_token: this.idToken(nonce ?? ''),
    };
    this.keep("provider's access token", body.access_token);
    this.keep("provider's refresh token", body.refresh_token);
    this.keep("provider's ID token", body.id_token);
    return { status: 200, body };
  }

  private idToken(nonce: string): string {
    const iat = Math.floor(Date.now() / 1000);
    const { authenticatedBefore: before } = this;
    const claims = {
      ...{ iss: this.issuer, aud: this.clientId, sub: SUBJECT, nonce, iat, exp: iat + 300 },
      ...(before !== undefined && { auth_time: iat - before }),
    };
    const { header, signature } = this.signing();
    const text = `${encoded(header)}.${encoded(claims)}`;
    const sent = this.manner === 'changed claims' ? `${encoded(header)}.${encoded({ ...claims, sub: 'admin' })}` : text;
    return `${sent}.${signature(Buffer.from(text)).toString('base64url')}`;
  }

  private signing(): { readonly header: object; readonly signature: (text: Buffer) => Buffer } {
    const header = { alg: 'RS256', kid: this.kid };
    const rs256 = (text: Buffer): Buffer => sign('sha256', text, this.keys.privateKey);
    switch (this.manner) {
      case 'alg none':
        return { header: { alg: 'none' }, signature: () => Buffer.alloc(0) };
      case 'no signature':
        return { header, signature: () => Buffer.alloc(0) };
      case 'another key': {
        const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
        return { header, signature: (text) => sign('sha256', text, privateKey) };
      }
      case 'unknown kid':
        return { header: { ...header, kid: 'nobody' }, signature: rs256 };
      case 'client secret as key':
        return {
          header: { alg: 'HS256' },
          signature: (text) => createHmac('sha256', this.clientSecret).update(text).digest(),
        };
      default:
        return { header, signature: rs256 };
    }
  }
}
