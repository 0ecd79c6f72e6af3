import { canonical, type Digest } from '../canonical';
import type { Line, DecisionContext } from '../effects';
import { assert } from '../errors/errors';
import { coverageOf, evaluate } from './evaluation';
import { evidenceOf, parseEvidence, faultHistoryOf, recordOf, type Evidence, type ParsedEvidence } from './evidence';
import { advance } from '../state-machine';
import { stepMachine, stepMachineData, type StepEvent } from './step-states';
import { settlementLines, type BondSplit, type EscrowSplit } from '../ledger/trade-movements';
import { policyOf } from './policy';
import type { Assessment, Exposure, FaultRecord } from './policy-types';
import { ruledBpsOf, type EvaluatedFault, type Evaluation, type StepTerms } from './rule-types';
import { activationFee, sum } from '../ledger/stamps';
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

/** The amounts of one participant. Evidence under `slash_policy_v1` has no fees. */
export type PartyAmounts = Omit<SettlementParty, 'tradeId' | 'feesStamps'> &
  Partial<Pick<SettlementParty, 'feesStamps'>>;

/** The record of the principal at fault, and the participants that share an owner with it. */
export interface RecordData extends FaultRecord {
  readonly sameOwner: readonly string[];
}

/** A settlement as computed from the evidence, without id, digest and fees. */
export interface Recomputed extends Omit<Settlement, 'settlementId' | 'evidence' | 'evidenceSha256'> {
  readonly parties: readonly PartyAmounts[];
  readonly stepStates: readonly { readonly stepNo: number; readonly state: StepState }[];
  readonly lines: readonly Line[];
}

function endEvent(step: StepTerms, due: Due, thresholdBps: number): StepEvent | null {
  if (step.state === 'passed') return null;
  if (step.stepNo !== due.stepNo || due.fault?.failureCause === 'not_activated') return 'cancel';
  if (due.fault === null) return 'pass';
  const isOverturned = due.fault.failureCause === 'verdict_overturned' && (ruledBpsOf(step) ?? 0) >= thresholdBps;
  return isOverturned ? 'pass' : 'fail';
}

function endState(step: StepTerms, due: Due, thresholdBps: number): StepState {
  const event = endEvent(step, due, thresholdBps);
  if (event === null) return step.state;
  const state = advance(stepMachine, step.state, event, stepMachineData(step));
  assert(state, `a step ${step.state} can ${event} when its trade is settled`);
  return state;
}

/** The exposures of the participants without fault: Σ price of the faulted step and the later steps. */
function exposuresOf(steps: readonly StepTerms[], stepNo: number, atFault: string | null): Exposure[] {
  const bases = new Map<string, { basis: bigint; counterparty: boolean }>();
  for (const step of steps.filter((candidate) => candidate.stepNo >= stepNo)) {
    for (const principal of [step.providerPrincipalId, step.consumerPrincipalId]) {
      const before = bases.get(principal) ?? { basis: 0n, counterparty: false };
      const counterparty = before.counterparty || step.stepNo === stepNo;
      bases.set(principal, { basis: before.basis + step.priceStamps, counterparty });
    }
  }
  if (atFault !== null) bases.delete(atFault);
  return Array.from(bases, ([principal, { basis, counterparty }]) => ({
    principal,
    basis,
    kind: counterparty ? 'step_counterparty' : 'downstream',
  }));
}

function escrowsOf(input: ParsedEvidence, due: Due, assessment: Assessment | null): EscrowSplit[] {
  return input.steps
    .filter((step) => step.state === 'passed' || step.state === 'active')
    .map(({ stepNo, providerPrincipalId, consumerPrincipalId, priceStamps }) => {
      const ended = stepNo === due.stepNo ? assessment : null;
      const toProvider = ended?.toProvider ?? priceStamps;
      const burntBySide = ended?.burntBySide ?? 0n;
      const toConsumer = priceStamps - toProvider - 2n * burntBySide;
      return { stepNo, providerPrincipalId, consumerPrincipalId, toProvider, toConsumer, burntBySide };
    });
}

