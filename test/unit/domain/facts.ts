import { createHash } from 'node:crypto';
import { decideActivateTrade } from '../../../src/domain/trades/activate-trade';
import type { Digest } from '../../../src/domain/canonical';
import { decideCreateTrade, type CreateTradeFacts, type TradeSettings } from '../../../src/domain/trades/create-trade';
import type { Effects, DecisionContext } from '../../../src/domain/effects';
import { Refusal } from '../../../src/domain/errors/errors';
import { accountName, bondAvailable, netChanges, tickets } from '../../../src/domain/ledger/accounts';
import type { PrincipalFacts } from '../../../src/domain/parties/principal';
import {
  decideSettleTrade,
  decideSubmitVerdict,
  decideSweep,
  decideWithdraw,
} from '../../../src/domain/trades/settle-trade';
import type { SettleTradeDecision, SettleTradeFacts } from '../../../src/domain/trades/settle-trade';
import { decideFileRebuttal, decidePublishContract, decideSubmitCheckpoint } from '../../../src/domain/trades/step';
import type { CheckpointInput, ContractInput, RebuttalInput } from '../../../src/domain/trades/step-input';
import { ceilDiv, sum } from '../../../src/domain/ledger/stamps';
import type { SettlementParty, TermsStep, TradeStep } from '../../../src/domain/types';

/** A small world without a database: the decisions' effects are applied to plain values. */

let serial = 0;
/** UUIDs that sort in the order they are made. */
export function uuid(): string {
  serial += 1;
  return `01980f3e-0000-7000-8000-${serial.toString(16).padStart(12, '0')}`;
}

export interface Party {
  readonly id: string;
  readonly agent: string;
}
export const party = (): Party => ({ id: uuid(), agent: uuid() });

export const A = party();
export const B = party();
export const C = party();
const known = [A, B, C];

export const settings: TradeSettings = {
  activationFeeBps: 100,
  idleWindowSeconds: 500,
  rebuttalWindowSeconds: 60,
  evaluationWindowSeconds: 300,
  policyVersion: 'slash_policy_v1',
  ruleVersion: 'rules_v1',
};

export const CONTRACT_WINDOW = 100;
export const CHECKPOINT_WINDOW = 200;
export const FUNDS = 10n ** 14n;

export interface PlannedStep {
  readonly from: Party;
  readonly to: Party;
  readonly price: number;
}
export const planned = (from: Party, to: Party, price: number): PlannedStep => ({ from, to, price });

export function termsStep({ from, to, price }: PlannedStep, index: number): TermsStep {
  return {
    step_no: index + 1,
    title: `Step ${String(index + 1)}`,
    provider_principal_id: from.id,
    provider_agent_id: from.agent,
    consumer_principal_id: to.id,
    consumer_agent_id: to.agent,
    price_stamps: price,
    contract_window_seconds: CONTRACT_WINDOW,
    checkpoint_window_seconds: CHECKPOINT_WINDOW,
  };
}

export function principal(id: string, over: Partial<PrincipalFacts> = {}): PrincipalFacts {
  return {
    principalId: id,
    maxOpenTrades: 20,
    bondLimitStamps: 10n ** 15n,
    dailySpendLimitStamps: 10n ** 15n,
    ticketStamps: FUNDS,
    bondAvailableStamps: 0n,
    openTrades: 0,
    openBondStamps: 0n,
    spentTodayStamps: 0n,
    faults180Days: 0,
    ...over,
  };
}

export interface Plan {
  readonly bondBps?: number;
  readonly thresholdBps?: number;
  readonly faults?: number;
}

/** An accepted proposal over those steps. */
export function accepted(steps: readonly PlannedStep[], plan: Plan = {}, now = new Date(0)): CreateTradeFacts {
  const bondBps = plan.bondBps ?? 2000;
  const everyone = [...new Set(steps.flatMap((step) => [step.from, step.to]))];
  const proposalId = uuid();
  const createdAt = now;
  return {
    proposal: {
      proposalId,
      matchRunId: uuid(),
      state: 'accepted',
      closeReason: null,
      expiresAt: new Date(now.getTime() + 1000),
      currentRevisionNo: 1,
      tradeId: null,
      createdAt,
    },
    revision: {
      proposalId,
      revisionNo: 1,
      proposedByPrincipalId: null,
      terms: {
        steps: steps.map(termsStep),
        coverage_threshold_bps: plan.thresholdBps ?? 8000,
        bond_bps: bondBps,
      },
      createdAt,
    },
    participants: everyone.map(({ id, agent }) => {
      const value = sum(steps.filter((s) => s.from.id === id || s.to.id === id).map((s) => BigInt(s.price)));
      const bondStamps = ceilDiv(value * BigInt(bondBps), 10_000n);
      const response = { role: 'both', responseState: 'accepted' } as const;
      return { proposalId, revisionNo: 1, principalId: id, agentId: agent, ...response, bondStamps };
    }),
    principals: everyone.map(({ id }) => principal(id, { faults180Days: plan.faults ?? 0 })),
    trade: null,
  };
}

