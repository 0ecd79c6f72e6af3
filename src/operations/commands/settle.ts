import { decideSweep, type SettleTradeDecision } from '../../domain/trades/settle-trade';
import { applyEffects, loadFacts } from '../../database/repositories/facts';
import { decisionContext, type WriteContext } from '../context';

/** `away`: another worker or a caller is at work on it, or it is not there. */
export type SweepResult = SettleTradeDecision['result'] | 'away';

/**
 * Does to a trade whatever is due now (settlement.md §2), which may be nothing. Waits for nobody who holds the trade.
 * @param waitMs for others who are at work on its principals; briefly when left out
 */
export async function settleDueTrade(writing: WriteContext, tradeId: string, waitMs?: number): Promise<SweepResult> {
  const { tx, services } = writing;
  const facts = await loadFacts(tx, { trade_id: tradeId, lock: 'skip', principals: 'all', waitMs });
  if (!facts?.trade) return 'away';
  const { trade, steps, tradeParticipants: participants, principals } = facts;
  // The sweep looks at trades that are not settled yet; a settled one has nothing due, whatever its settlement says.
  const decision = decideSweep({ trade, steps, participants, principals, settlement: null }, decisionContext(writing));
  await applyEffects(tx, decision.effects);
  if (decision.effects.events?.length) tx.afterCommit(() => services.notifyWorker('relay'));
  return decision.result;
}
