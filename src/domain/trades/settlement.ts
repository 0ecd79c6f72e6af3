import { canonical, type Digest } from '../canonical';
import type { Line, DecisionContext } from '../effects';
import { assert } from '../errors/errors';
import { coverageOf, evaluate, type EvaluatedFault, type Evaluation, type StepTerms } from './evaluation';
import { evidenceOf, factsOf, type Evidence, type EvidenceFacts, type FaultHistory } from './evidence';
import { keyOf } from '../keys';
import { advance } from '../state-machine';
import { stepMachine, type StepEvent } from './step-states';
import { settlementLines, type BondSplit, type EscrowSplit } from '../ledger/trade-movements';
import { policyOf, type Assessment, type Exposure, type Policy } from './policy';
import { sum } from '../ledger/stamps';
import type {
  Compensation,
  Settlement,
  SettlementParty,
  StepState,
  Trade,
  TradeParticipant,
  TradeStep,
} from '../types';

/**
 * Settlement (settlement.md §§3–5): one pure function of the stored evidence. The record is what `recompute` makes of
 * the evidence, never anything else, so that the audit can only agree or find a tampered row.
 */
export type Due = Extract<Evaluation, { action: 'settle' }>;

/** What one participant had of the trade, fees apart: they were taken at activation and are no input. */
export type PartyAmounts = Omit<SettlementParty, 'tradeId' | 'feesStamps'>;

/** Everything a settlement is but its key, its digest and the fees of `own`. */
export interface Recomputed extends Omit<Settlement, 'settlementId' | 'evidence' | 'evidenceSha256'> {
  readonly parties: readonly PartyAmounts[];
  readonly stepStates: readonly { readonly stepNo: number; readonly state: StepState }[];
  readonly lines: readonly Line[];
}

function endEvent(step: StepTerms, due: Due): StepEvent | null {
  if (step.state === 'passed') return null;
  if (step.stepNo !== due.stepNo || due.fault?.failureCause === 'not_activated') return 'cancel';
  return due.fault === null || due.fault.failureCause === 'verdict_overturned' ? 'pass' : 'fail';
}

function endState(step: StepTerms, due: Due): StepState {
  const event = endEvent(step, due);
  if (event === null) return step.state;
  const facts = {
    contractPublished: step.contract !== null,
    checkpointSubmitted: step.checkpointStatus !== null,
    rebuttalFiled: false,
    verdictSubmitted: step.verdict !== null,
  };
  const state = advance(stepMachine, step.state, event, facts);
  assert(state, `a step ${step.state} can ${event} when its trade is settled`);
  return state;
}

/** Σ price of the faulted step and the unreached ones after it, for each participant but the one at fault. */
export function exposuresOf(steps: readonly StepTerms[], stepNo: number, atFault: string): Exposure[] {
  const bases = new Map<string, { basis: bigint; counterparty: boolean }>();
  for (const step of steps.filter((one) => one.stepNo >= stepNo)) {
    for (const principal of [step.providerPrincipalId, step.consumerPrincipalId]) {
      const before = bases.get(principal) ?? { basis: 0n, counterparty: false };
      const counterparty = before.counterparty || step.stepNo === stepNo;
      bases.set(principal, { basis: before.basis + step.priceStamps, counterparty });
    }
  }
  bases.delete(atFault);
  return Array.from(bases, ([principal, { basis, counterparty }]) => ({
    principal,
    basis,
    kind: counterparty ? 'step_counterparty' : 'downstream',
  }));
}

function escrowsOf(facts: EvidenceFacts, policy: Policy, due: Due): EscrowSplit[] {
  const thresholdBps = facts.trade.coverageThresholdBps;
  return facts.steps
    .filter((step) => step.state === 'passed' || step.state === 'active')
    .map((step) => {
      const failureClass = step.stepNo === due.stepNo ? (due.fault?.failureClass ?? null) : null;
      const end =
        failureClass === null ? { failureClass } : { failureClass, thresholdBps, coverageBps: step.coverageBps };
      const toProvider = policy.providerShare(step.priceStamps, end);
      const { stepNo, providerPrincipalId, consumerPrincipalId } = step;
      return {
        stepNo,
        providerPrincipalId,
        consumerPrincipalId,
        toProvider,
        toConsumer: step.priceStamps - toProvider,
      };
    });
}

function assess(facts: EvidenceFacts, policy: Policy, stepNo: number, fault: EvaluatedFault): Assessment {
  const { faultHistory, steps, parties, trade } = facts;
  assert(faultHistory?.principalId === fault.principalId, 'the fault history is that of the principal at fault');
  const bond = parties.find((party) => party.principalId === fault.principalId)?.bondStamps;
  assert(bond !== undefined, 'the principal at fault is a party');
  const coverageBps = steps.find((step) => step.stepNo === stepNo)?.coverageBps ?? null;
  return policy.assess(
    {
      failureClass: fault.failureClass,
      bond,
      priorFaults: faultHistory.faults,
      coverageBps,
      thresholdBps: trade.coverageThresholdBps,
    },
    exposuresOf(steps, stepNo, fault.principalId),
  );
}

