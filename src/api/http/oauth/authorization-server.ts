import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import inject from 'light-my-request';
import type Provider from 'oidc-provider';
import type { Interaction } from 'oidc-provider';
import { type CredentialScope, credentialScopes } from '../../../domain/sessions/credential-limits';
import { withoutCookie } from '../../../domain/cookie-header';
import { formatOauthScopes } from '../../../domain/sessions/oauth';
import { pathPrefix } from '../../../domain/url';
import type { Database } from '../../../database/transactions/database';
import { liveOauthSession } from '../../../database/repositories/oauth';
import { extendConnection } from '../../../operations/commands/oauth-connection';
import type { Services } from '../../../operations/context';
import type { AuthResponse } from '../sign-in/types';
import { configurationOf, SESSION_COOKIE } from './configuration';
import { failedPage } from './consent-page';
import { mcpResource } from './metadata';
import { OAUTH_PATHS } from './paths';
import { createRecords } from './records';

/**
 * The authorization server for access tokens of MCP clients: oidc-provider, which issues tokens for `POST /mcp` only.
 *
 * A human signs in as for the console, chooses an agent and scopes, and so creates a credential (a connection).
 * The subject of all codes and tokens is the id of that credential. Nothing here checks a trade or moves a stamp.
 */

export interface AuthorizationServerDeps {
  readonly store: Database;
  readonly services: Services;
  /** Reads documents of applications, never of our own network. */
  readonly publicFetch: typeof fetch;
}

/** A request to an endpoint of the library. */
export interface ForwardedRequest {
  readonly method: 'GET' | 'POST';
  /** The path and the query, without the path of the public URL. */
  readonly target: string;
  readonly contentType?: string | undefined;
  readonly accept?: string | undefined;
  readonly cookie?: string | undefined;
  readonly body?: Buffer | undefined;
}

/** The decision of the human. */
export type Decision =
  | { readonly credentialId: string; readonly scopes: readonly CredentialScope[] }
  | { readonly error: 'access_denied' | 'invalid_scope'; readonly error_description: string };

type Dispatch = (request: IncomingMessage, response: ServerResponse) => void;

export class AuthorizationServer {
  /** The library passes nothing of a request to its `fetch`. */
  private readonly countFetches = new AsyncLocalStorage<() => void>();
  private opening: Promise<Provider> | undefined;

  constructor(private readonly deps: AuthorizationServerDeps) {}

  /**
   * Runs a request in the library.
   * @param countFetch called before the request makes the library read a document of an application; it may throw
   */
  async answer(request: ForwardedRequest, countFetch: () => void = () => undefined): Promise<AuthResponse> {
    const callback = (await this.provider()).callback();
    return this.countFetches.run(countFetch, () =>
      this.dispatch(request, (incoming, response) => void callback(incoming, response)),
    );
  }

  /** The consent that this browser is asked for; undefined: it has ended, or another browser began it. */
  async pendingConsent(uid: string, cookie: string | undefined): Promise<Interaction | undefined> {
    const provider = await this.provider();
    const pending = await this.inRequest(uid, cookie, (request, response) =>
      provider.interactionDetails(request, response).catch(() => undefined),
    );
    return pending?.uid === uid ? pending : undefined;
  }

  /** The name and the id of an application. */
  async application(clientId: string): Promise<{ readonly clientId: string; readonly name: string } | undefined> {
    const client = await (await this.provider()).Client.find(clientId);
    return client && { clientId, name: client.clientName ?? 'An application' };
  }

  /** Stores the decision. Returns the address to which the browser goes next. */
  async decide(pending: Interaction, cookie: string | undefined, decision: Decision): Promise<string> {
    const provider = await this.provider();
    const result = 'error' in decision ? decision : await this.granted(provider, pending, decision);
    return this.inRequest(pending.uid, cookie, (request, response) =>
      provider.interactionResult(request, response, result),
    );
  }

  private async granted(
    provider: Provider,
    { params }: Interaction,
    { credentialId, scopes }: Extract<Decision, { readonly credentialId: string }>,
  ): Promise<object> {
    const grant = new provider.Grant({ accountId: credentialId, clientId: String(params['client_id']) });
    // A client may ask for it, although there are no ID tokens.
    grant.rejectOIDCScope('openid');
    const resource = mcpResource(this.deps.services.publicUrl());
    grant.addResourceScope(resource, formatOauthScopes(scopes));
    // Without a decision about each scope the library would ask again.
    const refused = credentialScopes.filter((scope) => !scopes.includes(scope));
    if (refused.length > 0) grant.rejectResourceScope(resource, formatOauthScopes(refused));
    return { login: { accountId: credentialId }, consent: { grantId: await grant.save() } };
  }

