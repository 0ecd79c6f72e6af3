import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { AdapterFactory, Configuration, Context } from 'oidc-provider';
import {
  ACCESS_TOKEN_SECONDS,
  CODE_SECONDS,
  CONSENT_SECONDS,
  isNativeClient,
  oauthScopes,
  readOauthClient,
} from '../../../domain/sessions/oauth';
import { IDLE_SECONDS, SESSION_SECONDS } from '../../../domain/sessions/session';
import { pathPrefix } from '../../../domain/url';
import { decodeClient, encodeClient, registeredMetadata } from './clients';
import { mcpResource } from './metadata';
import { OAUTH_PATHS } from './paths';

export interface ConfigurationParts {
  readonly publicUrl: string;
  readonly adapter: AdapterFactory;
  /** Reads the metadata documents of applications. It must not reach our own network. */
  readonly fetch: typeof fetch;
  /** Whether the connection with this credential is alive. A token request counts as its use. */
  readonly isConnected: (credentialId: string, isTokenRequest: boolean) => Promise<boolean>;
  readonly invalidClient: (detail: string) => Error;
  readonly invalidTarget: () => Error;
  readonly renderError: (
    context: Context,
    out: { readonly error: string; readonly error_description?: string },
  ) => void;
}

/** A client, or a token of one. */
interface OwnedByClient {
  readonly clientId: string;
}

/** The draft of client id metadata documents that this configuration was written for. */
const METADATA_DOCUMENT_DRAFT = 'draft-02';

/** The configuration of oidc-provider: access tokens for the tools, for public clients with PKCE, and nothing else. */
export function configurationOf(parts: ConfigurationParts): Configuration {
  const { publicUrl, adapter } = parts;
  const isTokenRequest = ({ oidc }: Context): boolean => oidc.route === 'token';
  return {
    adapter,
    fetch: parts.fetch,
    clients: [],
    clientAuthMethods: ['none'],
    // The cookies contain random ids of records, so a signature adds nothing. Nodes need no common key then.
    cookies: { keys: [], names: { session: SESSION_COOKIE, interaction: 'ats_oauth', resume: 'ats_oauth_resume' } },
    // No endpoint issues a JWT. The library needs a key to start.
    jwks: { keys: [unusedKey()] },
    scopes: [],
    responseTypes: ['code'],
    features: featuresOf(parts),
    ttl: {
      AccessToken: ACCESS_TOKEN_SECONDS,
      AuthorizationCode: CODE_SECONDS,
      Interaction: CONSENT_SECONDS,
      // The library reads it between the consent and the redirect only.
      Session: CODE_SECONDS,
      RefreshToken: IDLE_SECONDS,
      Grant: SESSION_SECONDS,
    },
    routes: OAUTH_PATHS,
    interactions: { url: (_, { uid }) => `${pathPrefix(publicUrl)}${OAUTH_PATHS.consent}/${uid}` },
    issueRefreshToken: () => true,
    expiresWithSession: () => false,
    rotateRefreshToken: () => true,
    findAccount: async (context, id) =>
      (await parts.isConnected(id, isTokenRequest(context)))
        ? { accountId: id, claims: () => ({ sub: id }) }
        : undefined,
    clientBasedCORS: () => false,
    renderError: parts.renderError,
  };
}

/** The features that are on: a registration, metadata documents, revocation, and tokens for one resource. */
function featuresOf(parts: ConfigurationParts): object {
  const resource = mcpResource(parts.publicUrl);
  return {
    devInteractions: { enabled: false },
    userinfo: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    dPoP: { enabled: false },
    revocation: {
      enabled: true,
      allowedPolicy: (_: Context, client: OwnedByClient, token: OwnedByClient) => token.clientId === client.clientId,
    },
    registration: {
      enabled: true,
      issueRegistrationAccessToken: false,
      idFactory: (context: Context) => register(context, parts),
    },
    clientIdMetadataDocument: { enabled: true, ack: METADATA_DOCUMENT_DRAFT, allowClient: acceptDocument },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => resource,
      useGrantedResource: () => true,
      getResourceServerInfo: (_: Context, indicator: string) => {
        if (indicator !== resource) throw parts.invalidTarget();
        return {
          scope: oauthScopes.join(' '),
          audience: resource,
          accessTokenTTL: ACCESS_TOKEN_SECONDS,
          accessTokenFormat: 'opaque',
        };
      },
    },
  };
}

export const SESSION_COOKIE = 'ats_oauth_session';

function unusedKey(): object {
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' });
  return { ...key, alg: 'RS256', use: 'sig', kid: randomBytes(8).toString('hex') };
}

/** Replaces what an application asks for by what it gets, and returns its client id. */
function register(context: Context, { invalidClient }: ConfigurationParts): string {
  const client = readOauthClient(context.oidc.body ?? {});
  if (typeof client === 'string') throw invalidClient(client);
  const clientId = encodeClient(client);
  if (decodeClient(clientId) === undefined) throw invalidClient('redirect_uris and client_name are too long');
  context.oidc.body = { ...registeredMetadata(client) };
  return clientId;
}

/** A client that the library made of a metadata document. */
interface DocumentedClient {
  clientName?: string | undefined;
  readonly redirectUris?: readonly string[];
  applicationType?: string;
}

/**
 * Whether the application of a metadata document may get codes at all its addresses.
 * Documents seldom have a type. The library ignores the port of a loopback address for a native application only.
 */
function acceptDocument(_: Context, client: DocumentedClient): boolean {
  const found = readOauthClient({ client_name: client.clientName, redirect_uris: client.redirectUris });
  if (typeof found === 'string') return false;
  if (isNativeClient(found)) client.applicationType = 'native';
  client.clientName = found.name;
  return true;
}
