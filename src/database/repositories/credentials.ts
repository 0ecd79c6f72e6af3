import { decode } from '../sql/codec';
import type { Db } from '../transactions/statement';
import { type Page, type PageArgs, readPage } from '../sql/pages';
import type { CredentialRow } from '../entities/credential';
import type { Tx } from '../transactions/database';

/** What may be shown of a credential: never the secret, not even sealed. */
export type CredentialMetadata = Omit<CredentialRow, 'secretCiphertext' | 'secretKeyId'>;

const METADATA =
  'c.credential_id, c.principal_id, c.platform_role, c.api_key, c.created_at, c.revoked_at, c.last_used_at';

/** A credential as it is found for every signed request (contract §3), its secret sealed. */
export interface SigningCredential {
  readonly credential_id: string;
  readonly principal_id: string | null;
  readonly platform_role: 'console' | 'operator' | null;
  readonly api_key: string;
  readonly secret_ciphertext: Buffer;
  readonly secret_key_id: string;
  readonly revoked_at: Date | null;
}

/** The credentials of these public halves, revoked ones too, by them; of an unknown one there is nothing. */
export async function signingCredentials(
  db: Db,
  apiKeys: readonly string[],
): Promise<ReadonlyMap<string, SigningCredential>> {
  const rows = await db.query<SigningCredential>({
    name: 'credential_by_api_key',
    text: `SELECT credential_id, principal_id, platform_role, api_key, secret_ciphertext, secret_key_id, revoked_at
           FROM credential WHERE api_key = ANY ($1)`,
    values: [[...apiKeys]],
  });
  return new Map(rows.map((row) => [row.api_key, row]));
}

export async function insertCredential(tx: Tx, row: CredentialRow): Promise<void> {
  await tx.query({
    name: 'credential_insert',
    text: `INSERT INTO credential (credential_id, principal_id, platform_role, api_key, secret_ciphertext, secret_key_id, created_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    values: [
      row.credentialId,
      row.principalId,
      row.platformRole,
      row.apiKey,
      row.secretCiphertext,
      row.secretKeyId,
      row.createdAt,
    ],
  });
}

/** A principal's credentials, newest first. */
export async function credentialsOf(db: Db, principalId: string, args: PageArgs): Promise<Page<CredentialMetadata>> {
  return readPage(
    db,
    {
      name: 'credentials',
      select: `${METADATA} FROM credential c`,
      where: 'c.principal_id = (SELECT $1::uuid)',
      values: [principalId],
      key: 'c.credential_id',
      keyType: 'uuid',
    },
    args,
  );
}

export async function findCredential(db: Db, credentialId: string): Promise<CredentialMetadata | undefined> {
  const [row] = await findCredentials(db, [credentialId]);
  return row;
}

export async function findCredentials(db: Db, credentialIds: readonly string[]): Promise<CredentialMetadata[]> {
  const rows = await db.query<object>({
    name: 'credentials_by_id',
    text: `SELECT ${METADATA} FROM credential c WHERE c.credential_id = ANY ($1)`,
    values: [[...credentialIds]],
  });
  return rows.map((row) => decode<CredentialMetadata>(row));
}

/** The platform's own credentials, newest first. */
export async function platformCredentials(db: Db): Promise<CredentialMetadata[]> {
  const rows = await db.query<object>({
    text: `SELECT ${METADATA} FROM credential c WHERE c.platform_role IS NOT NULL ORDER BY c.credential_id DESC`,
  });
  return rows.map((row) => decode<CredentialMetadata>(row));
}

// Longer than a request may hold a credential, twice over: giving up would give up the place in the queue, and whoever
// signs with a stolen pair without a pause could keep its end waiting.
const END_LOCK_MS = 12_000;

async function extendLockTimeout(tx: Tx): Promise<void> {
  await tx.query({
    name: 'credentials_patience',
    text: `SELECT set_config('lock_timeout', '${String(END_LOCK_MS)}', true), set_config('statement_timeout', '${String(END_LOCK_MS + 1_000)}', true)`,
  });
}

/** Waits until the principal's live credentials sign nothing any more; see sql/requests/credential_lock.sql. */
export async function lockCredentialsOf(tx: Tx, principalId: string): Promise<void> {
  await extendLockTimeout(tx);
  await tx.query({ name: 'credentials_lock', text: 'SELECT lock_credentials($1)', values: [principalId] });
}

/** The same for one credential. */
export async function lockCredential(tx: Tx, credentialId: string): Promise<void> {
  await extendLockTimeout(tx);
  const text = 'SELECT pg_advisory_xact_lock(credential_lock($1))';
  await tx.query({ name: 'credential_lock', text, values: [credentialId] });
}

/** Holds the credential of a request until its transaction ends; false when it is revoked. */
export async function lockCredentialShared(tx: Tx, credentialId: string): Promise<boolean> {
  const [row] = await tx.query<{ live: boolean }>({
    name: 'credential_hold',
    text: 'SELECT lock_credential_shared($1) AS live',
    values: [credentialId],
  });
  return row?.live === true;
}

/** Revokes every live credential of the principal but one; answers their ids. */
export async function revokeOthers(tx: Tx, principalId: string, credentialId: string): Promise<string[]> {
  const rows = await tx.query<{ credential_id: string }>({
    name: 'credential_revoke_others',
    text: `UPDATE credential SET revoked_at = $3 WHERE principal_id = $1 AND credential_id <> $2 AND revoked_at IS NULL
           RETURNING credential_id`,
    values: [principalId, credentialId, tx.now],
  });
  return rows.map((row) => row.credential_id);
}

/** Revokes a live credential; false when it is revoked already. */
export async function revokeCredential(tx: Tx, credentialId: string): Promise<boolean> {
  const rows = await tx.query({
    name: 'credential_revoke',
    text: 'UPDATE credential SET revoked_at = $2 WHERE credential_id = $1 AND revoked_at IS NULL RETURNING credential_id',
    values: [credentialId, tx.now],
  });
  return rows.length > 0;
}
