import { decideSweep, type SettleTradeDecision } from '../../domain/trades/settle-trade';
import { applyEffects, loadFacts } from '../../database/repositories/facts';
import { decisionContext, type WriteContext } from '../context';

/** `away`: another transaction has locked the trade, or it does not exist. */
export type SweepResult = SettleTradeDecision['result'] | 'away';

/**
 * Settles a trade, or passes its step, if that is due. It skips a locked trade.
 * @param waitMs how long to wait for locks of its principals; default: briefly
 */
export async function settleDueTrade(context: WriteContext, tradeId: string, waitMs?: number): Promise<SweepResult> {
  const { tx, services } = context;
  const facts = await loadFacts(tx, { trade_id: tradeId, lock: 'skip', principals: 'all', waitMs });
  if (!facts?.trade) return 'away';
  const { trade, steps, tradeParticipants: participants, principals } = facts;
  // A settled trade has nothing due, so the decision needs no settlement.
  const decision = decideSweep({ trade, steps, participants, principals, settlement: null }, decisionContext(context));
  await applyEffects(tx, decision.effects);
  if (decision.effects.events?.length) tx.afterCommit(() => services.notifyWorker('relay'));
  return decision.result;
}
