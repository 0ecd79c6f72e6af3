import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type Provider from 'oidc-provider';
import type { AdapterFactory, Configuration } from 'oidc-provider';
import { withoutCookie } from '../../domain/cookie-header';
import type { Log } from '../../operations/ports';
import { errorPage, PAGE_HEADERS, signInPage } from './built-in-page';
import { createBuiltInStore } from './built-in-store';

/** The built-in identity provider, for development and tests. It accepts every name. */
export interface BuiltIn {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  stop(): Promise<void>;
}

const CLIENT_ID = 'agent-trading-service';
const SUBJECT = /^[\x21-\x7e]{1,255}$/;
const MAX_FORM_BYTES = 4_096;
const MINUTE = 60;
const SESSION_COOKIE = 'ats_idp';

/**
 * Starts the provider on a free loopback port, so that only this machine can use it. It has one client, whose secret
 * lives as long as the process.
 */
export async function startBuiltIn(redirectUri: () => string, log: Log): Promise<BuiltIn> {
  const { default: OidcProvider } = await import('oidc-provider');
  const server = createServer();
  const issuer = await listen(server);
  const clientSecret = randomBytes(32).toString('base64url');
  const provider = new OidcProvider(issuer, configuration(createBuiltInStore(), clientSecret, redirectUri()));
  provider.on('server_error', (_, error) => {
    log.error({ reason: String(error) }, 'the built-in identity provider failed');
  });
  const callback = provider.callback();
  const host = new URL(issuer).host;
  server.on('request', (request, response) => void answer({ provider, callback, host, log }, request, response));
  return {
    issuer,
    clientId: CLIENT_ID,
    clientSecret,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(`http://127.0.0.1:${String(typeof address === 'object' && address ? address.port : 0)}`);
    });
  });
}

function configuration(adapter: AdapterFactory, clientSecret: string, redirectUri: string): Configuration {
  const signing = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' });
  return {
    adapter,
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    cookies: {
      keys: [randomBytes(32).toString('base64url')],
      names: { session: SESSION_COOKIE, interaction: 'ats_idp_form' },
    },
    jwks: { keys: [{ ...signing, alg: 'RS256', use: 'sig', kid: 'built-in' }] },
    features: { devInteractions: { enabled: false } },
    scopes: ['openid'],
    ttl: {
      AccessToken: MINUTE,
      AuthorizationCode: MINUTE,
      IdToken: 5 * MINUTE,
      Interaction: 10 * MINUTE,
      Session: 10 * MINUTE,
      Grant: 10 * MINUTE,
    },
    interactions: { url: (_, { uid }) => `/sign-in/${uid}` },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    clientBasedCORS: () => false,
    // The provider asks for no consent, because the service is its only client.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ accountId: oidc.session.accountId, clientId: oidc.client.clientId });
      grant.addOIDCScope('openid');
      await grant.save();
      return grant;
    },
    renderError: (context, { error }) => {
      context.type = 'html';
      context.body = errorPage('Sign-in failed', `The identity provider refused the request: ${error}.`);
    },
  };
}

interface BuiltInDeps {
  readonly provider: Provider;
  readonly callback: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  readonly host: string;
  readonly log: Log;
}

async function answer(parts: BuiltInDeps, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    // A foreign Host means DNS rebinding: a web page let its own name point to this address.
    if (request.headers.host !== parts.host) {
      page(response, 421, errorPage('Wrong host', `This server answers for ${parts.host} only.`));
      return;
    }
    forgetSession(request);
    if (request.url?.startsWith('/sign-in/') === true) await signIn(parts.provider, request, response);
    else await parts.callback(request, response);
  } catch (error) {
    parts.log.warn({ reason: String(error) }, 'the built-in identity provider could not continue a sign-in');
    if (response.headersSent) response.destroy();
    else page(response, 400, errorPage('Sign-in has ended', 'Go back to the service and sign in again.'));
  }
}

/** Shows the form and handles its submission. */
async function signIn(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  await provider.interactionDetails(request, response);
  if (request.method !== 'POST') {
    page(response, 200, signInPage());
    return;
  }
  const subject = new URLSearchParams(await form(request)).get('subject')?.trim() ?? '';
  if (!SUBJECT.test(subject)) {
    page(response, 400, signInPage(subject, 'Enter a name of 1 to 255 letters, digits and signs, without spaces.'));
    return;
  }
  const location = await provider.interactionResult(request, response, { login: { accountId: subject } });
  response.writeHead(303, { location, 'cache-control': 'no-store' }).end();
}

/**
 * Removes the session cookie, so that every sign-in asks for a name. With a session, the provider would first ask
 * another human to sign out, by a script.
 */
function forgetSession(request: IncomingMessage): void {
  const cookie = withoutCookie(request.headers.cookie, SESSION_COOKIE);
  if (cookie !== undefined) request.headers.cookie = cookie;
}

function page(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, PAGE_HEADERS).end(body);
}

async function form(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8') as AsyncIterable<string>) {
    text += chunk;
    if (text.length > MAX_FORM_BYTES) throw new Error('the form is too long');
  }
  return text;
}
