import type { ActingHuman, BindingRole, Caller } from '../../domain/sessions/caller';
import { type CredentialLimits, hasExpired, limitsOf } from '../../domain/sessions/credential-limits';
import { idFromKeyOrUuid } from '../../domain/keys';
import { Refusal } from '../../domain/errors/errors';
import type { SecretBox } from '../../operations/ports';
import type { Db } from '../../database/transactions/statement';
import { signingCredentials, type SigningCredential } from '../../database/repositories/credentials';
import { isMacValid, type ParsedEnvelope, signedBase } from './envelope';
import { failureDetail, failureRemedy, PREFIX_LENGTH, PREFIX_MISSING } from './signature-failure';
import type { FailedSignatures } from './rate-limit';
import { coalescedLookup } from './coalesced-lookup';

// The MAC of an unknown key is checked against this, so that both kinds of keys take the same time.
const DUMMY_SECRET = ['sk_live', '0'.repeat(52)].join('_');
const VISIBLE_ASCII = /^[\x21-\x7e]{1,255}$/;

/** The credential that signed a request, and its acting headers, before the human is looked up. */
export interface AuthenticatedCredential {
  readonly credentialId: string;
  readonly principalId: string | undefined;
  readonly limits: CredentialLimits | undefined;
  readonly platformRole: 'console' | 'operator' | undefined;
  readonly human: Pick<ActingHuman, 'provider' | 'subject'> | undefined;
  readonly agentText: string | undefined;
  readonly authorization: string | undefined;
  readonly signatureBase: string;
  /** The error in the acting headers, thrown after the rate limit is counted. */
  readonly refusal: Refusal | undefined;
}

/** Verifies signatures and resolves credentials to callers. */
export class Authenticator {
  private readonly lastUsed = new Map<string, Date>();
  private readonly secretCache = new WeakMap<SigningCredential, string>();
  private readonly findCredential = coalescedLookup((apiKeys) => signingCredentials(this.db, apiKeys));

  constructor(
    private readonly db: Db,
    private readonly secrets: SecretBox,
    private readonly failures?: FailedSignatures,
    /** Advice of a sandbox for a wrong signature. Undefined: the service is live. */
    private readonly sandboxRemedy?: string,
  ) {}

  /**
   * Checks the MAC of a parsed envelope and returns its credential.
   * @param address returns the address of the client; only a failure needs it
   * @throws Refusal 401 `credential_invalid` for an unknown, revoked, rotated or expired key and for a wrong MAC
   * @throws Refusal 429 `rate_limited` if this key and address failed too often within a minute
   */
  async verify(parsed: ParsedEnvelope, at: Date, address: () => string): Promise<AuthenticatedCredential> {
    const credential = await this.findCredential(parsed.keyId);
    const base = signedBase(parsed, credential ? this.secretOf(credential) : DUMMY_SECRET);
    const isValid = base !== undefined;
    if (credential && isLive(credential, at) && isValid) {
      this.noteUse(credential.credential_id, at);
      return authenticatedCredential(credential, parsed.values, base);
    }
    if (!credential || !isValid) this.countFailure(parsed.keyId, address());
    // The same work for every key.
    const withoutPrefix = isMacValid(
      parsed,
      (credential ? this.secretOf(credential) : DUMMY_SECRET).slice(PREFIX_LENGTH),
    );
    const detail = credential && withoutPrefix ? PREFIX_MISSING : failureDetail(parsed);
    throw new Refusal('credential_invalid', detail, {}, failureRemedy(parsed.keyId, this.sandboxRemedy));
  }

  /** Remembers the last use of a credential, until `drainLastUsed`. */
  noteUse(credentialId: string, at: Date): void {
    this.lastUsed.set(credentialId, at);
  }

  /** Counts a failed proof of a key or of a kind of token. @throws Refusal 429 `rate_limited` */
  countFailure(keyId: string, address: string): void {
    this.failures?.count(keyId, address);
  }

  /** Decrypts the secret once for all requests that share a lookup. */
  private secretOf(credential: SigningCredential): string {
    const cached = this.secretCache.get(credential);
    if (cached !== undefined) return cached;
    const { credential_id: id, secret_ciphertext: ciphertext, secret_key_id: keyId } = credential;
    const secret = this.secrets.decrypt({ ciphertext, keyId }, `signing:${id}`);
    this.secretCache.set(credential, secret);
    return secret;
  }

