import { Any, type FindOptionsWhere, IsNull, Not } from 'typeorm';
import type { CredentialScope } from '../../domain/sessions/credential-limits';
import { CredentialRow } from '../entities/credential';
import { executeReturning, repository } from '../entities/repository';
import type { Tx } from '../transactions/database';
import type { Db } from '../transactions/statement';

/** A credential as callers see it. The secret is left out, even encrypted. */
export type CredentialMetadata = Omit<CredentialRow, 'secretCiphertext' | 'secretKeyId'>;

const METADATA = {
  credentialId: true,
  principalId: true,
  platformRole: true,
  apiKey: true,
  createdAt: true,
  revokedAt: true,
  lastUsedAt: true,
  agentId: true,
  label: true,
  scopes: true,
  expiresAt: true,
} as const satisfies Record<keyof CredentialMetadata, true>;

/** A credential as every signed request looks it up, its secret encrypted. */
export interface SigningCredential {
  readonly credential_id: string;
  readonly principal_id: string | null;
  readonly platform_role: 'console' | 'operator' | null;
  readonly api_key: string;
  readonly secret_ciphertext: Buffer;
  readonly secret_key_id: string;
  readonly revoked_at: Date | null;
  readonly agent_id: string | null;
  readonly scopes: readonly CredentialScope[];
  readonly expires_at: Date | null;
}

/** Finds credentials by API key, revoked ones too. Hand-written SQL, because every signed request runs it. */
export async function signingCredentials(
  db: Db,
  apiKeys: readonly string[],
): Promise<ReadonlyMap<string, SigningCredential>> {
  const rows = await db.query<SigningCredential>({
    name: 'credential_by_api_key',
    text: `SELECT credential_id, principal_id, platform_role, api_key, secret_ciphertext, secret_key_id, revoked_at,
             agent_id, scopes, expires_at
           FROM credential WHERE api_key = ANY ($1)`,
    values: [[...apiKeys]],
  });
  return new Map(rows.map((row) => [row.api_key, row]));
}

export async function insertCredential(tx: Tx, row: CredentialRow): Promise<void> {
  await repository(tx, CredentialRow).insert(row);
}

export async function findCredential(db: Db, credentialId: string): Promise<CredentialMetadata | undefined> {
  return (await repository(db, CredentialRow).findOne({ select: METADATA, where: { credentialId } })) ?? undefined;
}

export async function findCredentials(db: Db, credentialIds: readonly string[]): Promise<CredentialMetadata[]> {
  return repository(db, CredentialRow).find({ select: METADATA, where: { credentialId: Any([...credentialIds]) } });
}

/** The platform's own credentials, newest first. */
export async function platformCredentials(db: Db): Promise<CredentialMetadata[]> {
  return repository(db, CredentialRow).find({
    select: METADATA,
    where: { platformRole: Not(IsNull()) },
    order: { credentialId: 'DESC' },
  });
}

// Twice the time that a request may hold a credential. A shorter timeout would restart the wait behind newer requests, so
// a caller who signs without a pause could block a revocation.
const REVOCATION_LOCK_TIMEOUT_MS = 12_000;

async function extendLockTimeout(tx: Tx): Promise<void> {
  await tx.query({
    name: 'credentials_patience',
    text: `SELECT set_config('lock_timeout', '${String(REVOCATION_LOCK_TIMEOUT_MS)}', true),
      set_config('statement_timeout', '${String(REVOCATION_LOCK_TIMEOUT_MS + 1_000)}', true)`,
  });
}

/**
 * Waits for a rotation of the credentials of the principal, and holds off another one, until the transaction ends.
 *
 * A rotation locks the credentials that it finds. One that is created meanwhile would be revoked without its lock.
 */
export async function lockCredentialSet(tx: Tx, principalId: string): Promise<void> {
  await tx.query({
    name: 'credential_set_lock',
    text: `SELECT pg_advisory_xact_lock_shared(hashtextextended('credentials ' || $1::uuid, 0))`,
    values: [principalId],
  });
}

/** Waits until no running request uses a live credential of the principal, and holds off new ones. */
export async function lockCredentialsOf(tx: Tx, principalId: string): Promise<void> {
  await extendLockTimeout(tx);
  await tx.query({ name: 'credentials_lock', text: 'SELECT lock_credentials($1)', values: [principalId] });
}

/** Waits until no running request uses this credential, and holds off new ones. */
export async function lockCredential(tx: Tx, credentialId: string): Promise<void> {
  await extendLockTimeout(tx);
  const text = 'SELECT pg_advisory_xact_lock(credential_lock($1))';
  await tx.query({ name: 'credential_lock', text, values: [credentialId] });
}

/** Holds the credential of a request until its transaction ends. Returns false if it is revoked. */
export async function lockCredentialShared(tx: Tx, credentialId: string): Promise<boolean> {
  const [row] = await tx.query<{ live: boolean }>({
    name: 'credential_hold',
    text: 'SELECT lock_credential_shared($1) AS live',
    values: [credentialId],
  });
  return row?.live === true;
}

/** Revokes every live credential of the principal but this one. Returns their ids. */
export async function revokeOthers(tx: Tx, principalId: string, credentialId: string): Promise<string[]> {
  return revokeWhere(tx, { principalId, credentialId: Not(credentialId) });
}

/** Revokes a live credential. Returns false if it is revoked already. */
export async function revokeCredential(tx: Tx, credentialId: string): Promise<boolean> {
  return (await revokeWhere(tx, { credentialId })).length > 0;
}

async function revokeWhere(tx: Tx, where: FindOptionsWhere<CredentialRow>): Promise<string[]> {
  const rows = await executeReturning<{ credential_id: string }>(
    repository(tx, CredentialRow)
      .createQueryBuilder()
      .update()
      .set({ revokedAt: tx.now })
      .where({ ...where, revokedAt: IsNull() })
      .returning('credential_id'),
  );
  return rows.map((row) => row.credential_id);
}

/** Stores when credentials were last used, in whole minutes. A stored later time stays. */
export async function updateLastUsedAt(db: Db, used: ReadonlyMap<string, Date>): Promise<void> {
  const ids = [...used.keys()].sort();
  await db.query({
    name: 'write_last_use',
    text: `UPDATE credential c SET last_used_at = date_trunc('minute', u.at)
      FROM unnest($1::uuid[], $2::timestamptz[]) AS u (credential_id, at)
      WHERE c.credential_id = u.credential_id AND (c.last_used_at IS NULL OR c.last_used_at < date_trunc('minute', u.at))`,
    values: [ids, ids.map((id) => used.get(id))],
  });
}