function assess(input: ParsedEvidence, stepNo: number, fault: EvaluatedFault): Assessment {
  const { record, steps, parties, trade } = input;
  const { principalId } = fault;
  assert(record === null || record.principalId === principalId, 'the record belongs to the principal at fault');
  assert((record === null) === (principalId === null), 'the evidence has the record of the principal at fault');
  const bond = principalId === null ? 0n : parties.find((party) => party.principalId === principalId)?.bondStamps;
  assert(bond !== undefined, 'the principal at fault is a party');
  const step = steps.find((one) => one.stepNo === stepNo);
  assert(step, 'the ended step is a step of the trade');
  const role = principalId === null ? null : step.providerPrincipalId === principalId ? 'provider' : 'consumer';
  return policyOf(input.policyVersion).assess({
    fault: { failureClass: fault.failureClass, failureCause: fault.failureCause, role },
    price: step.state === 'active' ? step.priceStamps : 0n,
    thresholdBps: trade.coverageThresholdBps,
    claimedBps: step.coverageBps,
    ruledBps: ruledBpsOf(step),
    disputeBurnBps: input.disputeBurnBps,
    bond,
    record,
    exposures: exposuresOf(steps, stepNo, principalId),
    sameOwner: record?.sameOwner ?? [],
  });
}

function bondsOf(input: ParsedEvidence, due: Due, assessment: Assessment | null): BondSplit[] {
  return input.parties.map(({ principalId, bondStamps }) => {
    if (assessment === null || principalId !== due.fault?.principalId) {
      return { principalId, released: bondStamps, compensation: [], excess: 0n };
    }
    const compensation = assessment.comp.map((award) => ({ principalId: award.principal, stamps: award.amount }));
    return { principalId, released: assessment.returned, compensation, excess: assessment.excess };
  });
}

/** The fees of a principal by the rate of the evidence; undefined if the evidence has none. */
function feesOf({ steps, activationFeeBps }: ParsedEvidence, principalId: string): bigint | undefined {
  if (activationFeeBps === null) return undefined;
  const paid = steps.filter((step) => step.consumerPrincipalId === principalId && step.activatedAt !== null);
  return sum(paid.map(({ priceStamps }) => activationFee(priceStamps, activationFeeBps)));
}

/**
 * The amounts of each participant.
 *
 * `paid` and `received` are the price before the burn, so that received + compensation − paid − fees − slashed − burnt
 * is the change of the balances.
 */
