import { newUuidV7 } from '../../src/adapters/ids';
import type { Party } from './actors';
import type { TestApp } from './app';

/** Copies the agent of a party, each time with a card of about 62 KiB. */
export async function insertLargeAgents(app: Pick<TestApp, 'sql'>, { agentId }: Party, count: number): Promise<void> {
  const now = new Date();
  const ids = Array.from({ length: count }, () => newUuidV7(now));
  await app.sql(
    `INSERT INTO agent (agent_id, principal_id, card, card_missing, streaming, push_notifications, extended_agent_card, event_types, created_at)
     SELECT id, a.principal_id, a.card || jsonb_build_object('more', repeat('x', 64000)), a.card_missing, a.streaming, a.push_notifications,
       a.extended_agent_card, a.event_types, now() FROM agent a, unnest($2::uuid[]) id WHERE a.agent_id = $1`,
    [agentId, ids],
  );
}
