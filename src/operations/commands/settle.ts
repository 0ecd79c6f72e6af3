import { decideSweep, type SettleTradeDecision } from '../../domain/trades/settle-trade';
import { apply, load } from '../../database/repositories/facts';
import { momentOf, type Writing } from '../context';

/** `away`: another worker or a caller is at work on it, or it is not there. */
export type Swept = SettleTradeDecision['did'] | 'away';

/**
 * Does to a trade whatever is due now (settlement.md §2), which may be nothing. Waits for nobody who holds the trade.
 * @param waitMs for others who are at work on its principals; briefly when left out
 */
export async function sweepTrade(writing: Writing, tradeId: string, waitMs?: number): Promise<Swept> {
  const { tx, services } = writing;
  const facts = await load(tx, { trade_id: tradeId, lock: 'skip', principals: 'all', waitMs });
  if (!facts?.trade) return 'away';
  const { trade, steps, tradeParticipants: participants, principals } = facts;
  // The sweep looks at trades that are not settled yet; a settled one has nothing due, whatever its settlement says.
  const decision = decideSweep({ trade, steps, participants, principals, settlement: null }, momentOf(writing));
  await apply(tx, decision.effects);
  if (decision.effects.events?.length) tx.afterCommit(() => services.wake('relay'));
  return decision.did;
}
