import { Refusal } from '../../domain/errors/errors';
import { idFromKeyOrUuid } from '../../domain/keys';
import * as store from '../../database/repositories/credentials';
import type { CredentialMetadata } from '../../database/repositories/credentials';
import { notifyRevoked } from '../../database/events/feed';
import type { Tx } from '../../database/transactions/database';
import type { MutationContext } from '../context';
import { lockOwnerBinding } from './owner';

/** A new pair: the secret is in this answer alone. */
export interface IssuedCredential {
  readonly credentialId: string;
  readonly apiKey: string;
  readonly signingSecret: string;
  readonly createdAt: Date;
}

/** Makes a pair for a principal; the request's answer is marked as bearing a secret. */
export async function issueCredential(acting: MutationContext, principalId: string): Promise<IssuedCredential> {
  const { tx, services } = acting;
  const credentialId = services.newId(tx.now);
  const { apiKey, signingSecret } = services.newCredential();
  const sealed = services.secrets.encrypt(signingSecret, `signing:${credentialId}`);
  await store.insertCredential(tx, {
    credentialId,
    principalId,
    platformRole: null,
    apiKey,
    secretCiphertext: sealed.ciphertext,
    secretKeyId: sealed.keyId,
    createdAt: tx.now,
    revokedAt: null,
    lastUsedAt: null,
  });
  acting.containsSecret();
  return { credentialId, apiKey, signingSecret, createdAt: tx.now };
}

/**
 * Holds the credential that signed the request until the transaction ends: for requests whose claim did not
 * (src/api/http/idempotency.ts). @throws Refusal 401 when it was revoked in the meantime
 */
export async function holdCredential({ tx, caller }: MutationContext): Promise<void> {
  if (!(await store.lockCredentialShared(tx, caller.credentialId))) throw new Refusal('credential_invalid');
}

/** Contract §6, credentials: one more pair; the others go on. */
export async function createCredential(acting: MutationContext, principalId: string): Promise<IssuedCredential> {
  await lockOwnerBinding(acting, principalId);
  return issueCredential(acting, principalId);
}

/** Specification, Authentication 3: a new pair, and every previous credential revoked with it; no grace. */
export async function rotateCredential(acting: MutationContext, principalId: string): Promise<IssuedCredential> {
  const { tx } = acting;
  await store.lockCredentialsOf(tx, principalId);
  await holdCredential(acting);
  await lockOwnerBinding(acting, principalId);
  const issued = await issueCredential(acting, principalId);
  notifyRevoked(tx, await store.revokeOthers(tx, principalId, issued.credentialId));
  return issued;
}

/** Specification, Authentication 4: revokes without a replacement; what is revoked already stays as it is. */
export async function revokeCredential(
  acting: MutationContext,
  principalId: string,
  credentialKey: string,
): Promise<CredentialMetadata> {
  const { tx } = acting;
  await store.lockCredentialsOf(tx, principalId);
  await holdCredential(acting);
  await lockOwnerBinding(acting, principalId);
  const credentialId = idFromKeyOrUuid('crd', credentialKey);
  const row = credentialId === undefined ? undefined : await store.findCredential(tx, credentialId);
  if (row?.principalId !== principalId) throw new Refusal('credential_not_found');
  return revoked(tx, row);
}

/** Revokes a credential of the platform's own; undefined where there is none of that key. */
export async function revokePlatformCredential(tx: Tx, credentialKey: string): Promise<CredentialMetadata | undefined> {
  const credentialId = idFromKeyOrUuid('crd', credentialKey);
  if (credentialId === undefined) return undefined;
  await store.lockCredential(tx, credentialId);
  const row = await store.findCredential(tx, credentialId);
  return row && row.platformRole !== null ? revoked(tx, row) : undefined;
}

async function revoked(tx: Tx, row: CredentialMetadata): Promise<CredentialMetadata> {
  if (row.revokedAt !== null || !(await store.revokeCredential(tx, row.credentialId))) return row;
  notifyRevoked(tx, [row.credentialId]);
  return { ...row, revokedAt: tx.now };
}
