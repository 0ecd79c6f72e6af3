import { covers, dueNow, settleDue, withdraw } from './ending';
import {
  DAY,
  activeOf,
  ceilDiv,
  later,
  type Model,
  nextOf,
  type Proposal,
  settings,
  type Step,
  sum,
  terminal,
} from './model';
import type { Trade } from './model';

/**
 * Permissions and states of each call, with refusals in the service's order. Nothing changes before all checks pass.
 */

/** Refusal with this code. A late call has `LATE`. */
export class ModelRefusal extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}
export const LATE = 'trade_state_conflict/deadline_passed';
const CONFLICT = 'trade_state_conflict';

/** Value of the header X-Agent-Id: the caller's agent, none, or another principal's agent. */
export type AgentHeader = 'own' | 'none' | 'other';

export interface Actor {
  readonly party: number;
  readonly agent: AgentHeader;
}

function no(code: string): never {
  throw new ModelRefusal(code);
}

function taking(trade: Trade | undefined, by: number): Trade {
  return trade?.members.includes(by) === true ? trade : no('trade_not_found');
}

function stepOf(trade: Trade, stepNo: number): Step {
  return trade.steps.find((step) => step.no === stepNo) ?? no('step_not_found');
}

function mustBeActive(trade: Trade, step: Step): void {
  if (terminal(trade) || step.state !== 'active') no(CONFLICT);
}

export function respond(model: Model, proposal: Proposal | undefined, by: number, accept: boolean): void {
  if (proposal?.members.includes(by) !== true) no('proposal_not_found');
  if (!proposal.pending.has(by)) no('match_proposal_invalid_response');
  if (proposal.state !== 'countered' || model.time >= proposal.expires) no('proposal_state_conflict');
  proposal.pending.delete(by);
  if (!accept) {
    proposal.state = 'rejected';
    proposal.rejected = model.time;
  } else if (proposal.pending.size === 0) {
    proposal.state = 'accepted';
    proposal.expires = model.time + settings.proposalTtl;
  }
}

/** Whether a match run makes no proposal for the listings: one is open, or a party rejected one within a day. */
export function isTaken(model: Model, combo: number): boolean {
  return model.proposals.some((one) => {
    if (one.combo !== combo || one.trade !== null) return false;
    return one.rejected === null ? model.time < one.expires : model.time < one.rejected + DAY;
  });
}

export const bondOf = (steps: Proposal['steps'], party: number): number =>
  ceilDiv(
    sum(steps.filter((step) => step.provider === party || step.consumer === party).map((step) => step.price)) *
      settings.bondBps,
    10_000,
  );

export function createTrade(model: Model, proposal: Proposal | undefined, by: number): Trade {
  if (proposal?.members.includes(by) !== true) no('proposal_not_found');
  if (proposal.trade !== null) no(CONFLICT);
  if (proposal.state !== 'accepted' || model.time >= proposal.expires) no('trade_proposal_not_fully_accepted');
  const bonds = new Map(proposal.members.map((party) => [party, bondOf(proposal.steps, party)]));
  for (const [index, bond] of bonds) {
    const party = model.party(index);
    if (model.openTrades(index).length + 1 > party.maxOpenTrades) no('trade_settlement_rejected');
    if (model.reserved(index) + bond > party.bondLimit) no('trade_settlement_rejected');
  }
  for (const [index, bond] of bonds) {
    const party = model.party(index);
    if (party.bondAvailable + party.tickets < bond) no('principal_bond_insufficient_balance');
  }
  for (const [index, bond] of bonds) {
    const party = model.party(index);
    const staged = Math.min(bond, party.bondAvailable);
    party.bondAvailable -= staged;
    party.tickets -= bond - staged;
  }
  const steps = proposal.steps.map((step, index): Step => {
    const nothing = { deadline: null, weights: null, checkpoint: null, verdict: null } as const;
    const fresh = { ...nothing, rebutted: false, disputed: false };
    return { ...step, ...fresh, no: index + 1, state: 'pending', fee: 0 };
  });
  const idle = model.in(settings.idleWindow);
  const { members, threshold, burn } = proposal;
  const trade: Trade = { key: '', members, steps, threshold, burn, bonds, state: 'bond_reserved', idle, end: null };
  proposal.trade = trade;
  model.trades.push(trade);
  return trade;
}

