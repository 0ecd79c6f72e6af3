import { createHash, randomBytes } from 'node:crypto';
import type * as Openid from 'openid-client';
import { Refusal } from '../../domain/errors/errors';
import { isLoopback } from '../../domain/url';
import type { Account, Log, OidcTransaction } from '../../operations/ports';

export interface ProviderSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  /** What the provider is called in (provider, subject); null: by its issuer identifier, as OpenID Connect has it. */
  readonly name: string | null;
}

// A browser waits while we ask the provider: past this the human had better try again.
const TIMEOUT_SECONDS = 8;

/** Random values of a sign-in: 256 bits each, base64url; the verifier's 43 characters are RFC 7636's least. */
export function newOidcTransaction(redirectUri: string): OidcTransaction {
  const random = (): string => randomBytes(32).toString('base64url');
  return { state: random(), nonce: random(), verifier: random(), redirectUri };
}

/** One provider, found by OpenID Connect Discovery; asked again when the first time failed. */
export class ProviderClient {
  private found: Promise<Openid.Configuration> | undefined;

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
      if (!claims) throw new Refusal('session_invalid', 'The identity provider vouched for nobody.');
      return { provider: this.settings.name ?? claims.iss, subject: claims.sub };
    } catch (error) {
      throw error instanceof Refusal ? error : this.refusal(error);
    }
  }

  private configuration(): Promise<Openid.Configuration> {
    this.found ??= this.discover().catch((error: unknown) => {
      this.found = undefined;
      throw this.away(error);
    });
    return this.found;
  }

  private async discover(): Promise<Openid.Configuration> {
    const { issuer, clientId, clientSecret } = this.settings;
    const { ClientSecretBasic, None, allowInsecureRequests, discovery } = this.openid;
    const url = new URL(issuer);
    const authentication = clientSecret === undefined ? None() : ClientSecretBasic(clientSecret);
    // Plain http only to this very machine: anywhere else the code and the ID token would travel readable.
    const execute = url.protocol === 'http:' && isLoopback(url.hostname) ? [allowInsecureRequests] : [];
    return discovery(url, clientId, undefined, authentication, { execute, timeout: TIMEOUT_SECONDS });
  }

  /** What the provider said no to is the human's to mend; everything else that goes wrong over there is an outage. */
  private refusal(error: unknown): Refusal {
    const { AuthorizationResponseError, ClientError, ResponseBodyError } = this.openid;
    if (error instanceof AuthorizationResponseError) {
      return new Refusal('session_invalid', 'The identity provider did not let the sign-in through.');
    }
    if (error instanceof ResponseBodyError || (error instanceof ClientError && error.code !== 'OAUTH_TIMEOUT')) {
      this.log.warn({ reason: reasonOf(error) }, 'a sign-in could not be completed');
      return new Refusal('session_invalid', 'The identity provider’s answer does not fit the sign-in.');
    }
    return this.away(error);
  }

  private away(error: unknown): Refusal {
    this.log.warn({ reason: reasonOf(error), issuer: this.settings.issuer }, 'the identity provider cannot be used');
    return new Refusal('service_unavailable', 'The identity provider cannot be reached; try again.');
  }
}

/** Messages alone: what these errors carry besides may be the provider's whole answer, tokens and all. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : '';
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : '';
  return `${error.message}${code}${cause}`;
}
