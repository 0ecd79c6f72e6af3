import { isNativeClient, type OauthClient, readOauthClient } from '../../../domain/sessions/oauth';

/**
 * Applications that register themselves (RFC 7591).
 *
 * The client id contains the metadata, so a registration stores nothing and needs no limit. It proves nothing either:
 * everybody can register every name. The consent page therefore shows where the code goes.
 */

/** Client metadata with the names of oidc-provider. */
export interface ClientMetadata {
  readonly client_id: string;
  readonly client_name: string;
  readonly redirect_uris: readonly string[];
  readonly application_type: 'native' | 'web';
  readonly token_endpoint_auth_method: 'none';
  readonly grant_types: readonly string[];
  readonly response_types: readonly string[];
}

const PREFIX = 'app_';
const MAX_ID_LENGTH = 2_000;

export function encodeClient({ name, redirectUris }: OauthClient): string {
  return PREFIX + Buffer.from(JSON.stringify([name, ...redirectUris]), 'utf8').toString('base64url');
}

/** The metadata in a client id; undefined: it is none of ours, or breaks a rule. */
export function decodeClient(clientId: string): ClientMetadata | undefined {
  if (!clientId.startsWith(PREFIX) || clientId.length > MAX_ID_LENGTH) return undefined;
  const client = readClient(Buffer.from(clientId.slice(PREFIX.length), 'base64url').toString('utf8'));
  // One id for each application: another spelling of the same bytes is refused.
  if (!client || encodeClient(client) !== clientId) return undefined;
  return { client_id: clientId, ...registeredMetadata(client) };
}

/** The metadata that a registration gives an application, whatever else it asked for. */
export function registeredMetadata(client: OauthClient): Omit<ClientMetadata, 'client_id'> {
  return {
    client_name: client.name,
    redirect_uris: client.redirectUris,
    application_type: isNativeClient(client) ? 'native' : 'web',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  };
}

function readClient(json: string): OauthClient | undefined {
  try {
    const parsed: unknown = JSON.parse(json);
    if (!Array.isArray(parsed)) return undefined;
    const [name, ...uris] = parsed as readonly unknown[];
    const client = readOauthClient({ client_name: name, redirect_uris: uris });
    return typeof client === 'string' ? undefined : client;
  } catch {
    return undefined;
  }
}
