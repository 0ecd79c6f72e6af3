import { tradeEvents } from '../../../src/domain/events/events';
import { idOf, keyOf } from '../../../src/domain/keys';
import { newUuidV7 } from '../../../src/adapters/ids';
import { applyEffects, loadDecisionData } from '../../../src/database/repositories/decisions';
import type { Database } from '../../../src/database/transactions/database';
import type { TestApp } from '../../../test/support/app';
import type { PushedParty } from '../../../test/support/webhook-agents';
import { activate, checkpoint, publishContract, startTrade } from '../../../test/support/actors';

/** Creates trade events for the chaos tests. */

export interface Pair {
  readonly provider: PushedParty;
  readonly consumer: PushedParty;
}

/** Every event type of a completed trade, and ticket credits. */
export const TYPES = [
  'PROPOSAL_CREATED',
  'PROPOSAL_ACCEPTED',
  'TRADE_CREATED',
  'TRADE_STEP_ACTIVATED',
  'TRADE_CONTRACT_PUBLISHED',
  'TRADE_CHECKPOINT_SUBMITTED',
  'TRADE_COMPLETED',
  'TICKETS_CREDITED',
];

/** Plays one trade from its listings to the confirmed checkpoint; returns its id. */
export async function completeTrade({ provider, consumer }: Pair): Promise<string> {
  const trade = await startTrade(provider, consumer);
  await activate(trade);
  await publishContract(trade);
  await checkpoint(trade);
  return idOf('trd', trade.tradeKey) ?? '';
}

/**
 * Adds one event for each party of the trade, in one transaction.
 * It loads data and applies effects like an operation does, because thousands of signed calls would take too long.
 */
export async function addTradeEvents(store: Database, tradeId: string): Promise<void> {
  await store.inTransaction(async (tx) => {
    const data = await loadDecisionData(tx, { trade_id: tradeId, lock: 'update' });
    if (!data?.trade) throw new Error(`no trade ${keyOf('trd', tradeId)}`);
    const moment = { now: tx.now, newId: () => newUuidV7(tx.now) };
    const events = tradeEvents('trade.checkpoint_submitted', data.trade, 1, data.tradeParticipants, moment);
    await applyEffects(tx, { events });
  });
}

/** Writes a credit event for each party in one transaction, like a credited purchase. */
export async function creditAll(store: Database, parties: readonly PushedParty[]): Promise<void> {
  await store.inTransaction(async (tx) => {
    const events = parties.map(({ principalKey }) => ({
      eventId: newUuidV7(tx.now),
      principalId: idOf('prn', principalKey) ?? '',
      type: 'tickets.credited' as const,
      subjectKey: principalKey,
      tradeId: null,
      data: { principal_key: principalKey, session_id: 'cs_test_1', tickets_stamps: 1 },
    }));
    await applyEffects(tx, { events });
  });
}

export interface DeliveryRow {
  readonly agent_id: string;
  readonly event_id: string;
  readonly trade_id: string | null;
  readonly sequence: number;
  readonly payload: string;
  readonly state: string;
  /** Attempts that timed out, so the answer of the receiver is unknown. */
  readonly timeouts: number;
}

/** Loads every delivery with its event. */
export const loadDeliveries = (app: Pick<TestApp, 'sql'>): Promise<DeliveryRow[]> =>
  app.sql<DeliveryRow>(
    `SELECT d.agent_id, d.event_id, d.trade_id, d.sequence::int AS sequence, webhook_payload(e) AS payload, d.state,
       (SELECT count(*)::int FROM webhook_attempt a WHERE a.delivery_id = d.delivery_id AND a.error = 'timeout') AS timeouts
     FROM webhook_delivery d JOIN event e USING (event_id) ORDER BY d.agent_id, d.sequence`,
  );
