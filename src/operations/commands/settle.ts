import {
  decideSweep,
  principalWithRecord,
  type SettleTradeDecision,
  type SettleTradeFacts,
} from '../../domain/trades/settle-trade';
import { loadFaultRecord } from '../../database/repositories/fault-record';
import { loadFacts } from '../../database/repositories/facts';
import { decisionContext, type WriteContext } from '../context';
import { applyAndRelay } from './apply';
import { confirmedByFacts } from './trade-facts';

/** `away`: another transaction has locked the trade, or it does not exist. */
export type SweepResult = SettleTradeDecision['result'] | 'away';

/**
 * Settles a trade, or passes its step, if that is due. It skips a locked trade.
 * @param waitMs how long to wait for locks of its principals; default: briefly
 */
export async function settleDueTrade(context: WriteContext, tradeId: string, waitMs?: number): Promise<SweepResult> {
  const request = { trade_id: tradeId, lock: 'skip', principals: 'all', facts: true, waitMs } as const;
  const facts = await loadFacts(context.tx, request);
  if (!facts?.trade) return 'away';
  const { trade, steps, tradeParticipants: participants, tradeFacts, principals } = facts;
  const confirmed = confirmedByFacts({ trade, steps, participants }, tradeFacts);
  // A settled trade has nothing due, so the decision needs no settlement.
  const loaded = await withRecord(context, { ...confirmed, principals, settlement: null });
  const decision = decideSweep(loaded, decisionContext(context));
  await applyAndRelay(context, decision.effects);
  return decision.result;
}

/** The facts with the record of the principal at fault, if the settlement needs it. */
export async function withRecord<F extends SettleTradeFacts>({ tx }: WriteContext, facts: F): Promise<F> {
  const principalId = principalWithRecord(facts, tx.now);
  if (principalId === null) return facts;
  return { ...facts, record: await loadFaultRecord(tx, facts.trade.tradeId, principalId) };
}
