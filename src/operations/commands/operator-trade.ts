import { activeStep } from '../../domain/trades/evaluation';
import { keyOf } from '../../domain/keys';
import { decideSettleTrade, decideSubmitVerdict, type SettleTradeDecision } from '../../domain/trades/settle-trade';
import type { VerdictInput } from '../../domain/trades/step-input';
import type { StepDecision } from '../../domain/trades/trade';
import type { Trade, TradeStep } from '../../domain/types';
import { requeueTrade } from '../../database/repositories/trade-queue';
import { decisionContext, type MutationContext } from '../context';
import { recordAct } from './operator-log';
import { applyDecision, loadTrade } from './trade';

/** What operators do to trades; every act is in their log. */

/** An operator's verdict on the active step's checkpoint. */
export async function evaluateTrade(
  acting: MutationContext,
  tradeKey: string,
  input: VerdictInput,
): Promise<StepDecision> {
  const loaded = await loadTrade(acting, tradeKey);
  const decision = await applyDecision(acting, decideSubmitVerdict(loaded, input, decisionContext(acting)));
  const { trade, step } = decision;
  const { verdict, reason } = step.verdict ?? { verdict: null, reason: null };
  await recordAct(acting, {
    operation: 'evaluateTrade',
    subjectKey: keyOf('trd', trade.tradeId),
    before: { state: loaded?.trade.state, step_no: step.stepNo, verdict: null, reason: null },
    after: { state: trade.state, step_no: step.stepNo, verdict, reason },
  });
  return decision;
}

/**
 * An operator's explicit settle: what the sweep would do, now. A trade whose settlement failed before is tried again,
 * and given back to the sweep when it went well.
 */
export async function settleTrade(acting: MutationContext, tradeKey: string): Promise<SettleTradeDecision> {
  const loaded = await loadTrade(acting, tradeKey, 'all');
  const decided = decideSettleTrade(loaded, decisionContext(acting));
  // Before it is applied: what changes what is due of a trade gives it back (sql/trades/clear_settlement_error.sql).
  const error = await requeueTrade(acting.tx, decided.trade.tradeId);
  const decision = await applyDecision(acting, decided);
  const { steps, settlement } = decision;
  const trade = { ...decision.trade, settlementError: null, settlementErrorAt: null };
  await recordAct(acting, {
    operation: 'settleTrade',
    subjectKey: keyOf('trd', trade.tradeId),
    before: { ...stateOf(loaded?.trade ?? trade, loaded?.steps ?? steps), settlement_error: error },
    after: {
      ...stateOf(trade, steps),
      settlement_error: null,
      ...(settlement && { settlement_key: keyOf('stl', settlement.settlementId) }),
    },
  });
  return { ...decision, trade };
}

function stateOf(trade: Pick<Trade, 'state'>, steps: readonly TradeStep[]) {
  return { state: trade.state, active_step_no: activeStep(steps)?.stepNo ?? null };
}
