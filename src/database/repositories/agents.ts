import { IsNull } from 'typeorm';
import { AgentRow, WebhookSigningKeyRow } from '../entities/agent';
import { executeReturning, repository } from '../entities/repository';
import type { Tx } from '../transactions/database';
import type { Db } from '../transactions/statement';

/** A webhook signing key as callers see it. The secret is left out, even encrypted. */
export type SigningKeyMetadata = Omit<WebhookSigningKeyRow, 'secretCiphertext' | 'secretKeyId'>;

export async function insertAgent(tx: Tx, row: AgentRow): Promise<void> {
  await repository(tx, AgentRow).insert({
    ...row,
    card: row.card as object,
    cardKeys: row.cardKeys && [...row.cardKeys],
  });
}

export async function insertSigningKey(tx: Tx, row: WebhookSigningKeyRow): Promise<void> {
  await repository(tx, WebhookSigningKeyRow).insert(row);
}

export async function findAgentOf(db: Db, principalId: string, agentId: string): Promise<AgentRow | undefined> {
  return (await repository(db, AgentRow).findOneBy({ principalId, agentId })) ?? undefined;
}

/** Finds an agent of any principal. */
export async function findAgent(db: Db, agentId: string): Promise<AgentRow | undefined> {
  return (await repository(db, AgentRow).findOneBy({ agentId })) ?? undefined;
}

export async function lockAgentOf(tx: Tx, principalId: string, agentId: string): Promise<AgentRow | undefined> {
  const agents = repository(tx, AgentRow);
  return (await agents.findOne({ where: { principalId, agentId }, lock: { mode: 'for_no_key_update' } })) ?? undefined;
}

/** Updates the card of an agent, and what was derived from it. */
export async function updateCard(tx: Tx, row: AgentRow): Promise<void> {
  const { agentId, cardVersion, cardMissing, cardSignature, streaming, pushNotifications, extendedAgentCard } = row;
  await repository(tx, AgentRow).update(
    { agentId },
    {
      card: row.card as object,
      cardKeys: row.cardKeys && [...row.cardKeys],
      ...{ cardVersion, cardMissing, cardSignature, streaming, pushNotifications, extendedAgentCard },
    },
  );
}

/** Sets the time of retirement. */
export async function updateRetirement(tx: Tx, { agentId, retiredAt }: AgentRow): Promise<void> {
  await repository(tx, AgentRow).update({ agentId }, { retiredAt });
}

/** Updates the notification settings of an agent. */
export async function updateNotifications(tx: Tx, row: AgentRow): Promise<void> {
  const { agentId, notificationUrl, eventTypes, notificationsDisabledAt } = row;
  await repository(tx, AgentRow).update({ agentId }, { notificationUrl, eventTypes, notificationsDisabledAt });
}

/** Retires the current signing key of an agent. Returns its version. */
export async function retireSigningKey(tx: Tx, agentId: string): Promise<number | undefined> {
  const rows = await executeReturning<{ version: number }>(
    repository(tx, WebhookSigningKeyRow)
      .createQueryBuilder()
      .update()
      .set({ retiredAt: tx.now })
      .where({ agentId, retiredAt: IsNull() })
      .returning('version'),
  );
  return rows[0]?.version;
}
