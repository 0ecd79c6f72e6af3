/** Detects revoked credentials of open sockets. */
import type { Log } from '../../operations/ports';
import { filterRevoked } from '../../database/events/feed';
import type { Db } from '../../database/transactions/statement';

/** Calls back when a credential is revoked. */
export class CredentialWatcher {
  private readonly callbacks = new Map<string, Set<() => void>>();
  private readonly credentialsToCheck = new Set<string>();
  private checking: Promise<void> | undefined;

  /** @param db returns the connection for the checks */
  constructor(
    private readonly db: () => Db,
    private readonly log: Log,
  ) {}

  /** Registers a callback for the revocation of a credential. Returns a function that removes it. */
  onRevoked(credentialId: string, callback: () => void): () => void {
    const callbacks = this.callbacks.get(credentialId) ?? new Set();
    this.callbacks.set(credentialId, callbacks);
    callbacks.add(callback);
    return () => {
      callbacks.delete(callback);
      if (callbacks.size === 0 && this.callbacks.get(credentialId) === callbacks) this.callbacks.delete(credentialId);
    };
  }

  /** Checks every watched credential. */
  async checkAll(): Promise<void> {
    await this.check([...this.callbacks.keys()]);
  }

  /** Checks the credentials of a notification. Notifications that arrive during a check are checked together. */
  handleNotification(credentialIds: readonly string[]): void {
    for (const id of credentialIds) this.credentialsToCheck.add(id);
    this.checking ??= this.checkNotified().finally(() => (this.checking = undefined));
  }

  /** Resolves when no check of a notification is in progress. */
  async waitUntilIdle(): Promise<void> {
    await this.checking;
  }

  private async checkNotified(): Promise<void> {
    while (this.credentialsToCheck.size > 0) {
      const ids = [...this.credentialsToCheck];
      this.credentialsToCheck.clear();
      await this.check(ids);
    }
  }

  /** A notification alone closes nothing: the credential's row decides. */
  private async check(credentialIds: readonly string[]): Promise<void> {
    const watched = credentialIds.filter((id) => this.callbacks.has(id));
    if (watched.length === 0) return;
    try {
      for (const id of await filterRevoked(this.db(), watched)) {
        for (const callback of [...(this.callbacks.get(id) ?? [])]) callback();
      }
    } catch (error) {
      this.log.warn({ err: error }, 'credentials of open sockets could not be checked');
    }
  }
}