/** What a call was refused with; undefined when it was taken. */
export function refusalOf(call: () => unknown): Refusal | undefined {
  try {
    call();
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

export const contract = (weights: readonly number[] = [1]): ContractInput => ({
  summary: 'What is delivered',
  items: weights.map((weight, index) => ({ item_id: `item-${String(index)}`, description: 'An item', weight })),
});

/** One trade from creation to its end. */
export class World {
  /** Milliseconds of the world's clock. */
  clock = Date.UTC(2026, 0, 1);
  facts: SettleTradeFacts;
  parties: readonly SettlementParty[] = [];
  readonly balances = new Map<string, bigint>();
  readonly applied: Effects[] = [];
  readonly principals: readonly PrincipalFacts[];

  constructor(steps: readonly PlannedStep[], plan: Plan = {}) {
    const facts = accepted(steps, plan, new Date(this.clock));
    this.principals = facts.principals;
    const first = facts.participants[0];
    if (!first) throw new Error('a plan has participants');
    const caller = { principalId: first.principalId, agentText: undefined };
    const made = decideCreateTrade(facts, { caller, settings }, this.moment());
    this.facts = { ...made, settlement: null, principals: facts.principals };
    this.move(made.effects);
  }

  moment(): DecisionContext & Digest {
    const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
    return { now: new Date(this.clock), newId: uuid, sha256 };
  }

  wait(seconds: number): this {
    this.clock += seconds * 1000;
    return this;
  }

  caller(who: Party, agent: string | undefined = who.agent): { principalId: string; agentText: string | undefined } {
    return { principalId: who.id, agentText: agent };
  }

  step(stepNo: number): TradeStep {
    const step = this.facts.steps.find((one) => one.stepNo === stepNo);
    if (!step) throw new Error('no such step');
    return step;
  }

  party(id: string): Party {
    const agent = this.facts.participants.find((one) => one.principalId === id)?.agentId;
    return known.find((one) => one.id === id) ?? { id, agent: agent ?? '' };
  }

  private move(effects: Effects): void {
    this.applied.push(effects);
    for (const journal of effects.journals ?? []) {
      for (const [name, change] of netChanges(journal.lines))
        this.balances.set(name, (this.balances.get(name) ?? 0n) + change);
    }
  }

  private take<D extends { effects: Effects; trade: SettleTradeFacts['trade']; steps: readonly TradeStep[] }>(d: D): D {
    this.facts = { ...this.facts, trade: d.trade, steps: d.steps };
    this.move(d.effects);
    return d;
  }

  private end(decision: SettleTradeDecision): SettleTradeDecision {
    this.take(decision);
    this.facts = { ...this.facts, settlement: decision.settlement };
    this.parties = decision.parties;
    return decision;
  }

  activate(who: Party, principals = this.principals) {
    const facts = { ...this.facts, principals };
    return this.take(decideActivateTrade(facts, { caller: this.caller(who) }, this.moment()));
  }

  publish(stepNo: number, input = contract(), who = this.party(this.step(stepNo).providerPrincipalId)) {
    const call = { caller: this.caller(who), stepNo, contract: input };
    return this.take(decidePublishContract(this.facts, call, this.moment()));
  }

  check(stepNo: number, checkpoint: CheckpointInput, who = this.party(this.step(stepNo).consumerPrincipalId)) {
    const call = { caller: this.caller(who), stepNo, checkpoint };
    return this.take(decideSubmitCheckpoint(this.facts, call, this.moment()));
  }

  /** A checkpoint of that coverage on a published two-item contract whose first item weighs it. */
  confirm(stepNo: number, met = ['item-0']) {
    const results = met.map((item_id) => ({ item_id, met: true }));
    return this.check(stepNo, { status: 'confirmed', results });
  }

  rebut(stepNo: number, rebuttal: RebuttalInput, who = this.party(this.step(stepNo).providerPrincipalId)) {
    const call = { caller: this.caller(who), stepNo, rebuttal };
    return this.take(decideFileRebuttal(this.facts, call, this.moment()));
  }

  withdraw(who: Party) {
    return this.end(decideWithdraw(this.facts, { caller: this.caller(who) }, this.moment()));
  }

  judge(verdict: 'pass' | 'fail') {
    return this.take(decideSubmitVerdict(this.facts, { verdict, reason: 'Seen' }, this.moment()));
  }

  sweep() {
    return this.end(decideSweep(this.facts, this.moment()));
  }

  settle() {
    return this.end(decideSettleTrade(this.facts, this.moment()));
  }

  /** Activates and publishes step `stepNo`, with items of those weights. */
  begin(stepNo: number, weights?: readonly number[]): this {
    this.activate(this.party(this.step(stepNo).consumerPrincipalId));
    this.publish(stepNo, contract(weights));
    return this;
  }

  /** Begins a step, confirms it whole and lets the sweep take it. */
  pass(stepNo: number): this {
    this.begin(stepNo).check(stepNo, { status: 'confirmed' });
    this.sweep();
    return this;
  }

  balance(name: string): bigint {
    return this.balances.get(name) ?? 0n;
  }

  /** Change of tickets and bond-available since before create. */
  change(who: Party): bigint {
    return this.balance(accountName(tickets(who.id))) + this.balance(accountName(bondAvailable(who.id)));
  }

  /** Accounts of the trade itself that are not zero. */
  left(): string[] {
    return Array.from(this.balances)
      .filter(([name, balance]) => name.startsWith('trade_') && balance !== 0n)
      .map(([name]) => name);
  }
}
