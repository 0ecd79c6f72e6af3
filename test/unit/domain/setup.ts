import { createHash } from 'node:crypto';
import { decideActivateTrade } from '../../../src/domain/trades/activate-trade';
import type { Digest } from '../../../src/domain/canonical';
import { newTrade, type CreateTradeData } from '../../../src/domain/trades/create-trade';
import type { TradeSettings } from '../../../src/domain/trades/fact-types';
import type { Effects, DecisionContext } from '../../../src/domain/effects';
import { Refusal } from '../../../src/domain/errors/errors';
import { accountName, bondAvailable, netChanges, tickets } from '../../../src/domain/ledger/accounts';
import type { PrincipalData } from '../../../src/domain/parties/principal';
import {
  decideSettleTrade,
  decideSubmitVerdict,
  decideSweep,
  decideWithdraw,
} from '../../../src/domain/trades/settle-trade';
import { ruleVersionOf } from '../../../src/domain/trades/policy';
import type { RecordData } from '../../../src/domain/trades/settlement';
import type { SettleTradeDecision, SettleTradeData } from '../../../src/domain/trades/settle-trade';
import { decideFileRebuttal, decidePublishContract, decideSubmitCheckpoint } from '../../../src/domain/trades/step';
import type { CheckpointInput, ContractInput, RebuttalInput } from '../../../src/domain/trades/step-input';
import { ceilDiv, sum } from '../../../src/domain/ledger/stamps';
import type { Settlement, SettlementParty, TermsStep, TradeStep } from '../../../src/domain/types';

let serial = 0;
/** A UUID that sorts after all earlier ones. */
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
const namedParties = [A, B, C];

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
export const plannedStep = (from: Party, to: Party, price: number): PlannedStep => ({ from, to, price });

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

export function principal(id: string, over: Partial<PrincipalData> = {}): PrincipalData {
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
  /** Default: `slash_policy_v1`. */
  readonly policyVersion?: string;
  readonly disputeBurnBps?: number;
  /** Members of the terms of every step. */
  readonly step?: Partial<TermsStep>;
  readonly record?: Partial<RecordData>;
}

/** An accepted proposal with these steps. */
export function acceptedProposal(steps: readonly PlannedStep[], plan: Plan = {}, now = new Date(0)): CreateTradeData {
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
        steps: steps.map((step, index) => ({ ...termsStep(step, index), ...plan.step })),
        coverage_threshold_bps: plan.thresholdBps ?? 8000,
        bond_bps: bondBps,
        ...(plan.disputeBurnBps === undefined ? {} : { dispute_burn_bps: plan.disputeBurnBps }),
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
    mandates: [],
    trade: null,
  };
}

/** The refusal of a call; undefined if the call succeeds. */
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

/** One trade from its creation to its end, without a database: decisions apply to plain values. */
export class TradeScenario {
  /** Time of the scenario in milliseconds. */
  clock = Date.UTC(2026, 0, 1);
  data: SettleTradeData;
  settlement: Settlement | null = null;
  parties: readonly SettlementParty[] = [];
  readonly balances = new Map<string, bigint>();
  readonly applied: Effects[] = [];
  readonly principals: readonly PrincipalData[];

  constructor(steps: readonly PlannedStep[], plan: Plan = {}) {
    const data = acceptedProposal(steps, plan, new Date(this.clock));
    this.principals = data.principals;
    const first = data.participants[0];
    if (!first) throw new Error('a plan has participants');
    const caller = { principalId: first.principalId, agentText: undefined };
    const policyVersion = plan.policyVersion ?? settings.policyVersion;
    const versions = { policyVersion, ruleVersion: ruleVersionOf(policyVersion) };
    const decision = newTrade(data, { caller, settings: { ...settings, ...versions } }, this.context());
    const record = { faults: 0, completed: 0, counterpartyOwners: 0, sameOwner: [], ...plan.record };
    this.data = { ...decision, principals: data.principals, record };
    this.apply(decision.effects);
  }

  context(): DecisionContext & Digest {
    const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
    return { now: new Date(this.clock), newId: uuid, sha256 };
  }

  wait(seconds: number): this {
    this.clock += seconds * 1000;
    return this;
  }

  caller(
    actor: Party,
    agent: string | undefined = actor.agent,
  ): { principalId: string; agentText: string | undefined } {
    return { principalId: actor.id, agentText: agent };
  }

