import { decode } from '../sql/codec';
import type { Db } from '../transactions/statement';
import { type Page, type PageArgs, readPage } from '../sql/pages';
import type { AgentRow, WebhookSigningKeyRow } from '../entities/agent';
import type { Tx } from '../transactions/database';

/** Agents and the keys that sign what is sent to them. */

/** What may be shown of a webhook signing key: never the secret, not even sealed. */
export type SigningKeyMetadata = Omit<WebhookSigningKeyRow, 'secretCiphertext' | 'secretKeyId'>;

export async function insertAgent(tx: Tx, row: AgentRow): Promise<void> {
  await tx.query({
    name: 'agent_insert',
    text: `INSERT INTO agent (agent_id, principal_id, card, card_version, card_missing, streaming, push_notifications, extended_agent_card,
             notification_url, event_types, notifications_disabled_at, created_at, event_types_since)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    values: [
      row.agentId,
      row.principalId,
      JSON.stringify(row.card),
      row.cardVersion,
      row.cardMissing,
      row.streaming,
      row.pushNotifications,
      row.extendedAgentCard,
      row.notificationUrl,
      row.eventTypes,
      row.notificationsDisabledAt,
      row.createdAt,
      row.eventTypesSince,
    ],
  });
}

export async function insertSigningKey(tx: Tx, row: WebhookSigningKeyRow): Promise<void> {
  await tx.query({
    name: 'webhook_signing_key_insert',
    text: `INSERT INTO webhook_signing_key (agent_id, version, secret_ciphertext, secret_key_id, created_at)
           VALUES ($1, $2, $3, $4, $5)`,
    values: [row.agentId, row.version, row.secretCiphertext, row.secretKeyId, row.createdAt],
  });
}

/** A principal's agents, newest first. */
export async function agentsOf(db: Db, principalId: string, args: PageArgs): Promise<Page<AgentRow>> {
  return readPage(
    db,
    {
      name: 'agents',
      select: 'a.* FROM agent a',
      where: 'a.principal_id = (SELECT $1::uuid)',
      values: [principalId],
      key: 'a.agent_id',
      keyType: 'uuid',
    },
    args,
  );
}

export async function findAgentOf(db: Db, principalId: string, agentId: string): Promise<AgentRow | undefined> {
  const [row] = await db.query<object>({
    name: 'agent_of_principal',
    text: 'SELECT * FROM agent WHERE principal_id = $1 AND agent_id = $2',
    values: [principalId, agentId],
  });
  return row && decode<AgentRow>(row);
}

/** Whoever's it is. */
export async function findAgent(db: Db, agentId: string): Promise<AgentRow | undefined> {
  const [row] = await db.query<object>({
    name: 'agent_by_id',
    text: 'SELECT * FROM agent WHERE agent_id = $1',
    values: [agentId],
  });
  return row && decode<AgentRow>(row);
}

export async function lockAgentOf(tx: Tx, principalId: string, agentId: string): Promise<AgentRow | undefined> {
  const [row] = await tx.query<object>({
    name: 'agent_of_principal_lock',
    text: 'SELECT * FROM agent WHERE principal_id = $1 AND agent_id = $2 FOR NO KEY UPDATE',
    values: [principalId, agentId],
  });
  return row && decode<AgentRow>(row);
}

/** Changes where and of what an agent is notified; the card is fixed at registration (contract §7). */
export async function updateNotifications(tx: Tx, row: AgentRow): Promise<void> {
  await tx.query({
    name: 'agent_update_notifications',
    text: 'UPDATE agent SET notification_url = $2, event_types = $3, notifications_disabled_at = $4 WHERE agent_id = $1',
    values: [row.agentId, row.notificationUrl, row.eventTypes, row.notificationsDisabledAt],
  });
}

/** An agent's webhook signing keys, the current one first. */
export async function signingKeysOf(db: Db, agentId: string, args: PageArgs): Promise<Page<SigningKeyMetadata>> {
  return readPage(
    db,
    {
      name: 'webhook_signing_keys',
      select: 'k.agent_id, k.version, k.created_at, k.retired_at FROM webhook_signing_key k',
      where: 'k.agent_id = (SELECT $1::uuid)',
      values: [agentId],
      key: 'k.version',
      keyType: 'bigint',
    },
    args,
  );
}
