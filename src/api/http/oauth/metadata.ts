import { formatOauthScopes, oauthScopes } from '../../../domain/sessions/oauth';
import type { CredentialScope } from '../../../domain/sessions/credential-limits';
import { RESOURCE_METADATA_PATH } from './paths';

/** The address of the tools, exactly as a human enters it in an application. Access tokens are valid for it only. */
export function mcpResource(publicUrl: string): string {
  return `${publicUrl}/mcp`;
}

/** The metadata of the protected resource (RFC 9728). */
export function resourceMetadata(publicUrl: string): object {
  return {
    resource: mcpResource(publicUrl),
    authorization_servers: [publicUrl],
    scopes_supported: oauthScopes,
    bearer_methods_supported: ['header'],
    resource_name: 'Agent Trading Service',
    resource_documentation: `${publicUrl}/docs`,
  };
}

interface Challenge {
  /** `invalid_token` or `insufficient_scope`; undefined: the request had no token. */
  readonly error?: string;
  readonly detail?: string;
  readonly scopes: readonly CredentialScope[];
}

/** The value of `WWW-Authenticate` that tells a client how to get an access token (RFC 6750, RFC 9728). */
export function bearerChallenge(publicUrl: string, { error, detail, scopes }: Challenge): string {
  const members = [
    ...(error === undefined ? [] : [`error="${error}"`]),
    ...(detail === undefined ? [] : [`error_description="${detail.replace(/["\\]/g, "'")}"`]),
    `resource_metadata="${publicUrl}${RESOURCE_METADATA_PATH}/mcp"`,
    `scope="${formatOauthScopes(scopes)}"`,
  ];
  return `Bearer ${members.join(', ')}`;
}
