import { type NewCredentialLimits, NO_LIMITS } from '../../domain/sessions/credential-limits';
import type { CredentialRow } from '../../database/entities/credential';
import { insertCredential } from '../../database/repositories/credentials';
import type { Tx } from '../../database/transactions/database';
import type { Services } from '../context';
import { recordAuthority } from './authority';

/** A new platform credential. Its secret is shown once, here. */
export interface IssuedPlatformCredential {
  readonly credentialId: string;
  readonly role: 'console' | 'operator';
  readonly apiKey: string;
  readonly signingSecret: string;
  readonly createdAt: Date;
}

type Issuing = Pick<Services, 'newId' | 'newCredential' | 'secrets'>;

/** Stores a new credential of a principal or of the platform, its secret encrypted. */
export async function insertNewCredential(
  tx: Tx,
  { newId, newCredential, secrets }: Issuing,
  owner: Pick<CredentialRow, 'principalId' | 'platformRole' | 'agentId'>,
  limits: NewCredentialLimits = NO_LIMITS,
) {
  const credentialId = newId(tx.now);
  const { apiKey, signingSecret } = newCredential();
  const encrypted = secrets.encrypt(signingSecret, `signing:${credentialId}`);
  await insertCredential(tx, {
    credentialId,
    apiKey,
    secretCiphertext: encrypted.ciphertext,
    secretKeyId: encrypted.keyId,
    createdAt: tx.now,
    revokedAt: null,
    lastUsedAt: null,
    ...owner,
    ...limits,
    scopes: [...limits.scopes],
  });
  return { credentialId, apiKey, signingSecret, createdAt: tx.now };
}

/** Creates a credential of the platform. Only the command line does so. */
export async function createPlatformCredential(
  tx: Tx,
  services: Issuing,
  role: IssuedPlatformCredential['role'],
): Promise<IssuedPlatformCredential> {
  const issued = await insertNewCredential(tx, services, { principalId: null, platformRole: role, agentId: null });
  recordAuthority({ tx }, 'credential_issued', { object: 'credential', id: issued.credentialId });
  return { ...issued, role };
}
