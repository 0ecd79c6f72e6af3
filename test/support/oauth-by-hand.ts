import { createHash, randomBytes } from 'node:crypto';
import { Browser } from '../integration/sign-in/support';
import { allowing, openConsent, submitConsent } from './oauth-application';

/** Requests to the authorization server without a client library. */

export const REDIRECT = 'http://127.0.0.1:33418/callback';

export type Json = Readonly<Record<string, unknown>>;

export interface JsonAnswer {
  readonly status: number;
  readonly json: Json;
}

const verifier = randomBytes(32).toString('base64url');
const challenge = createHash('sha256').update(verifier).digest('base64url');

export class OauthByHand {
  constructor(
    private readonly url: string,
    private readonly human: string,
  ) {}

  async getJson(path: string): Promise<Json> {
    return (await (await fetch(`${this.url}${path}`)).json()) as Json;
  }

  async register(metadata: object): Promise<JsonAnswer> {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${this.url}/oauth/register`, {
      method: 'POST',
      headers,
      body: JSON.stringify(metadata),
    });
    return { status: response.status, json: (await response.json()) as Json };
  }

  /** The id of a registered client. */
  async registered(metadata: object = {}): Promise<string> {
    const { json } = await this.register({ client_name: 'By hand', redirect_uris: [REDIRECT], ...metadata });
    return String(json['client_id']);
  }

  authorizationUrl(clientId: string, changes: Readonly<Record<string, string | undefined>> = {}): string {
    const query: Record<string, string | undefined> = {
      client_id: clientId,
      redirect_uri: REDIRECT,
      response_type: 'code',
      scope: 'ats:read ats:trade',
      state: 'a state',
      resource: `${this.url}/mcp`,
      code_challenge: challenge,
      code_challenge_method: 'S256',
      ...changes,
    };
    const present = Object.entries(query).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, value]],
    );
    return `${this.url}/oauth/authorize?${new URLSearchParams(present).toString()}`;
  }

  /** The answer to a consent to all scopes, at the application. */
  async consent(clientId: string, browser = new Browser()): Promise<URL> {
    const { url, page } = await openConsent(browser, this.authorizationUrl(clientId), this.human);
    return submitConsent(browser, url, allowing(page));
  }

  /** A code for a consent to all scopes. */
  async codeFor(clientId: string, browser?: Browser): Promise<string> {
    return (await this.consent(clientId, browser)).searchParams.get('code') ?? '';
  }

  redeem(clientId: string, code: string, changes: Readonly<Record<string, string>> = {}): Promise<JsonAnswer> {
    const body = { redirect_uri: REDIRECT, code, code_verifier: verifier };
    return this.token({ grant_type: 'authorization_code', client_id: clientId, ...body, ...changes });
  }

  async token(body: Readonly<Record<string, string>>): Promise<JsonAnswer> {
    const response = await fetch(`${this.url}/oauth/token`, { method: 'POST', body: new URLSearchParams(body) });
    return { status: response.status, json: (await response.json()) as Json };
  }
}
