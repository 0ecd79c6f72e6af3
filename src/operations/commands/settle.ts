import {
  decideSweep,
  principalToAssess,
  type SettleTradeDecision,
  type SettleTradeData,
} from '../../domain/trades/settle-trade';
import { loadFaultRecord } from '../../database/repositories/fault-record';
import { loadDecisionData } from '../../database/repositories/decisions';
import { decisionContext, type WriteContext } from '../context';
import { applyAndRelay } from './apply';
import { confirmedByFacts } from './trade-facts';

/** `away`: another transaction has locked the trade or a principal of it, or the trade does not exist. */
export type SweepResult = SettleTradeDecision['result'] | 'away';

/**
 * Settles a trade, or passes its step, if that is due.
 * @param waitMs how long to wait for each of its locks. Default: it skips a locked trade, and waits briefly for principals
 */
export async function settleDueTrade(context: WriteContext, tradeId: string, waitMs?: number): Promise<SweepResult> {
  const lock = waitMs === undefined ? 'skip' : { atMostMs: waitMs };
  const request = { trade_id: tradeId, lock, principals: 'all', facts: true } as const;
  const data = await loadDecisionData(context.tx, request);
  if (!data?.trade) return 'away';
  const { trade, steps, tradeParticipants: participants, tradeFacts, principals } = data;
  const confirmed = confirmedByFacts({ trade, steps, participants }, tradeFacts);
  const loaded = await withRecord(context, { ...confirmed, principals });
  const decision = decideSweep(loaded, decisionContext(context));
  await applyAndRelay(context, decision.effects);
  return decision.result;
}

/** The trade with the record of the principal at fault, if the settlement needs it. */
export async function withRecord<D extends SettleTradeData>({ tx }: WriteContext, data: D): Promise<D> {
  const principalId = principalToAssess(data, tx.now);
  if (principalId === null) return data;
  return { ...data, record: await loadFaultRecord(tx, data.trade.tradeId, principalId) };
}