export function activate(model: Model, named: Trade | undefined, by: number): void {
  const trade = taking(named, by);
  if (terminal(trade)) no(CONFLICT);
  const active = activeOf(trade);
  if (active !== undefined) {
    const due = dueNow(model, trade);
    if (due !== null && due !== 'passes' && due.fault === null) no(CONFLICT);
    if (due !== 'passes') return;
  }
  const step = nextOf(trade) ?? no(CONFLICT);
  if (model.due(trade.idle)) no(LATE);
  const consumer = model.party(step.consumer);
  const fee = ceilDiv(step.price * settings.feeBps, 10_000);
  const cost = step.price + fee;
  if ((consumer.spent.get(model.today) ?? 0) + cost > consumer.dailyLimit) no('principal_daily_spend_limit_exceeded');
  if (consumer.tickets < cost) no('wallet_insufficient_balance');
  model.spend(step.consumer, cost);
  if (active !== undefined) active.state = 'passed';
  step.state = 'active';
  step.fee = fee;
  step.deadline = model.in(step.contractWindow);
  trade.state = 'executing';
  trade.idle = null;
}

/** Both operations in one request. If the second is refused, the first has no effect. */
export function createAndActivate(model: Model, proposal: Proposal | undefined, by: number): Trade {
  const before = model.parties.map(({ tickets, bondAvailable }) => ({ tickets, bondAvailable }));
  const trade = createTrade(model, proposal, by);
  try {
    activate(model, trade, by);
    return trade;
  } catch (error) {
    model.parties.forEach((party, index) => Object.assign(party, before[index]));
    model.trades.pop();
    if (proposal !== undefined) proposal.trade = null;
    throw error;
  }
}

export function publish(
  model: Model,
  named: Trade | undefined,
  { party, agent }: Actor,
  stepNo: number,
  weights: readonly number[],
): void {
  const trade = taking(named, party);
  const step = stepOf(trade, stepNo);
  if (step.provider !== party || agent !== 'own') no('trade_access_denied');
  if (step.items !== null && !namesItems(weights)) no('contract_items_differ');
  mustBeActive(trade, step);
  if (step.weights !== null) no(CONFLICT);
  if (model.due(step.deadline)) no(LATE);
  step.weights = step.items?.map(({ weight }) => weight) ?? weights.map((weight) => (model.isNew ? 1 : weight));
  step.deadline = model.in(step.checkpointWindow);
}

/** Whether a contract of a step with agreed items names exactly these. Otherwise it brings its own weights. */
export const namesItems = (weights: readonly number[]): boolean => weights[0] !== 5;

export interface Checked {
  readonly status: 'confirmed' | 'failed';
  /** Indexes of the items said to be met. Null means no results at all. */
  readonly metItems: readonly number[] | null;
}

function missesMust({ items }: Step, { metItems }: Checked): boolean {
  return metItems !== null && items !== null && items.some(({ must }, index) => must && !metItems.includes(index));
}

function coverageOf(model: Model, trade: Trade, step: Step, checked: Checked): number {
  const { status, metItems } = checked;
  if (metItems === null) return status === 'confirmed' ? 10_000 : 0;
  if (missesMust(step, checked)) return 0;
  const weights = step.weights ?? [];
  const covered = sum(weights.filter((_, index) => metItems.includes(index)));
  const coverage = Math.floor((10_000 * covered) / sum(weights));
  const isFree = model.isNew && step.items === null && status === 'failed';
  return isFree && coverage >= trade.threshold ? 0 : coverage;
}