function sidesOf(input: ParsedEvidence, escrows: readonly EscrowSplit[], bonds: readonly BondSplit[]): PartyAmounts[] {
  return input.parties.map(({ principalId, bondStamps }) => {
    const released = bonds.find((split) => split.principalId === principalId)?.released ?? 0n;
    const awards = bonds.flatMap((split) => split.compensation).filter((award) => award.principalId === principalId);
    const paid = escrows.filter((split) => split.consumerPrincipalId === principalId);
    const received = escrows.filter((split) => split.providerPrincipalId === principalId);
    const beforeBurn = (splits: readonly EscrowSplit[]): bigint =>
      sum(splits.map(({ toProvider, burntBySide }) => toProvider + burntBySide));
    const feesStamps = feesOf(input, principalId);
    return {
      principalId,
      paidStamps: beforeBurn(paid),
      receivedStamps: beforeBurn(received),
      bondReleasedStamps: released,
      bondSlashedStamps: bondStamps - released,
      compensationStamps: sum(awards.map((award) => award.stamps)),
      burntStamps: input.hasBurn ? sum([...paid, ...received].map(({ burntBySide }) => burntBySide)) : null,
      ...(feesStamps === undefined ? {} : { feesStamps }),
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
function assertCoverage({ trade, steps }: ParsedEvidence): void {
  for (const { items, contract, checkpointStatus: status, checkpointResults, coverageBps, stepNo } of steps) {
    if (contract === null || status === null) continue;
    const thresholdBps = trade.coverageThresholdBps;
    const checkpoint = { items, contract, status, results: checkpointResults, thresholdBps };
    const computed = coverageOf(trade.ruleVersion, checkpoint);
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
  const input = parseEvidence(JSON.parse(evidenceJson) as Evidence);
  assertCoverage(input);
  return computeSettlement(input);
}

/** Computes a settlement by the policy and the rule set of the input. */
export function computeSettlement(input: ParsedEvidence): Recomputed {
  const due = evaluate(input.trade, input.steps, input.settledAt);
  assert(due.action === 'settle', 'the evidence belongs to a trade to be settled');
  const assessment = due.fault === null ? null : assess(input, due.stepNo, due.fault);
  const escrows = escrowsOf(input, due, assessment);
  const bonds = bondsOf(input, due, assessment);
  return {
    tradeId: input.tradeId,
    outcome: assessment?.outcome ?? 'completed',
    failureClass: due.fault?.failureClass ?? null,
    failureCause: due.fault?.failureCause ?? null,
    faultedStepNo: due.fault === null ? null : due.stepNo,
    faultPrincipalId: due.fault?.principalId ?? null,
    slashAmount: assessment?.slash ?? 0n,
    comp: compOf(assessment),
    policyVersion: input.policyVersion,
    ruleVersion: input.trade.ruleVersion,
    settledAt: input.settledAt,
    parties: sidesOf(input, escrows, bonds),
    stepStates: input.steps.map((step) => ({
      stepNo: step.stepNo,
      state: endState(step, due, input.trade.coverageThresholdBps),
    })),
    lines: settlementLines(input.tradeId, escrows, bonds),
  };
}

export interface SettleInput {
  readonly trade: Trade;
  readonly steps: readonly TradeStep[];
  readonly participants: readonly TradeParticipant[];
  readonly due: Due;
  /** The record of the principal at fault, read under its row lock; null if no principal is at fault. */
  readonly record: RecordData | null;
}

export interface SettlementResult {
  readonly settlement: Settlement;
  readonly parties: readonly SettlementParty[];
  /** The complete rows of the steps in their final states. */
  readonly steps: readonly TradeStep[];
  readonly lines: readonly Line[];
}

function inputEvidence({ trade, steps, participants, due, record }: SettleInput, settledAt: Date): Evidence {
  const history = faultHistoryOf(trade, due.fault?.principalId ?? null, record);
  return evidenceOf(trade, steps, participants, history, settledAt);
}

/** The amounts of each participant with the fees that it paid. */
function withFees(
  { trade, steps }: Pick<SettleInput, 'trade' | 'steps'>,
  parties: readonly PartyAmounts[],
): SettlementParty[] {
  const fees = (principalId: string): bigint =>
    sum(steps.filter((step) => step.consumerPrincipalId === principalId).map((step) => step.feeStamps));
  return parties.map((side) => {
    const feesStamps = fees(side.principalId);
    assert((side.feesStamps ?? feesStamps) === feesStamps, 'the fees of the evidence are the fees that were paid');
    return { tradeId: trade.tradeId, ...side, feesStamps };
  });
}

/** A settlement that would follow, with all amounts. */
export type AssumedSettlement = Recomputed & { readonly parties: readonly SettlementParty[] };

/**
 * Returns the settlement of an assumed course of a trade for each record of the principal at fault. Its coverages need no
 * results. All but the record is computed once, because a preview compares several records.
 */
export function settleAssumed(
  assumed: Omit<SettleInput, 'record'>,
  settledAt: Date,
): (record: RecordData | null) => AssumedSettlement {
  const { trade, steps, participants, due } = assumed;
  const input = parseEvidence(evidenceOf(trade, steps, participants, null, settledAt));
  return (record) => {
    const history = faultHistoryOf(trade, due.fault?.principalId ?? null, record);
    const computed = computeSettlement({ ...input, record: history && recordOf(history) });
    return { ...computed, parties: withFees(assumed, computed.parties) };
  };
}

/** Settles a due trade. */
export function settle(input: SettleInput, context: DecisionContext & Digest): SettlementResult {
  const { steps } = input;
  const evidence = canonical(inputEvidence(input, context.now));
  const { parties, stepStates, lines, ...settlementRow } = recompute(evidence);
  return {
    settlement: { settlementId: context.newId(), ...settlementRow, evidence, evidenceSha256: context.sha256(evidence) },
    parties: withFees(input, parties),
    steps: steps.map((step) => ({
      ...step,
      state: stepStates.find((end) => end.stepNo === step.stepNo)?.state ?? step.state,
    })),
    lines,
  };
}
