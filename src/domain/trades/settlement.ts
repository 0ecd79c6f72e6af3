import { canonical, type Digest } from '../canonical';
import type { Line, DecisionContext } from '../effects';
import { assert } from '../errors/errors';
import { coverageOf, evaluate, type EvaluatedFault, type Evaluation, type StepTerms } from './evaluation';
import { evidenceOf, factsOf, type Evidence, type EvidenceFacts, type FaultHistory } from './evidence';
import { keyOf } from '../keys';
import { advance } from '../state-machine';
import { stepMachine, stepMachineFacts, type StepEvent } from './step-states';
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

/** An evaluation that settles the trade. */
export type Due = Extract<Evaluation, { action: 'settle' }>;

/** The amounts of one participant without fees. Fees are paid at activation and are not evidence. */
export type PartyAmounts = Omit<SettlementParty, 'tradeId' | 'feesStamps'>;

/** A settlement as computed from the evidence, without id, digest and fees. */
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
  const state = advance(stepMachine, step.state, event, stepMachineFacts(step));
  assert(state, `a step ${step.state} can ${event} when its trade is settled`);
  return state;
}

/** The exposures of the participants without fault: Σ price of the faulted step and the later steps. */
function exposuresOf(steps: readonly StepTerms[], stepNo: number, atFault: string): Exposure[] {
  const bases = new Map<string, { basis: bigint; counterparty: boolean }>();
  for (const step of steps.filter((candidate) => candidate.stepNo >= stepNo)) {
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
  assert(faultHistory?.principalId === fault.principalId, 'the fault history belongs to the principal at fault');
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

/** Checks the stored coverage against the contract and the results. */
function assertCoverage(steps: readonly StepTerms[]): void {
  for (const { contract, checkpointStatus, checkpointResults, coverageBps, stepNo } of steps) {
    if (contract === null || checkpointStatus === null) continue;
    const computed = coverageOf(contract, checkpointStatus, checkpointResults);
    assert(computed === coverageBps, `coverage of step ${String(stepNo)} is ${String(computed)} bps`);
  }
}

/**
 * Computes a settlement from its stored evidence alone.
 *
 * The stored record always comes from this function, so the audit can detect each changed row. It throws if the evidence
 * does not settle the trade.
 */
export function recompute(evidenceJson: string): Recomputed {
  const facts = factsOf(JSON.parse(evidenceJson) as Evidence);
  assertCoverage(facts.steps);
  const due = evaluate(facts.trade, facts.steps, facts.settledAt);
  assert(due.action === 'settle', 'the evidence belongs to a trade to be settled');
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
  /** Earlier faults of the principal at fault, read under its row lock; 0 without a fault. */
  readonly priorFaults: number;
}

export interface SettlementResult {
  readonly settlement: Settlement;
  readonly parties: readonly SettlementParty[];
  /** The complete rows of the steps in their final states. */
  readonly steps: readonly TradeStep[];
  readonly lines: readonly Line[];
}

/** Settles a due trade. */
export function settle(input: SettleInput, context: DecisionContext & Digest): SettlementResult {
  const { trade, steps, participants, due, priorFaults } = input;
  const history: FaultHistory | null = due.fault && {
    principal_key: keyOf('prn', due.fault.principalId),
    window_days: policyOf(trade.policyVersion).faultWindowDays,
    faults: priorFaults,
  };
  const evidence = canonical(evidenceOf(trade, steps, participants, history, context.now));
  const { parties, stepStates, lines, ...record } = recompute(evidence);
  const fees = (principalId: string): bigint =>
    sum(steps.filter((step) => step.consumerPrincipalId === principalId).map((step) => step.feeStamps));
  return {
    settlement: { settlementId: context.newId(), ...record, evidence, evidenceSha256: context.sha256(evidence) },
    parties: parties.map((side) => ({ tradeId: trade.tradeId, ...side, feesStamps: fees(side.principalId) })),
    steps: steps.map((step) => ({
      ...step,
      state: stepStates.find((end) => end.stepNo === step.stepNo)?.state ?? step.state,
    })),
    lines,
  };
}
