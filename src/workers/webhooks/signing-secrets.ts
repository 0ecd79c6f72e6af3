import type { Services } from '../../operations/context';
import type { ClaimedDelivery } from '../../database/repositories/webhook-batch';

/** As many as endpoints have connections of their own. */
const MAX_ENTRIES = 1000;

/** Signing secrets as they were opened last: deciphering costs as much as signing. */
export class SigningSecretCache {
  private readonly opened = new Map<string, { readonly ciphertext: Buffer; readonly secret: string }>();

  constructor(private readonly services: Pick<Services, 'secrets' | 'log'>) {}

  /** Undefined, with a line in the log, where no key of this process opens it. */
  get(claimed: ClaimedDelivery): string | undefined {
    const { agentId, keyVersion, secretCiphertext: ciphertext, secretKeyId: keyId } = claimed;
    const known = this.opened.get(agentId);
    // A rotation, or a key of ours that was changed, makes other bytes.
    if (known?.ciphertext.equals(ciphertext)) return known.secret;
    try {
      const secret = this.services.secrets.decrypt({ ciphertext, keyId }, `webhook:${agentId}:${String(keyVersion)}`);
      this.keep(agentId, ciphertext, secret);
      return secret;
    } catch (error) {
      this.services.log.error({ err: error, agentId, keyVersion }, 'a webhook signing secret does not open');
      return undefined;
    }
  }

  private keep(agentId: string, ciphertext: Buffer, secret: string): void {
    // A copy: what pg gives is a piece of a larger block.
    this.opened.set(agentId, { ciphertext: Buffer.from(ciphertext), secret });
    if (this.opened.size <= MAX_ENTRIES) return;
    const [oldest] = this.opened.keys();
    if (oldest !== undefined) this.opened.delete(oldest);
  }
}
