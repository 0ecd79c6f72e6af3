import { LRUCache } from 'lru-cache';
import type { Services } from '../../operations/context';
import type { ClaimedDelivery } from '../../database/repositories/webhook-batch';

/** As many as there are connection pools of endpoints. */
const MAX_SECRETS = 1_000;

interface OpenedSecret {
  readonly ciphertext: Buffer;
  readonly secret: string;
}

/** Caches decrypted signing secrets, because decrypting costs as much as signing. */
export class SigningSecretCache {
  private readonly opened = new LRUCache<string, OpenedSecret>({ max: MAX_SECRETS });

  constructor(private readonly services: Pick<Services, 'secrets' | 'log'>) {}

  /** Undefined, with a line in the log, where no key of this process opens it. */
  get(claimed: ClaimedDelivery): string | undefined {
    const { agentId, keyVersion, secretCiphertext: ciphertext, secretKeyId: keyId } = claimed;
    const known = this.opened.get(agentId);
    // A rotation, or a key of ours that was changed, makes other bytes.
    if (known?.ciphertext.equals(ciphertext)) return known.secret;
    try {
      const secret = this.services.secrets.decrypt({ ciphertext, keyId }, `webhook:${agentId}:${String(keyVersion)}`);
      // Copied, because the buffer from pg is a slice of a larger one.
      this.opened.set(agentId, { ciphertext: Buffer.from(ciphertext), secret });
      return secret;
    } catch (error) {
      this.services.log.error({ err: error, agentId, keyVersion }, 'a webhook signing secret does not open');
      return undefined;
    }
  }
}