  /**
   * Returns the caller of a verified credential.
   * @throws Refusal 400 `acting_headers_required` if an acting header is missing or is not visible ASCII
   * @throws Refusal 403 `agent_mismatch` if `X-Agent-Id` is not the agent of the credential
   * @throws Refusal 403 `platform_only` if the credential is not a console's, before the human is looked up
   */
  async resolveCaller(sender: AuthenticatedCredential): Promise<Caller> {
    const { credentialId, principalId, limits, platformRole, human, agentText, authorization, signatureBase, refusal } =
      sender;
    if (refusal) throw refusal;
    const common = { credentialId, agentText, signatureBase };
    if (principalId !== undefined) return { kind: 'principal', ...common, principalId, limits };
    if (platformRole === 'operator') return { kind: 'operator', ...common };
    const acting = human && (await this.human(human));
    return { kind: 'console', ...common, human: acting, authorization };
  }

  private async human({ provider, subject }: Pick<ActingHuman, 'provider' | 'subject'>): Promise<ActingHuman> {
    const rows = await this.db.query<{
      human_id: string;
      principal_id: string | null;
      role: BindingRole | null;
      accepted_at: Date | null;
    }>({
      name: 'human_bindings',
      text: `SELECT h.human_id, b.principal_id, b.role, b.accepted_at FROM human h LEFT JOIN binding b USING (human_id)
             WHERE h.provider = $1 AND h.subject = $2 ORDER BY b.binding_id`,
      values: [provider, subject],
    });
    const bindings = rows.flatMap(({ principal_id: principalId, role, accepted_at: acceptedAt }) =>
      principalId !== null && role !== null ? [{ principalId, role, acceptedAt }] : [],
    );
    return { provider, subject, humanId: rows[0]?.human_id ?? null, bindings };
  }

  /** Returns the credentials used since the last call; a worker writes `last_used_at`. */
  drainLastUsed(): Map<string, Date> {
    const lastUsed = new Map(this.lastUsed);
    this.lastUsed.clear();
    return lastUsed;
  }
}

function isLive({ revoked_at: revokedAt, expires_at: expiresAt }: SigningCredential, at: Date): boolean {
  return revokedAt === null && !hasExpired({ expiresAt }, at);
}

function authenticatedCredential(
  credential: SigningCredential,
  signed: ReadonlyMap<string, string>,
  signatureBase: string,
): AuthenticatedCredential {
  const provider = signed.get('x-acting-provider');
  const subject = signed.get('x-acting-subject');
  const hasActingHeaders = (provider ?? subject) !== undefined;
  const human = provider !== undefined && subject !== undefined ? { provider, subject } : undefined;
  const isVisible = human !== undefined && VISIBLE_ASCII.test(human.provider) && VISIBLE_ASCII.test(human.subject);
  const isConsole = credential.platform_role === 'console';
  const { agent_id: agentId, scopes, expires_at: expiresAt } = credential;
  const agentText = signed.get('x-agent-id');
  return {
    credentialId: credential.credential_id,
    principalId: credential.principal_id ?? undefined,
    limits: limitsOf({ agentId, scopes, expiresAt }),
    platformRole: credential.platform_role ?? undefined,
    human: isConsole && isVisible ? human : undefined,
    agentText: agentText ?? agentId ?? undefined,
    authorization: signed.get('authorization'),
    signatureBase,
    refusal:
      hasActingHeaders && !(isConsole && isVisible) ? actingRefusal(isConsole) : agentRefusal(agentId, agentText),
  };
}

/** The error of an `X-Agent-Id` that is not the agent of the credential. */
function agentRefusal(boundAgentId: string | null, agentText: string | undefined): Refusal | undefined {
  if (boundAgentId === null || agentText === undefined) return undefined;
  return idFromKeyOrUuid('agt', agentText) === boundAgentId ? undefined : new Refusal('agent_mismatch');
}

function actingRefusal(isConsole: boolean): Refusal {
  if (isConsole) return new Refusal('acting_headers_required');
  return new Refusal(
    'platform_only',
    'Only a console may send X-Acting-Provider and X-Acting-Subject.',
    {},
    'Remove the headers X-Acting-Provider and X-Acting-Subject.',
  );
}
