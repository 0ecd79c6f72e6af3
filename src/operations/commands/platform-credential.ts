import { NO_LIMITS } from '../../domain/sessions/credential-limits';
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

/** Creates a credential of the platform. Only the command line does so. */
export async function createPlatformCredential(
  tx: Tx,
  { newId, newCredential, secrets }: Issuing,
  role: IssuedPlatformCredential['role'],
): Promise<IssuedPlatformCredential> {
  const credentialId = newId(tx.now);
  const { apiKey, signingSecret } = newCredential();
  const encrypted = secrets.encrypt(signingSecret, `signing:${credentialId}`);
  await insertCredential(tx, {
    credentialId,
    principalId: null,
    platformRole: role,
    apiKey,
    secretCiphertext: encrypted.ciphertext,
    secretKeyId: encrypted.keyId,
    createdAt: tx.now,
    revokedAt: null,
    agentId: null,
    ...NO_LIMITS,
    scopes: [...NO_LIMITS.scopes],
    lastUsedAt: null,
  });
  recordAuthority({ tx }, 'credential_issued', { object: 'credential', id: credentialId });
  return { credentialId, role, apiKey, signingSecret, createdAt: tx.now };
}
