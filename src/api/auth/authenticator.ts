import type { ActingHuman, BindingRole, Caller } from '../../domain/sessions/caller';
import { Refusal } from '../../domain/errors/errors';
import type { SecretBox } from '../../operations/ports';
import type { Db } from '../../database/transactions/statement';
import { signingCredentials, type SigningCredential } from '../../database/repositories/credentials';
import { macFits, type ParsedEnvelope } from './envelope';
import type { FailedSignatures } from './rate-limit';
import { coalescedLookup } from './coalesced-lookup';

// An unknown key costs what a known one does: its MAC is checked against this, and never fits.
const DUMMY_SECRET = ['sk_live', '0'.repeat(52)].join('_');
const VISIBLE_ASCII = /^[\x21-\x7e]{1,255}$/;

/** Whose credential signed a request, and for whom it says to act: nobody has looked that human up yet. */
export interface AuthenticatedCredential {
  readonly credentialId: string;
  readonly principalId: string | undefined;
  readonly platformRole: 'console' | 'operator' | undefined;
  readonly human: Pick<ActingHuman, 'provider' | 'subject'> | undefined;
  readonly agentText: string | undefined;
  readonly authorization: string | undefined;
  /** What is wrong with its acting headers: told after its budget was counted. */
  readonly fault: Refusal | undefined;
}

/** Proves who sent a parsed envelope. */
export class Authenticator {
  private readonly used = new Map<string, Date>();
  private readonly opened = new WeakMap<SigningCredential, string>();
  private readonly credentialOf = coalescedLookup((apiKeys) => signingCredentials(this.db, apiKeys));

  constructor(
    private readonly db: Db,
    private readonly secrets: SecretBox,
    private readonly failures?: FailedSignatures,
  ) {}

  /**
   * The sender of a request whose envelope has been parsed.
   * `address` is the peer's: of the socket, not of a header anyone may write.
   * @throws Refusal 401 `credential_invalid`: unknown, revoked or rotated-away key and wrong MAC alike;
   *   429 `rate_limited` instead, where a key and an address have failed too often within a minute
   */
  async verify(parsed: ParsedEnvelope, at: Date, address: string | undefined): Promise<AuthenticatedCredential> {
    const credential = await this.credentialOf(parsed.keyId);
    const fits = macFits(parsed, credential ? this.secretOf(credential) : DUMMY_SECRET);
    if (!credential || !fits) this.failures?.count(parsed.keyId, address ?? '');
    if (!credential || credential.revoked_at !== null || !fits) throw new Refusal('credential_invalid');
    this.used.set(credential.credential_id, at);
    return authenticatedCredential(credential, parsed.values);
  }

  /** Opened once for all requests that one look-up was for. */
  private secretOf(credential: SigningCredential): string {
    const known = this.opened.get(credential);
    if (known !== undefined) return known;
    const { credential_id: id, secret_ciphertext: ciphertext, secret_key_id: keyId } = credential;
    const secret = this.secrets.decrypt({ ciphertext, keyId }, `signing:${id}`);
    this.opened.set(credential, secret);
    return secret;
  }

  /**
   * The caller a proved sender is.
   * @throws Refusal 400 `acting_headers_required` for half of the acting headers, or ones that are no visible ASCII;
   *   403 `platform_only` for acting headers from any credential but a console's, before any look-up of the human
   */
  async resolveCaller(sender: AuthenticatedCredential): Promise<Caller> {
    const { credentialId, principalId, platformRole, human, agentText, authorization, fault } = sender;
    if (fault) throw fault;
    if (principalId !== undefined) return { kind: 'agent', credentialId, principalId, agentText };
    if (platformRole === 'operator') return { kind: 'operator', credentialId, agentText };
    const acting = human && (await this.human(human));
    return { kind: 'console', credentialId, human: acting, agentText, authorization };
  }

  private async human({ provider, subject }: Pick<ActingHuman, 'provider' | 'subject'>): Promise<ActingHuman> {
    const rows = await this.db.query<{ human_id: string; principal_id: string | null; role: BindingRole | null }>({
      name: 'human_bindings',
      text: `SELECT h.human_id, b.principal_id, b.role FROM human h LEFT JOIN binding b USING (human_id)
             WHERE h.provider = $1 AND h.subject = $2 ORDER BY b.binding_id`,
      values: [provider, subject],
    });
    const bindings = rows.flatMap(({ principal_id: principalId, role }) =>
      principalId !== null && role !== null ? [{ principalId, role }] : [],
    );
    return { provider, subject, humanId: rows[0]?.human_id ?? null, bindings };
  }

  /** Credentials used since the last call; `last_used_at` is minute-coarse and written behind the requests. */
  drainLastUsed(): Map<string, Date> {
    const used = new Map(this.used);
    this.used.clear();
    return used;
  }
}

function authenticatedCredential(
  credential: SigningCredential,
  signed: ReadonlyMap<string, string>,
): AuthenticatedCredential {
  const provider = signed.get('x-acting-provider');
  const subject = signed.get('x-acting-subject');
  const told = (provider ?? subject) !== undefined;
  const human = provider !== undefined && subject !== undefined ? { provider, subject } : undefined;
  const readable = human !== undefined && VISIBLE_ASCII.test(human.provider) && VISIBLE_ASCII.test(human.subject);
  const forConsole = credential.platform_role === 'console';
  return {
    credentialId: credential.credential_id,
    principalId: credential.principal_id ?? undefined,
    platformRole: credential.platform_role ?? undefined,
    human: forConsole && readable ? human : undefined,
    agentText: signed.get('x-agent-id'),
    authorization: signed.get('authorization'),
    fault: told && !(forConsole && readable) ? actingFault(forConsole) : undefined,
  };
}

function actingFault(forConsole: boolean): Refusal {
  if (forConsole) return new Refusal('acting_headers_required');
  const remedy = 'Acting headers belong to the console; leave X-Acting-Provider and X-Acting-Subject out.';
  return new Refusal('platform_only', remedy);
}