function bondsOf(facts: EvidenceFacts, due: Due, assessment: Assessment | null): BondSplit[] {
  return facts.parties.map(({ principalId, bondStamps }) => {
    if (assessment === null || principalId !== due.fault?.principalId) {
      return { principalId, released: bondStamps, compensation: [], excess: 0n };
    }
    const compensation = assessment.comp.map((award) => ({ principalId: award.principal, stamps: award.amount }));
    return { principalId, released: assessment.returned, compensation, excess: assessment.excess };
  });
}

function sidesOf(facts: EvidenceFacts, escrows: readonly EscrowSplit[], bonds: readonly BondSplit[]): PartyAmounts[] {
  return facts.parties.map(({ principalId, bondStamps }) => {
    const released = bonds.find((split) => split.principalId === principalId)?.released ?? 0n;
    const awards = bonds.flatMap((split) => split.compensation).filter((award) => award.principalId === principalId);
    const paid = escrows.filter((split) => split.consumerPrincipalId === principalId);
    const received = escrows.filter((split) => split.providerPrincipalId === principalId);
    return {
      principalId,
      paidStamps: sum(paid.map((split) => split.toProvider)),
      receivedStamps: sum(received.map((split) => split.toProvider)),
      bondReleasedStamps: released,
      bondSlashedStamps: bondStamps - released,
      compensationStamps: sum(awards.map((award) => award.stamps)),
    };
  });
}

function compOf(assessment: Assessment | null): Compensation[] {
  return (assessment?.comp ?? []).map((award) => ({
    principal_id: award.principal,
    amount: Number(award.amount),
    exposure_basis: Number(award.basis),
    kind: award.kind,
  }));
}

/** Coverage is computed anew from contract and results: a stored one that differs is a fault of ours. */
function assertCoverage(steps: readonly StepTerms[]): void {
  for (const { contract, checkpointStatus, checkpointResults, coverageBps, stepNo } of steps) {
    if (contract === null || checkpointStatus === null) continue;
    const computed = coverageOf(contract, checkpointStatus, checkpointResults);
    assert(computed === coverageBps, `coverage of step ${String(stepNo)} is ${String(computed)} bps`);
  }
}

/** The whole result of a settlement from its stored evidence alone. Throws when the evidence settles nothing. */
export function recompute(evidenceJson: string): Recomputed {
  const facts = factsOf(JSON.parse(evidenceJson) as Evidence);
  assertCoverage(facts.steps);
  const due = evaluate(facts.trade, facts.steps, facts.settledAt);
  assert(due.action === 'settle', 'the evidence is that of a trade to be settled');
  const policy = policyOf(facts.policyVersion);
  const assessment = due.fault === null ? null : assess(facts, policy, due.stepNo, due.fault);
  const escrows = escrowsOf(facts, policy, due);
  const bonds = bondsOf(facts, due, assessment);
  return {
    tradeId: facts.tradeId,
    outcome: assessment?.outcome ?? 'completed',
    failureClass: due.fault?.failureClass ?? null,
    failureCause: due.fault?.failureCause ?? null,
    faultedStepNo: due.fault === null ? null : due.stepNo,
    faultPrincipalId: due.fault?.principalId ?? null,
    slashAmount: assessment?.slash ?? 0n,
    comp: compOf(assessment),
    policyVersion: facts.policyVersion,
    ruleVersion: facts.trade.ruleVersion,
    settledAt: facts.settledAt,
    parties: sidesOf(facts, escrows, bonds),
    stepStates: facts.steps.map((step) => ({ stepNo: step.stepNo, state: endState(step, due) })),
    lines: settlementLines(facts.tradeId, escrows, bonds),
  };
}

export interface SettleInput {
  readonly trade: Trade;
  readonly steps: readonly TradeStep[];
  readonly participants: readonly TradeParticipant[];
  readonly due: Due;
  /** Faults of the at-fault principal within the policy's window, read under its row lock; 0 without a fault. */
  readonly priorFaults: number;
}

export interface SettlementResult {
  readonly settlement: Settlement;
  readonly parties: readonly SettlementParty[];
  /** The steps in their final states, whole rows. */
  readonly steps: readonly TradeStep[];
  readonly lines: readonly Line[];
}

/** Settles a trade that `evaluate` found due. */
export function settle(input: SettleInput, moment: DecisionContext & Digest): SettlementResult {
  const { trade, steps, participants, due, priorFaults } = input;
  const history: FaultHistory | null = due.fault && {
    principal_key: keyOf('prn', due.fault.principalId),
    window_days: policyOf(trade.policyVersion).faultWindowDays,
    faults: priorFaults,
  };
  const evidence = canonical(evidenceOf(trade, steps, participants, history, moment.now));
  const { parties, stepStates, lines, ...record } = recompute(evidence);
  const fees = (principalId: string): bigint =>
    sum(steps.filter((step) => step.consumerPrincipalId === principalId).map((step) => step.feeStamps));
  return {
    settlement: { settlementId: moment.newId(), ...record, evidence, evidenceSha256: moment.sha256(evidence) },
    parties: parties.map((side) => ({ tradeId: trade.tradeId, ...side, feesStamps: fees(side.principalId) })),
    steps: steps.map((step) => ({
      ...step,
      state: stepStates.find((end) => end.stepNo === step.stepNo)?.state ?? step.state,
    })),
    lines,
  };
}
