import { createHash } from 'node:crypto';
import { Refusal } from '../../domain/errors/errors';
import { keyOf } from '../../domain/keys';
import type { CredentialScope } from '../../domain/sessions/credential-limits';
import { readOauthScopes } from '../../domain/sessions/oauth';
import { accessTokens, type AccessTokenRow, findOauthRecord } from '../../database/repositories/oauth';
import type { Db } from '../../database/transactions/statement';
import type { AuthenticatedCredential } from './authenticator';
import { coalescedLookup } from './coalesced-lookup';

/** The request that an access token authenticates. */
export interface BearerRequest {
  readonly requestId: string;
  readonly method: string;
  readonly target: string;
  readonly body: Buffer | undefined;
  /** The address of the client; only a failure needs it. */
  readonly address: () => string;
}

const BEARER = /^Bearer +([A-Za-z0-9\-._~+/]+=*)$/i;

/** The access token of an `Authorization` header; undefined: it has none. */
export function bearerTokenOf(authorization: string | undefined): string | undefined {
  return BEARER.exec(authorization ?? '')?.[1];
}

const REMEDY = 'Refresh the access token. If that fails, connect the application again.';

/** Counts uses and failures, as those of signatures. */
interface CredentialUses {
  noteUse(credentialId: string, at: Date): void;
  /** @throws Refusal 429 */
  countFailure(keyId: string, address: string): void;
}

/** Verifies access tokens. Each acts as the credential of its connection, with the scopes of the token. */
export class BearerTokens {
  private readonly find: (tokenHash: string) => Promise<AccessTokenRow | undefined>;

  constructor(
    private readonly db: Db,
    private readonly now: () => Date,
    private readonly uses: CredentialUses,
  ) {
    this.find = coalescedLookup(async (hashes) => {
      const rows = await accessTokens(
        db,
        hashes.map((hash) => Buffer.from(hash, 'base64')),
        this.now(),
      );
      return new Map(rows.map((row) => [row.token_hash.toString('base64'), row]));
    });
  }

  /**
   * Returns the credential of a token. Its human may have lost the principal or signed out since, so each request asks.
   * @param audience the address for which the token must have been issued
   * @throws Refusal 401 `credential_invalid`, 429 `rate_limited` if an address failed too often within a minute
   */
  async verify(token: string, request: BearerRequest, audience: string): Promise<AuthenticatedCredential> {
    const at = this.now();
    const tokenHash = createHash('sha256').update(token).digest();
    const row = await this.find(tokenHash.toString('base64'));
    if (row?.audience !== audience) {
      // A token that was issued once counts for itself, so that others at the address cannot hide the 401 of its expiry.
      const issued = await findOauthRecord(this.db, 'AccessToken', tokenHash);
      this.uses.countFailure(
        issued !== undefined ? `bearer ${tokenHash.toString('base64')}` : 'bearer',
        request.address(),
      );
      throw new Refusal(
        'credential_invalid',
        'The access token is unknown, has expired, or its connection has ended.',
        {},
        REMEDY,
      );
    }
    this.uses.noteUse(row.credential_id, at);
    return {
      credentialId: row.credential_id,
      principalId: row.principal_id,
      limits: { agentId: row.agent_id ?? undefined, scopes: scopesOf(row) },
      platformRole: undefined,
      human: undefined,
      agentText: row.agent_id ?? undefined,
      authorization: undefined,
      signatureBase: baseOf(row, request),
      refusal: undefined,
    };
  }
}

/** Only the scopes of the credential are protected by facts, so a token never has more. */
function scopesOf({ token_scope: token, credential_scopes: all }: AccessTokenRow): CredentialScope[] {
  return readOauthScopes(token).filter((scope) => all.includes(scope));
}

/** Stands for the signature base of the request in records. There is no signature, and each request has its own text. */
function baseOf({ credential_id: id }: AccessTokenRow, { requestId, method, target, body }: BearerRequest): string {
  const digest = createHash('sha256')
    .update(body ?? Buffer.alloc(0))
    .digest('base64');
  return ['bearer', keyOf('crd', id), requestId, method, target, digest].join('\n');
}
