/** The paths of the authorization server, below the public URL. */
export const OAUTH_PATHS = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  registration: '/oauth/register',
  revocation: '/oauth/revoke',
  jwks: '/oauth/jwks',
  /** The page on which a human decides. It is ours, not of the library. */
  consent: '/oauth/consent',
} as const;

export const RESOURCE_METADATA_PATH = '/.well-known/oauth-protected-resource';
/** Metadata of the server. Clients of OAuth read the first path, and clients of OpenID Connect the second. */
export const SERVER_METADATA_PATHS = [
  '/.well-known/oauth-authorization-server',
  '/.well-known/openid-configuration',
] as const;
