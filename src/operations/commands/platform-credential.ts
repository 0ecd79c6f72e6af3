import type { Tx } from '../../database/transactions/database';
import type { Services } from '../context';

/** What is shown of a platform credential once, when it is made (contract §9). */
export interface IssuedPlatformCredential {
  readonly credentialId: string;
  readonly role: 'console' | 'operator';
  readonly apiKey: string;
  readonly signingSecret: string;
  readonly createdAt: Date;
}

type Issuing = Pick<Services, 'newId' | 'newCredential' | 'secrets'>;

/** Platform credentials come from the command line and from nowhere else (contract §2). */
export async function createPlatformCredential(
  tx: Tx,
  { newId, newCredential, secrets }: Issuing,
  role: IssuedPlatformCredential['role'],
): Promise<IssuedPlatformCredential> {
  const credentialId = newId(tx.now);
  const { apiKey, signingSecret } = newCredential();
  const sealed = secrets.encrypt(signingSecret, `signing:${credentialId}`);
  await tx.query({
    text: `INSERT INTO credential (credential_id, platform_role, api_key, secret_ciphertext, secret_key_id, created_at)
           VALUES ($1, $2, $3, $4, $5, $6)`,
    values: [credentialId, role, apiKey, sealed.ciphertext, sealed.keyId, tx.now],
  });
  return { credentialId, role, apiKey, signingSecret, createdAt: tx.now };
}
