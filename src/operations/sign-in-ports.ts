/** Interfaces to the identity provider and to the JWTs of signed-in humans. */

/** The values of one sign-in, which the identity provider must return. */
export interface OidcTransaction {
  /** 256 random bits in base64url, which the redirects carry. */
  readonly state: string;
  /** A random value that the ID token must contain. */
  readonly nonce: string;
  /** The PKCE verifier (RFC 7636): its SHA-256 is sent first, itself with the code. */
  readonly verifier: string;
  /** The URL to which the provider redirects the browser. */
  readonly redirectUri: string;
  /** Seconds since the sign-in began. */
  readonly ageSeconds: number;
}

/** A human at an identity provider: `X-Acting-Provider` and `X-Acting-Subject`. */
export interface Account {
  readonly provider: string;
  readonly subject: string;
}

/** The identity provider: OpenID Connect, authorization code with PKCE. */
export interface Identity {
  /** Creates random values for a sign-in. */
  newOidcTransaction(redirectUri: string): OidcTransaction;
  /** The sign-in page of the provider. @throws Refusal 503 if the provider cannot be reached */
  signInUrl(transaction: OidcTransaction): Promise<string>;
  /**
   * Exchanges the code for an ID token, and checks its signature, issuer, audience, times and nonce.
   * A provider that says when it authenticated the human must have done so for this sign-in.
   * @param search the query string of the redirect
   * @throws Refusal 401 `session_invalid` if the sign-in failed, 503 if the provider cannot be reached
   */
  account(transaction: OidcTransaction, search: string): Promise<Account>;
  stop(): Promise<void>;
}

/** The claims of the short-lived JWT of a signed-in human. */
export interface SessionClaims extends Account {
  /** The issuer: the public URL of the service. */
  readonly issuer: string;
  /** The claim `sub`: `hum_…`. */
  readonly humanKey: string;
  /** The claim `sid`: the `ses_…` key of the refresh session. */
  readonly sessionKey: string;
}

/** An Ed25519 key pair in base64url, as in a JWK (RFC 8037). */
export interface SessionKeyPair {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** Signs and verifies JWTs with EdDSA (RFC 7519, RFC 8037). */
export interface SessionTokens {
  newKey(): SessionKeyPair;
  /** Creates 256 random bits in base64url: a refresh token, or the secret in the sign-in cookie. */
  newSecret(): string;
  sign(key: SessionKeyPair & { readonly keyId: string }, claims: SessionClaims, iat: Date, exp: Date): Promise<string>;
  /** Returns the claims if one of these keys signed the token for this issuer and it has not expired. */
  verify(
    jwt: string,
    keys: readonly { readonly keyId: string; readonly publicKey: string }[],
    expected: { readonly issuer: string; readonly now: Date },
  ): Promise<(SessionClaims & { readonly expiresAt: Date }) | undefined>;
}
