import { keyOf } from '../../domain/keys';
import { LRUCache } from 'lru-cache';
import type { Services } from '../../operations/context';
import type { ClaimedDelivery } from '../../database/repositories/webhook-batch';

/** As many as there are connection pools of endpoints. */
const MAX_SECRETS = 1_000;

interface CachedSecret {
  readonly ciphertext: Buffer;
  readonly secret: string;
}

/** Caches decrypted signing secrets, because decrypting costs as much as signing. */
export class SigningSecretCache {
  private readonly cache = new LRUCache<string, CachedSecret>({ max: MAX_SECRETS });

  constructor(private readonly services: Pick<Services, 'secrets' | 'log'>) {}

  /** Returns the decrypted secret; undefined (and an error in the log) if no key of this process decrypts it. */
  get(claimed: ClaimedDelivery): string | undefined {
    const { agentId, keyVersion, secretCiphertext: ciphertext, secretKeyId: keyId } = claimed;
    const cached = this.cache.get(agentId);
    // A rotation of the secret or of the encryption key changes the ciphertext.
    if (cached?.ciphertext.equals(ciphertext)) return cached.secret;
    try {
      const secret = this.services.secrets.decrypt({ ciphertext, keyId }, `webhook:${agentId}:${String(keyVersion)}`);
      // Copied, because the buffer from pg is a slice of a larger one.
      this.cache.set(agentId, { ciphertext: Buffer.from(ciphertext), secret });
      return secret;
    } catch (error) {
      this.services.log.error(
        { err: error, agentKey: keyOf('agt', agentId), keyVersion },
        'could not decrypt a webhook signing secret',
      );
      return undefined;
    }
  }
}
