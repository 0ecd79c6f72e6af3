import { newUuidV7, newWebhookSecret } from '../../src/adapters/ids';
import type { WebhookResponse, WebhookRequest, WebhookSender } from '../../src/operations/ports';
import { assignSequences } from '../../src/database/events/event-log';
import type { Database } from '../../src/database/transactions/database';
import { newId } from './ledger';
import type { TestServices } from './service';

/** Inserts webhook endpoints as rows, for worker tests without the API; not a test. */

export interface DeliveryRow {
  readonly state: string;
  readonly attempts: number;
  /** Attempts in the log. */
  readonly logged: number;
}

export class Endpoints {
  constructor(
    private readonly store: Database,
    private readonly services: TestServices,
  ) {}

  /** Inserts a principal with one agent that gets `tickets.credited` at this URL; returns the agent's id. */
  async newAgent(url: string): Promise<string> {
    const principalId = newId();
    await this.store.query({ text: `INSERT INTO principal VALUES ($1, 'P', 20, 1, 1, now())`, values: [principalId] });
    return this.newAgentOf(principalId, url);
  }

  async newAgentOf(principalId: string, url: string): Promise<string> {
    const agentId = newId();
    await this.store.query({
      text: `INSERT INTO agent VALUES ($1, $2, '{}', NULL, '{}', false, true, false, $3, '{tickets.credited}', NULL, now())`,
      values: [agentId, principalId, url],
    });
    const sealed = this.services.secrets.encrypt(newWebhookSecret(), `webhook:${agentId}:1`);
    await this.store.query({
      text: `INSERT INTO webhook_signing_key VALUES ($1, 1, $2, $3, now())`,
      values: [agentId, sealed.ciphertext, sealed.keyId],
    });
    return agentId;
  }

  /** Inserts events without a sequence for the agent's principal; returns their ids. */
  async write(agentId: string, count = 1): Promise<string[]> {
    const ids = Array.from({ length: count }, () => newUuidV7(new Date()));
    await this.store.query({
      text: `INSERT INTO event (event_id, principal_id, type, subject_key, data, created_at)
        SELECT id, (SELECT principal_id FROM agent WHERE agent_id = $2), 'tickets.credited', 'x', '{}', now()
        FROM unnest($1::uuid[]) AS id`,
      values: [ids, agentId],
    });
    return ids;
  }

  /** Inserts events, assigns their sequences and creates their deliveries. */
  async writeSequenced(agentId: string, count = 1): Promise<string[]> {
    const ids = await this.write(agentId, count);
    await this.store.inTransaction((tx) => assignSequences(tx, 500));
    return ids;
  }

  async deliveriesOf(agentId: string): Promise<DeliveryRow[]> {
    return this.store.query<DeliveryRow>({
      text: `SELECT state, attempts, (SELECT count(*)::int FROM webhook_attempt a WHERE a.delivery_id = d.delivery_id) AS logged
        FROM webhook_delivery d WHERE agent_id = $1 ORDER BY sequence`,
      values: [agentId],
    });
  }

  async nothingPending(agentIds: readonly string[]): Promise<boolean> {
    const rows = await this.store.query({
      text: `SELECT FROM webhook_delivery WHERE agent_id = ANY ($1) AND state = 'pending' LIMIT 1`,
      values: [agentIds],
    });
    return rows.length === 0;
  }
}

/** Statements on the leases of agent $1: another worker claims them again, or they are released. */
export const CLAIMED_AGAIN = `UPDATE webhook_endpoint SET claims = claims + 1,
  lease_tokens = array_fill(claims + 1, ARRAY[cardinality(leased_delivery_ids)]) WHERE agent_id = $1`;
export const GIVEN_BACK = `UPDATE webhook_endpoint SET leased_delivery_ids = '{}', lease_tokens = '{}', leased_until = '{}' WHERE agent_id = $1`;

export const FINE: WebhookResponse = { status: 204, error: null, retryAfter: null, durationMs: 1, response: null };

/** A sender whose responses wait for `release`. */
export function heldSender(): WebhookSender & {
  readonly calls: WebhookRequest[];
  release(answer?: WebhookResponse): void;
} {
  const calls: WebhookRequest[] = [];
  let waiting: ((answer: WebhookResponse) => void)[] = [];
  return {
    calls,
    send: (call) => {
      calls.push(call);
      return new Promise((resolve) => waiting.push(resolve));
    },
    release(answer = FINE) {
      for (const resolve of waiting) resolve(answer);
      waiting = [];
    },
    stop: () => Promise.resolve(),
  };
}
