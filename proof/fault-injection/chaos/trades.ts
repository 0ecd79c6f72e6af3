import { tradeEvents } from '../../../src/domain/events/events';
import { idOf, keyOf } from '../../../src/domain/keys';
import { newUuidV7 } from '../../../src/adapters/ids';
import { applyEffects, loadFacts } from '../../../src/database/repositories/facts';
import type { Database } from '../../../src/database/transactions/database';
import type { TestApp } from '../../../test/support/app';
import type { PushedParty } from '../../../test/support/webhook-agents';
import { activate, checkpoint, publishContract, startTrade } from '../../../test/support/actors';

/** Events of trades: those of a whole life, and more of the same. Not a test. */

export interface Pair {
  readonly provider: PushedParty;
  readonly consumer: PushedParty;
}

/** Everything of a trade's life that an agent can be told of, and of credits. */
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

/** One trade from its listings to the confirmed checkpoint; its id. */
export async function liveThrough({ provider, consumer }: Pair): Promise<string> {
  const trade = await startTrade(provider, consumer);
  await activate(trade);
  await publishContract(trade);
  await checkpoint(trade);
  return idOf('trd', trade.tradeKey) ?? '';
}

/**
 * One more event of the trade for each of its parties, as an operation writes it: facts locked, effects applied, one
 * transaction. Thousands of real ones would be tens of thousands of signed calls.
 */
export async function tellMore(store: Database, tradeId: string): Promise<void> {
  await store.inTransaction(async (tx) => {
    const facts = await loadFacts(tx, { trade_id: tradeId, lock: 'update' });
    if (!facts?.trade) throw new Error(`no trade ${keyOf('trd', tradeId)}`);
    const moment = { now: tx.now, newId: () => newUuidV7(tx.now) };
    const events = tradeEvents('trade.checkpoint_submitted', facts.trade, 1, facts.tradeParticipants, moment);
    await applyEffects(tx, { events });
  });
}

/** An event for each of the parties, in one transaction, as a credited purchase writes it. */
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

export interface Told {
  readonly agent_id: string;
  readonly event_id: string;
  readonly trade_id: string | null;
  readonly sequence: number;
  readonly payload: string;
  readonly state: string;
  /** Attempts that were given up waiting: whatever the receiver did then, nobody heard of it. */
  readonly unheard: number;
}

/** Every delivery there is, with its event. */
export const everythingTold = (app: Pick<TestApp, 'sql'>): Promise<Told[]> =>
  app.sql<Told>(
    `SELECT d.agent_id, d.event_id, d.trade_id, d.sequence::int AS sequence, e.payload, d.state,
       (SELECT count(*)::int FROM webhook_attempt a WHERE a.delivery_id = d.delivery_id AND a.error = 'timeout') AS unheard
     FROM webhook_delivery d JOIN event e USING (event_id) ORDER BY d.agent_id, d.sequence`,
  );
