import { activeStep } from '../../domain/trades/rule-types';
import { keyOf } from '../../domain/keys';
import { decideSettleTrade, decideSubmitVerdict, type SettleTradeDecision } from '../../domain/trades/settle-trade';
import type { VerdictInput } from '../../domain/trades/step-input';
import type { StepDecision } from '../../domain/trades/trade';
import type { Trade, TradeStep } from '../../domain/types';
import { requeueTrade } from '../../database/repositories/trade-queue';
import { decisionContext, type MutationContext } from '../context';
import { recordAct } from './operator-log';
import { withRecord } from './settle';
import { applyDecision, loadTrade, loadTradeToSettle } from './trade';

/** Acts of operators on trades. The operator log records each one. */

/** Records an operator's verdict on the checkpoint of the active step. */
export async function evaluateTrade(
  context: MutationContext,
  tradeKey: string,
  input: VerdictInput,
): Promise<StepDecision> {
  const loaded = await loadTrade(context, null, tradeKey);
  const decision = await applyDecision(context, decideSubmitVerdict(loaded, input, decisionContext(context)));
  const { trade, step } = decision;
  const { verdict = null, reason = null, coverage_bps } = step.verdict ?? {};
  const coverage = coverage_bps === undefined ? {} : { coverage_bps };
  await recordAct(context, {
    operation: 'evaluateTrade',
    subjectKey: keyOf('trd', trade.tradeId),
    before: { state: loaded?.trade.state, step_no: step.stepNo, verdict: null, reason: null },
    after: { state: trade.state, step_no: step.stepNo, verdict, reason, ...coverage },
  });
  return decision;
}

/**
 * Settles a trade now, as the worker would when it is due.
 *
 * A quarantined trade is settled again, and returns to the worker's queue if that succeeds.
 */
export async function settleTrade(context: MutationContext, tradeKey: string): Promise<SettleTradeDecision> {
  const loaded = await loadTradeToSettle(context, null, tradeKey);
  const data = loaded && (await withRecord(context, loaded));
  const planned = decideSettleTrade(data, decisionContext(context));
  // Read the error first: applying a decision that changes `due_at` clears it (sql/trades/clear_settlement_error.sql).
  const error = await requeueTrade(context.tx, planned.trade.tradeId);
  const decision = await applyDecision(context, planned);
  const { steps, settlement } = decision;
  const trade = { ...decision.trade, settlementError: null, settlementErrorAt: null };
  await recordAct(context, {
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
