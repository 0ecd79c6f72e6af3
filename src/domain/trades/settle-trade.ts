import type { Digest } from '../canonical';
import type { DecisionContext } from '../effects';
import { assert, Refusal } from '../errors/errors';
import { activeStep, evaluate } from './evaluation';
import { settlementEvents } from '../events/events';
import { advance } from '../state-machine';
import { stepMachine } from './step-states';
import { tradeMachine } from './trade-states';
import { settlementJournals } from '../ledger/trade-movements';
import type { CallerFacts, PrincipalFacts } from '../parties/principal';
import { settle, type Due } from './settlement';
import { stepMachineFacts } from './step';
import { parseVerdict, type VerdictInput } from './step-input';
import {
  addSeconds,
  assertParticipant,
  withChanges,
  conflict,
  assertRole,
  assertBeforeDeadline,
  isTradeTerminal,
  type StepDecision,
  type TradeDecision,
  type TradeFacts,
} from './trade';
import type { Settlement, SettlementParty, Trade } from '../types';

/** How trades end: the sweep, the operator's explicit settle and verdict, the provider's withdrawal. */

/** A trade and, of every participant, how often it was at fault lately (settlement.md §4), under their locks. */
export interface SettleTradeFacts extends TradeFacts {
  readonly principals: readonly Pick<PrincipalFacts, 'principalId' | 'faults180Days'>[];
}

export interface SettleTradeDecision extends TradeDecision {
  readonly result: 'nothing' | 'passed_step' | 'settled';
  readonly settlement: Settlement | null;
  readonly parties: readonly SettlementParty[];
}

function priorFaults(facts: SettleTradeFacts, due: Due): number {
  if (due.fault === null) return 0;
  const principal = facts.principals.find((one) => one.principalId === due.fault?.principalId);
  assert(principal, 'the principal at fault is loaded');
  return principal.faults180Days;
}

function settleDecision(
  facts: SettleTradeFacts,
  due: Due,
  on: 'settle' | 'withdraw',
  moment: DecisionContext & Digest,
): SettleTradeDecision {
  const { steps, participants } = facts;
  const settled = settle(
    { trade: facts.trade, steps, participants, due, priorFaults: priorFaults(facts, due) },
    moment,
  );
  const { settlement, parties, lines } = settled;
  const machineFacts = { stepActive: activeStep(steps) !== undefined, outcome: settlement.outcome };
  const state = advance(tradeMachine, facts.trade.state, on, machineFacts);
  assert(state === settlement.outcome, `a trade ${facts.trade.state} can end as ${settlement.outcome}`);
  const trade: Trade = { ...facts.trade, state, settledAt: moment.now, idleDeadlineAt: null, dueAt: null };
  return {
    result: 'settled',
    trade,
    steps: settled.steps,
    settlement,
    parties,
    effects: {
      trades: [trade],
      steps: settled.steps.filter((step, index) => step.state !== steps[index]?.state),
      settlements: [settlement],
      settlementParties: parties,
      events: settlementEvents(trade, settlement, parties, moment),
      journals: settlementJournals(trade.tradeId, moment.newId(), lines),
    },
  };
}

function passStep(facts: TradeFacts, now: Date): SettleTradeDecision {
  const step = activeStep(facts.steps);
  assert(step, 'a step that passes is active');
  const passed = advance(stepMachine, step.state, 'pass', stepMachineFacts(step));
  const state = advance(tradeMachine, facts.trade.state, 'pass_step', { stepActive: true, outcome: null });
  assert(passed && state, `a step of a trade ${facts.trade.state} can pass`);
  const idleDeadlineAt = addSeconds(now, facts.trade.idleWindowSeconds);
  const decision = withChanges({ ...facts.trade, state, idleDeadlineAt }, facts.steps, [{ ...step, state: passed }]);
  return { ...decision, result: 'passed_step', settlement: null, parties: [] };
}

/** The settle worker's decision: whatever is due now, which may be nothing. */
export function decideSweep(facts: SettleTradeFacts, moment: DecisionContext & Digest): SettleTradeDecision {
  const due = evaluate(facts.trade, facts.steps, moment.now);
  if (due.action === 'settle') return settleDecision(facts, due, 'settle', moment);
  if (due.action === 'pass_step') return passStep(facts, moment.now);
  const { trade, steps, settlement } = facts;
  return { result: 'nothing', effects: {}, trade, steps, settlement, parties: [] };
}

/** The operator's explicit settle: as the sweep, but 409 `evaluation_state_conflict` when nothing is due. A trade that
 *  is settled already answers with its settlement. */
export function decideSettleTrade(
  loaded: SettleTradeFacts | null,
  moment: DecisionContext & Digest,
): SettleTradeDecision {
  if (loaded === null) throw new Refusal('trade_not_found');
  const decision = decideSweep(loaded, moment);
  if (decision.result === 'nothing' && !isTradeTerminal(loaded.trade)) {
    const members = { current_state: loaded.trade.state, reason: 'nothing_due' };
    throw new Refusal('evaluation_state_conflict', 'Nothing of this trade is due now.', members);
  }
  return decision;
}

export interface WithdrawFromTrade {
  readonly caller: CallerFacts;
}

/** The active step's provider withdraws: settled at once as F4. Without an active step 409, whoever asks. */
export function decideWithdraw(
  loaded: SettleTradeFacts | null,
  input: WithdrawFromTrade,
  moment: DecisionContext & Digest,
): SettleTradeDecision {
  assertParticipant(loaded, input.caller);
  assert(loaded, 'a participant has a trade');
  const step = activeStep(loaded.steps);
  if (isTradeTerminal(loaded.trade)) throw conflict(loaded.trade, 'trade_terminal');
  if (step === undefined) throw conflict(loaded.trade, 'no_active_step');
  assertRole(step, 'provider', input.caller, 'if_present');
  assertBeforeDeadline(loaded.trade, step, moment.now);
  const facts = { ...loaded, trade: { ...loaded.trade, withdrawnAt: moment.now } };
  const due = evaluate(facts.trade, facts.steps, moment.now);
  assert(due.action === 'settle' && due.fault?.failureCause === 'withdrew', 'a withdrawal is settled as one');
  return settleDecision(facts, due, 'withdraw', moment);
}

/** The operator's verdict on the active step's checkpoint, once; applied by the next sweep or the explicit settle. */
export function decideSubmitVerdict(
  loaded: TradeFacts | null,
  input: VerdictInput,
  moment: DecisionContext,
): StepDecision {
  const verdict = parseVerdict(input, moment.now);
  if (loaded === null) throw new Refusal('trade_not_found');
  const { trade, steps } = loaded;
  if (isTradeTerminal(trade)) throw conflict(trade, 'trade_terminal');
  const before = activeStep(steps);
  const allowed = before && advance(stepMachine, before.state, 'submit_verdict', stepMachineFacts(before));
  const state = advance(tradeMachine, trade.state, 'submit_verdict', { stepActive: true, outcome: null });
  if (before === undefined || allowed === undefined || state === undefined) {
    const judged = before !== undefined && before.verdict !== null;
    throw new Refusal(
      'evaluation_state_conflict',
      judged ? 'The checkpoint has a verdict already.' : 'The trade has no checkpoint to judge.',
      { current_state: trade.state, reason: judged ? 'verdict_submitted' : 'no_checkpoint' },
    );
  }
  assertBeforeDeadline(trade, before, moment.now);
  const step = { ...before, verdict };
  return { ...withChanges({ ...trade, state }, steps, [step]), step };
}