  step(stepNo: number): TradeStep {
    const step = this.data.steps.find((candidate) => candidate.stepNo === stepNo);
    if (!step) throw new Error('no such step');
    return step;
  }

  party(id: string): Party {
    const agent = this.data.participants.find(({ principalId }) => principalId === id)?.agentId;
    return namedParties.find((candidate) => candidate.id === id) ?? { id, agent: agent ?? '' };
  }

  private apply(effects: Effects): void {
    this.applied.push(effects);
    for (const journal of effects.journals ?? []) {
      for (const [name, change] of netChanges(journal.lines))
        this.balances.set(name, (this.balances.get(name) ?? 0n) + change);
    }
  }

  private update<D extends { effects: Effects; trade: SettleTradeData['trade']; steps: readonly TradeStep[] }>(
    decision: D,
  ): D {
    this.data = { ...this.data, trade: decision.trade, steps: decision.steps };
    this.apply(decision.effects);
    return decision;
  }

  private end(decision: SettleTradeDecision): SettleTradeDecision {
    this.update(decision);
    // A later decision that settles nothing leaves the settlement as it is.
    if (decision.result === 'settled') ({ settlement: this.settlement, parties: this.parties } = decision);
    return decision;
  }

  activate(actor: Party, principals = this.principals) {
    const data = { ...this.data, principals };
    return this.update(decideActivateTrade(data, { caller: this.caller(actor) }, this.context()));
  }

  publish(stepNo: number, input = contract(), actor = this.party(this.step(stepNo).providerPrincipalId)) {
    const call = { caller: this.caller(actor), stepNo, contract: input };
    return this.update(decidePublishContract(this.data, call, this.context()));
  }

  submitCheckpoint(
    stepNo: number,
    checkpoint: CheckpointInput,
    actor = this.party(this.step(stepNo).consumerPrincipalId),
  ) {
    const call = { caller: this.caller(actor), stepNo, checkpoint };
    return this.update(decideSubmitCheckpoint(this.data, call, this.context()));
  }

  /** Confirms a step with these items met. */
  confirm(stepNo: number, metItems = ['item-0']) {
    const results = metItems.map((item_id) => ({ item_id, met: true }));
    return this.submitCheckpoint(stepNo, { status: 'confirmed', results });
  }

  fileRebuttal(stepNo: number, rebuttal: RebuttalInput, actor = this.party(this.step(stepNo).providerPrincipalId)) {
    const call = { caller: this.caller(actor), stepNo, rebuttal };
    return this.update(decideFileRebuttal(this.data, call, this.context()));
  }

  withdraw(actor: Party) {
    return this.end(decideWithdraw(this.data, { caller: this.caller(actor) }, this.context()));
  }

  submitVerdict(verdict: 'pass' | 'fail' | number) {
    const ruling = typeof verdict === 'number' ? { coverage_bps: verdict } : { verdict };
    return this.update(decideSubmitVerdict(this.data, { ...ruling, reason: 'Seen' }, this.context()));
  }

  sweep() {
    return this.end(decideSweep(this.data, this.context()));
  }

  settle() {
    return this.end(decideSettleTrade(this.data, this.context()));
  }

  /** Activates a step and publishes its contract with items of these weights. */
  begin(stepNo: number, weights?: readonly number[]): this {
    this.activate(this.party(this.step(stepNo).consumerPrincipalId));
    this.publish(stepNo, contract(weights));
    return this;
  }

  /** Completes a step: activation, contract, full confirmation and sweep. */
  pass(stepNo: number): this {
    this.begin(stepNo).submitCheckpoint(stepNo, { status: 'confirmed' });
    this.sweep();
    return this;
  }

  balance(name: string): bigint {
    return this.balances.get(name) ?? 0n;
  }

  /** Change of tickets and bond-available since the creation of the trade. */
  change(actor: Party): bigint {
    return this.balance(accountName(tickets(actor.id))) + this.balance(accountName(bondAvailable(actor.id)));
  }

  /** Accounts of the trade with a balance. */
  openAccounts(): string[] {
    return Array.from(this.balances)
      .filter(([name, balance]) => name.startsWith('trade_') && balance !== 0n)
      .map(([name]) => name);
  }
}