export function checkpoint(
  model: Model,
  named: Trade | undefined,
  { party, agent }: Actor,
  stepNo: number,
  checked: Checked,
): void {
  const trade = taking(named, party);
  const step = stepOf(trade, stepNo);
  if (step.consumer !== party || agent !== 'own') no('trade_access_denied');
  const { weights } = step;
  if (weights === null) return no(CONFLICT);
  const { status, metItems } = checked;
  if (metItems?.some((item) => item >= weights.length) === true) no('validation_failed');
  const coverage = coverageOf(model, trade, step, checked);
  const isEmpty = coverage === 0 && !missesMust(step, checked);
  if (status === 'failed' ? coverage >= trade.threshold : isEmpty) no('validation_failed');
  mustBeActive(trade, step);
  if (step.checkpoint !== null) no(CONFLICT);
  if (model.due(step.deadline)) no(LATE);
  step.checkpoint = { status, coverage, at: model.in(0) };
  if (status === 'confirmed') trade.state = 'confirming';
  if (covers(trade, step)) {
    step.state = 'passed';
    if (nextOf(trade) !== undefined) trade.idle = model.in(settings.idleWindow);
    return;
  }
  if (step.deadline === null) return;
  step.deadline = later(step.deadline, model.in(Math.min(settings.rebuttalWindow, step.checkpointWindow)));
  if (!model.isNew || !step.rebutted) return;
  step.disputed = true;
  step.deadline = later(step.deadline, model.in(settings.evaluationWindow));
}

export function rebut(model: Model, named: Trade | undefined, { party, agent }: Actor, stepNo: number): void {
  const trade = taking(named, party);
  const step = stepOf(trade, stepNo);
  if (step.provider !== party || agent === 'other') no('trade_access_denied');
  if (terminal(trade) || step.rebutted || !['pending', 'active'].includes(step.state)) no(CONFLICT);
  step.rebutted = true;
  const contested = step.checkpoint !== null && !covers(trade, step);
  if (step.state !== 'active' || !contested || step.deadline === null || model.due(step.deadline)) return;
  const capped = Math.min(settings.evaluationWindow, 4 * step.checkpointWindow);
  step.disputed = true;
  step.deadline = later(step.deadline, model.in(model.isNew ? settings.evaluationWindow : capped));
}

export function leave(model: Model, named: Trade | undefined, { party, agent }: Actor): void {
  const trade = taking(named, party);
  if (terminal(trade)) no(CONFLICT);
  const step = activeOf(trade) ?? no(CONFLICT);
  if (step.provider !== party || agent === 'other') no('trade_access_denied');
  if (model.due(step.deadline)) no(LATE);
  withdraw(model, trade, step);
}

/** A verdict, or a coverage under `rules_v1.1`. */
export type Ruling = 'pass' | 'fail' | number;

export function judge(model: Model, trade: Trade | undefined, ruling: Ruling): void {
  if (trade === undefined) return no('trade_not_found');
  if (terminal(trade)) no(CONFLICT);
  const step = activeOf(trade);
  if (step === undefined || step.checkpoint === null || step.verdict !== null) return no('evaluation_state_conflict');
  if (model.due(step.deadline)) no(LATE);
  const coverage = typeof ruling === 'number' ? ruling : ruling === 'pass' ? 10_000 : step.checkpoint.coverage;
  const verdict = typeof ruling === 'number' ? (ruling >= trade.threshold ? 'pass' : 'fail') : ruling;
  step.verdict = { verdict, coverage, at: model.in(0) };
}

export function settle(model: Model, trade: Trade | undefined): void {
  if (trade === undefined) return no('trade_not_found');
  if (!terminal(trade) && !settleDue(model, trade)) no('evaluation_state_conflict');
}

export function moveBond(model: Model, index: number, amount: number, to: 'bond' | 'tickets'): void {
  if (amount < 1) no('validation_failed');
  const party = model.party(index);
  if (amount > (to === 'bond' ? party.tickets : party.bondAvailable)) no('principal_bond_insufficient_balance');
  party.tickets += to === 'bond' ? -amount : amount;
  party.bondAvailable += to === 'bond' ? amount : -amount;
}
