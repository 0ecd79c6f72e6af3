import { openSecrets } from '../../../src/adapters/secrets';
import { newCredential, newUuidV7 } from '../../../src/adapters/ids';
import type { Credential } from '../../../src/client';
import type { NewEvent } from '../../../src/domain/effects';
import { keyOf } from '../../../src/domain/keys';
import { applyEffects } from '../../../src/database/repositories/decisions';
import type { Database } from '../../../src/database/transactions/database';
import { outboxRelay } from '../../../src/workers/outbox-relay';

/** Commits events as an operation does, and numbers them with the relay of a worker process. */
export class EventPublisher {
  private readonly relay;
  private woken = false;
  private running: Promise<void> | undefined;

  constructor(
    private readonly store: Database,
    private readonly principals: readonly string[],
  ) {
    this.relay = outboxRelay(store, 'bench');
  }

  /** Commits the events and waits until they are numbered. */
  async tell(events: readonly (readonly number[])[]): Promise<void> {
    await this.commit(events);
    this.wake();
  }

  /** Commits one transaction. Each entry is an event of these principals, by number. */
  async commit(events: readonly (readonly number[])[]): Promise<void> {
    const made = events.flatMap((principals) => principals.map((number) => this.event(number)));
    await this.store.inTransaction((tx) => applyEffects(tx, { events: made }));
  }

  wake(): void {
    this.woken = true;
    this.running ??= this.number().finally(() => (this.running = undefined));
  }

  private event(number: number): NewEvent {
    const principalId = this.principals[number] ?? '';
    const subjectKey = keyOf('prn', principalId);
    const data = { principal_key: subjectKey, session_id: 'cs_bench', tickets_stamps: 1000 };
    const eventId = newUuidV7(new Date());
    return { eventId, principalId, type: 'tickets.credited', subjectKey, tradeId: null, data };
  }

  private async number(): Promise<void> {
    for (;;) {
      this.woken = false;
      const rest = new Promise((resolve) => setTimeout(resolve, this.relay.minIntervalMs ?? 0));
      while (await this.relay.run());
      await rest;
      if (!this.isWoken()) return;
    }
  }

  // A function, because the compiler keeps its conclusion from before the `await`.
  private isWoken(): boolean {
    return this.woken;
  }

  async stop(): Promise<void> {
    await this.running;
    await this.relay.onStop?.();
  }
}

export interface Subscribers {
  readonly principals: readonly string[];
  readonly credentials: readonly Credential[];
}

const BATCH = 500;

/** Inserts this many principals, each with this many credentials. */
export async function seedSubscribers(
  store: Database,
  dataDir: string,
  principals: number,
  credentialsEach: number,
): Promise<Subscribers> {
  const { secrets } = openSecrets({ keys: undefined, dataDir, production: false });
  const now = new Date();
  const ids = Array.from({ length: principals }, () => newUuidV7(now));
  const rows = ids.flatMap((principalId) =>
    Array.from({ length: credentialsEach }, () => {
      const credentialId = newUuidV7(now);
      const credential = newCredential();
      const sealed = secrets.encrypt(credential.signingSecret, `signing:${credentialId}`);
      return { principalId, credentialId, credential, sealed };
    }),
  );
  await store.query({
    text: `INSERT INTO principal SELECT id, 'Bench', 20, 1000000, 1000000, now() FROM unnest($1::uuid[]) AS p (id)`,
    values: [ids],
  });
  for (let from = 0; from < rows.length; from += BATCH) {
    const batch = rows.slice(from, from + BATCH);
    await store.query({
      text: `INSERT INTO credential (credential_id, principal_id, api_key, secret_ciphertext, secret_key_id, created_at)
        SELECT *, now() FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::bytea[], $5::text[])`,
      values: [
        batch.map((row) => row.credentialId),
        batch.map((row) => row.principalId),
        batch.map((row) => row.credential.apiKey),
        batch.map((row) => row.sealed.ciphertext),
        batch.map((row) => row.sealed.keyId),
      ],
    });
  }
  return { principals: ids, credentials: rows.map((row) => row.credential) };
}
