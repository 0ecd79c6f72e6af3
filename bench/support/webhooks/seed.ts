import { newUuidV7, newWebhookSecret } from '../../../src/adapters/ids';
import { openSecrets } from '../../../src/adapters/secrets';
import type { NewEvent } from '../../../src/domain/effects';
import { keyOf } from '../../../src/domain/keys';
import type { SecretBox } from '../../../src/operations/ports';
import type { Db } from '../../../src/database/transactions/statement';
import { applyEffects } from '../../../src/database/repositories/decisions';
import type { Database, Tx } from '../../../src/database/transactions/database';

/** Inserts this many principals, each with one agent whose endpoint is `url`. Returns their ids. */
export async function seedEndpoints(
  store: Database,
  dataDir: string,
  url: string,
  endpoints: number,
): Promise<string[]> {
  const { secrets } = openSecrets({ keys: undefined, dataDir, production: false });
  const now = new Date();
  const rows = Array.from({ length: endpoints }, () => {
    const agentId = newUuidV7(now);
    return {
      principalId: newUuidV7(now),
      agentId,
      sealed: secrets.encrypt(newWebhookSecret(), `webhook:${agentId}:1`),
    };
  });
  const principals = rows.map((row) => row.principalId);
  const agents = rows.map((row) => row.agentId);
  await store.query({
    text: `INSERT INTO principal SELECT id, 'Bench', 20, 1000000, 1000000, now() FROM unnest($1::uuid[]) AS p (id)`,
    values: [principals],
  });
  await store.query({
    text: `INSERT INTO agent (agent_id, principal_id, card, card_missing, streaming, push_notifications,
        extended_agent_card, event_types, notification_url, created_at)
      SELECT agent_id, principal_id, '{}', '{}', false, true, false, '{tickets.credited}', $3, now()
      FROM unnest($1::uuid[], $2::uuid[]) AS a (agent_id, principal_id)`,
    values: [agents, principals, url],
  });
  await store.query({
    text: `INSERT INTO webhook_signing_key SELECT agent_id, 1, ciphertext, key_id, now()
      FROM unnest($1::uuid[], $2::bytea[], $3::text[]) AS k (agent_id, ciphertext, key_id)`,
    values: [agents, rows.map((row) => row.sealed.ciphertext), rows.map((row) => row.sealed.keyId)],
  });
  return principals;
}

/** Adds an endpoint to an existing agent, for completed trades. */
export async function addTradeEndpoint(db: Db, secrets: SecretBox, agentId: string, url: string): Promise<void> {
  const { ciphertext, keyId } = secrets.encrypt(newWebhookSecret(), `webhook:${agentId}:1`);
  await db.query({
    text: `UPDATE agent SET push_notifications = true, event_types = '{trade.completed}', notification_url = $2 WHERE agent_id = $1`,
    values: [agentId, url],
  });
  await db.query({
    text: 'INSERT INTO webhook_signing_key VALUES ($1, 1, $2, $3, now())',
    values: [agentId, ciphertext, keyId],
  });
}

/** Commits an event of each principal in one transaction, as an operation does. */
export async function publishEvents(store: Database, principals: readonly string[]): Promise<void> {
  await store.inTransaction((tx) => insertEvents(tx, principals));
}

/** Writes the events inside a larger transaction. */
export async function insertEvents(tx: Tx, principals: readonly string[]): Promise<void> {
  const now = new Date();
  const events = principals.map((principalId): NewEvent => {
    const subjectKey = keyOf('prn', principalId);
    const data = { principal_key: subjectKey, session_id: 'cs_bench', tickets_stamps: 1000 };
    return { eventId: newUuidV7(now), principalId, type: 'tickets.credited', subjectKey, tradeId: null, data };
  });
  await applyEffects(tx, { events });
}
