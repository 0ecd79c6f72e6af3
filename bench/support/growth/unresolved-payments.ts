import { newUuidV7, newWebhookSecret } from '../../../src/adapters/ids';
import type { SecretBox } from '../../../src/operations/ports';
import type { Db } from '../../../src/database/transactions/statement';
import type { Party } from '../market';

/** Inserts rows that a webhook receiver and the payment processor would leave. */

/** Sends the agent a webhook at `url` for every trade that its party completed. */
export async function pushTo(db: Db, secrets: SecretBox, { agentId }: Party, url: string): Promise<void> {
  const { ciphertext, keyId } = secrets.encrypt(newWebhookSecret(), `webhook:${agentId}:1`);
  await db.query({
    text: `UPDATE agent SET push_notifications = true, notification_url = $2, event_types = '{trade.completed}' WHERE agent_id = $1`,
    values: [agentId, url],
  });
  await db.query({
    text: 'INSERT INTO webhook_signing_key VALUES ($1, 1, $2, $3, now())',
    values: [agentId, ciphertext, keyId],
  });
}

/** A payment that an operator must resolve, by the processor's id. */
export interface Unsettled {
  readonly sessionId: string;
  readonly eventId: string;
}

/** Inserts this many parked purchases and as many flagged payments. */
export async function park(db: Db, { principalId }: Party, count: number): Promise<Unsettled[]> {
  const made = Array.from({ length: count }, (): Unsettled => {
    const id = newUuidV7(new Date());
    return { sessionId: `cs_test_${id}`, eventId: `evt_${id}` };
  });
  await db.query({
    text: `INSERT INTO ticket_purchase (session_id, pack, tickets_stamps, price_minor, currency, principal_id, status, created_at, livemode, parked_reason)
      SELECT id, 'starter', 1000, 1000, 'usd', $2, 'parked', now(), false, 'amount_mismatch' FROM unnest($1::text[]) id`,
    values: [made.map(({ sessionId }) => sessionId), principalId],
  });
  await db.query({
    text: `INSERT INTO stripe_event (stripe_event_id, type, payload, outcome, received_at, reason)
      SELECT id, 'charge.refunded', '{}', 'flagged', now(), 'refund' FROM unnest($1::text[]) id`,
    values: [made.map(({ eventId }) => eventId)],
  });
  return made;
}
