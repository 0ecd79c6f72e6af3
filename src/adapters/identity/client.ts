import { createHash, randomBytes } from 'node:crypto';
import type * as Openid from 'openid-client';
import { Refusal } from '../../domain/errors/errors';
import { isLoopback } from '../../domain/url';
import type { Log } from '../../operations/ports';
import type { Account, OidcTransaction } from '../../operations/sign-in-ports';

export interface ProviderSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  /** Provider name of an account; null: the issuer identifier. */
  readonly name: string | null;
}

// The browser waits meanwhile; after this time the human can retry.
const TIMEOUT_SECONDS = 8;
/** The provider asks the human again if it did so earlier than this before the sign-in (`max_age`). */
const MAX_AGE_SECONDS = 60;
/** Tolerance for the time that the requests take. */
const TOLERANCE_SECONDS = 30;

/** Creates the random values of a sign-in: 256 bits each, at least RFC 7636's 43 characters. */
export function newOidcTransaction(redirectUri: string): OidcTransaction {
  const random = (): string => randomBytes(32).toString('base64url');
  return { state: random(), nonce: random(), verifier: random(), redirectUri, ageSeconds: 0 };
}

/**
 * Whether the human was authenticated too long before this sign-in. The address of the request passes through the browser,
 * which can remove `max_age`. Both times are of the provider's clock. A provider without `auth_time` cannot be checked.
 */
function isTooOld({ iat, auth_time }: Openid.IDToken, ageSeconds: number): boolean {
  return auth_time !== undefined && iat - auth_time > ageSeconds + MAX_AGE_SECONDS + TOLERANCE_SECONDS;
}

/** A client of one provider; a failed OpenID Connect Discovery is repeated. */
export class ProviderClient {
  private discovered: Promise<Openid.Configuration> | undefined;

  constructor(
    private readonly openid: typeof Openid,
    private readonly settings: ProviderSettings,
    private readonly log: Log,
  ) {}

  async signInUrl(proof: OidcTransaction): Promise<string> {
    const configuration = await this.configuration();
    const url = this.openid.buildAuthorizationUrl(configuration, {
      redirect_uri: proof.redirectUri,
      scope: 'openid',
      state: proof.state,
      nonce: proof.nonce,
      code_challenge: createHash('sha256').update(proof.verifier).digest('base64url'),
      code_challenge_method: 'S256',
      max_age: String(MAX_AGE_SECONDS),
    });
    return url.href;
  }

  async account(proof: OidcTransaction, search: string): Promise<Account> {
    const configuration = await this.configuration();
    const url = new URL(proof.redirectUri);
    url.search = search;
    try {
      const tokens = await this.openid.authorizationCodeGrant(configuration, url, {
        pkceCodeVerifier: proof.verifier,
        expectedState: proof.state,
        expectedNonce: proof.nonce,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new Refusal('session_invalid', 'The identity provider returned no identity. Sign in again.');
      if (isTooOld(claims, proof.ageSeconds)) {
        throw new Refusal(
          'session_invalid',
          'The identity provider did not ask for a new sign-in. Sign out there, and sign in again.',
        );
      }
      return { provider: this.settings.name ?? claims.iss, subject: claims.sub };
    } catch (error) {
      throw error instanceof Refusal ? error : this.refusal(error);
    }
  }

  private configuration(): Promise<Openid.Configuration> {
    this.discovered ??= this.discover().catch((error: unknown) => {
      this.discovered = undefined;
      throw this.unavailable(error);
    });
    return this.discovered;
  }

  private async discover(): Promise<Openid.Configuration> {
    const { issuer, clientId, clientSecret } = this.settings;
    const { ClientSecretBasic, None, allowInsecureRequests, discovery, enableNonRepudiationChecks } = this.openid;
    const url = new URL(issuer);
    const authentication = clientSecret === undefined ? None() : ClientSecretBasic(clientSecret);
    // Plain http on this machine only, because http sends the code and the ID token unencrypted.
    const insecure = url.protocol === 'http:' && isLoopback(url.hostname) ? [allowInsecureRequests] : [];
    // OpenID Connect lets TLS stand for the signature of an ID token. The checks verify it always, with the provider's JWKS.
    // The library caches the JWKS for 5 minutes, and reads it again for an unknown `kid`, at most once a minute.
    const execute = [...insecure, enableNonRepudiationChecks];
    return discovery(url, clientId, undefined, authentication, { execute, timeout: TIMEOUT_SECONDS });
  }

  /** Maps a refusal of the provider to `session_invalid` and every other failure to an outage. */
  private refusal(error: unknown): Refusal {
    const { AuthorizationResponseError, ClientError, ResponseBodyError } = this.openid;
    if (error instanceof AuthorizationResponseError) {
      return new Refusal('session_invalid', 'The identity provider refused the sign-in. Sign in again.');
    }
    if (error instanceof ResponseBodyError || (error instanceof ClientError && error.code !== 'OAUTH_TIMEOUT')) {
      this.log.warn({ reason: reasonOf(error) }, 'a sign-in could not be completed');
      return new Refusal(
        'session_invalid',
        'The response of the identity provider does not match the sign-in. Sign in again.',
      );
    }
    return this.unavailable(error);
  }

  private unavailable(error: unknown): Refusal {
    this.log.warn({ reason: reasonOf(error), issuer: this.settings.issuer }, 'the identity provider cannot be used');
    return new Refusal('service_unavailable', 'The identity provider cannot be reached. Try again.');
  }
}

/** Returns messages only, because these errors may carry the provider's response with its tokens. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : '';
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : '';
  return `${error.message}${code}${cause}`;
}