  private provider(): Promise<Provider> {
    this.opening ??= this.open().catch((error: unknown) => {
      this.opening = undefined;
      throw error;
    });
    return this.opening;
  }

  /** Loads the library at the first use, which takes about 0.3 s. */
  private async open(): Promise<Provider> {
    const { store, services, publicFetch } = this.deps;
    const { default: OidcProvider, errors } = await import('oidc-provider');
    const publicUrl = services.publicUrl();
    const provider = new OidcProvider(
      publicUrl,
      configurationOf({
        publicUrl,
        adapter: createRecords({
          store,
          publicUrl,
          usedTwice: () => new errors.InvalidGrant('it was used already'),
        }),
        fetch: async (input, init) => {
          this.countFetches.getStore()?.();
          return publicFetch(input, init);
        },
        isConnected: async (credentialId, isTokenRequest) =>
          isTokenRequest
            ? store.inTransaction((tx) => extendConnection({ tx, services }, credentialId))
            : (await liveOauthSession(store, credentialId, await store.realNow())) !== undefined,
        invalidClient: (detail) => new errors.InvalidClientMetadata(detail),
        invalidTarget: () => new errors.InvalidTarget(`the resource must be ${mcpResource(publicUrl)}`),
        renderError: (context, { error, error_description: detail }) => {
          const page = failedPage(400, `The application asked for something that is refused: ${detail ?? error}.`);
          context.set(page.headers);
          context.body = page.body;
        },
      }),
    );
    // The public address comes from the settings, not from the connection.
    provider.proxy = true;
    provider.on('error', (error) => services.log.error({ err: error }, 'the authorization server failed'));
    provider.on('server_error', (_, error) => services.log.error({ err: error }, 'the authorization server failed'));
    return provider;
  }

  /** Runs `work` with a request of the consent page, because the library reads its cookie. */
  private async inRequest<T>(
    uid: string,
    cookie: string | undefined,
    work: (request: IncomingMessage, response: ServerResponse) => Promise<T>,
  ): Promise<T> {
    let outcome: Promise<T> | undefined;
    await this.dispatch({ method: 'GET', target: `${OAUTH_PATHS.consent}/${uid}`, cookie }, (request, response) => {
      outcome = work(request, response);
      const end = (): void => void response.end();
      outcome.then(end, end);
    });
    return outcome as Promise<T>;
  }

  private async dispatch(request: ForwardedRequest, run: Dispatch): Promise<AuthResponse> {
    const { protocol, host } = new URL(this.deps.services.publicUrl());
    const { method, target, contentType, accept, body } = request;
    // Without the library's session every authorization asks the human. The sign-in of the service is its own.
    const cookie = withoutCookie(request.cookie, SESSION_COOKIE);
    // The library derives the path of the public URL from the difference of both.
    const prefix = pathPrefix(this.deps.services.publicUrl());
    const start: Dispatch = (incoming, response) =>
      run(Object.assign(incoming, { originalUrl: `${prefix}${incoming.url ?? ''}` }), response);
    const answer = await inject(start, {
      method,
      url: target,
      headers: {
        host,
        'x-forwarded-host': host,
        'x-forwarded-proto': protocol.slice(0, -1),
        ...(contentType !== undefined && { 'content-type': contentType }),
        ...(accept !== undefined && { accept }),
        ...(cookie !== undefined && { cookie }),
      },
      ...(body && { payload: body }),
    });
    const headers = Object.entries(answer.headers).filter(([name]) => !OWN_HEADERS.test(name));
    return {
      status: answer.statusCode,
      headers: Object.fromEntries(headers.map(([name, value]) => [name, Array.isArray(value) ? value : String(value)])),
      body: answer.payload,
    };
  }
}

/** The server sets these itself. Scripts of other origins get documents only (public-documents.ts). */
const OWN_HEADERS = /^(connection|content-length|date|keep-alive|transfer-encoding|vary|access-control-.*)$/;
