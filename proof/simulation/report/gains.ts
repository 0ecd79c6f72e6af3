import { isDeepStrictEqual } from 'node:util';
import { parseEvidence, type Evidence } from '../../../src/domain/trades/evidence';
import { evaluate } from '../../../src/domain/trades/evaluation';
import { computeSettlement, type PartyAmounts } from '../../../src/domain/trades/settlement';
import type { Verdict } from '../../../src/domain/types';
import { partyOf, type Deal, type OwnSide, type SimulationState } from '../agents/state';
import { verdictOn } from '../../../src/sandbox/counterparty/conduct';
import type { Side } from '../model/strategies';
import { broughtBy, keptBy, type Kept } from '../model/utility';

/**
 * The gain of a broken trade, compared with the same trade kept.
 *
 * A dispute ends with or without a ruling, and the share of missed disputes is the chance of each end. The settlement
 * code computes both ends from the evidence, so the gain of a lie is its expectation and not the luck of one run.
 */
export interface Gain {
  /** Compared with the cheapest conduct that keeps the word. A lie that pays beats this one. */
  readonly overWord: number;
  /** Compared with all of the work. */
  readonly overAll: number;
}

/** The stored evidence of settlements, by the key of the trade. */
export type EvidenceByTrade = ReadonlyMap<string, string>;

type BothSides = Readonly<Record<Side, OwnSide>>;

function sideOf(amounts: PartyAmounts | undefined, fees: number): OwnSide {
  if (amounts === undefined) throw new Error('a party of the trade has no amounts');
  return {
    paid: Number(amounts.paidStamps),
    received: Number(amounts.receivedStamps),
    fees,
    slashed: Number(amounts.bondSlashedStamps),
    compensation: Number(amounts.compensationStamps),
    burnt: Number(amounts.burntStamps ?? 0n),
  };
}

/** The faults of a principal before an instant. */
function faultsOf({ deals }: SimulationState, principalId: string, at: number): number {
  const isOwn = (deal: Deal): boolean =>
    deal.end?.faultOf != null && partyOf(deal, deal.end.faultOf).principalId === principalId;
  return deals.filter((deal) => isOwn(deal) && (deal.end?.at ?? at) < at).length;
}

/** Settles a disputed trade with this verdict, or without one at its deadline. */
function settledWith(state: SimulationState, deal: Deal, evidence: string, verdict: Verdict | null): BothSides {
  const stored = parseEvidence(JSON.parse(evidence) as Evidence);
  const steps = stored.steps.map((step) => (step.stepNo === deal.dispute ? { ...step, verdict } : step));
  const deadline = stored.steps.find((step) => step.stepNo === deal.dispute)?.deadlineAt ?? stored.settledAt;
  // A ruling settles at once. Faults between it and the deadline are no part of the record.
  const settledAt = verdict === null && deadline > stored.settledAt ? deadline : stored.settledAt;
  const due = evaluate(stored.trade, steps, settledAt);
  if (due.action !== 'settle') throw new Error('a dispute ends at its deadline');
  const principalId = due.fault?.principalId ?? null;
  // A ruling and an unruled dispute have no discount in v1.1. In v1 only the faults count.
  const record = principalId !== null && {
    principalId,
    faults: faultsOf(state, principalId, settledAt.getTime()),
    completed: 0,
    counterpartyOwners: 0,
    sameOwner: [],
  };
  const { parties } = computeSettlement({ ...stored, steps, settledAt, record: record || null });
  const side = (of: Side): OwnSide => {
    const amounts = parties.find((party) => party.principalId === partyOf(deal, of).principalId);
    return sideOf(amounts, deal.own[of]?.fees ?? 0);
  };
  return { provider: side('provider'), consumer: side('consumer') };
}

/** Both ends of a dispute: with the true verdict, and without one. */
function endsOf(state: SimulationState, deal: Deal, evidence: string): { ruled: BothSides; unruled: BothSides } {
  const metItems = deal.steps.find(({ stepNo }) => stepNo === deal.dispute)?.metItems ?? 0;
  const verdict = verdictOn(metItems, state.world.services.settings.coverageThresholdBps);
  const ruling: Verdict = { verdict, reason: 'Looked at the delivery', submitted_at: new Date(0).toISOString() };
  const ends = {
    ruled: settledWith(state, deal, evidence, ruling),
    unruled: settledWith(state, deal, evidence, null),
  };
  assertCame(deal, evidence, ends);
  return ends;
}

/** Checks the computed end that really came. @throws Error if an amount differs */
function assertCame(deal: Deal, evidence: string, ends: { ruled: BothSides; unruled: BothSides }): void {
  const { steps, fault_history } = JSON.parse(evidence) as Evidence;
  const isRuled = steps.find((step) => step.step_no === deal.dispute)?.verdict != null;
  const came = isRuled ? ends.ruled : ends.unruled;
  for (const side of ['provider', 'consumer'] as const) {
    if (isDeepStrictEqual(came[side], deal.own[side])) continue;
    const text = JSON.stringify({ came: deal.own[side], computed: came[side], fault_history });
    throw new Error(`the computed end of ${deal.tradeKey ?? ''} differs for the ${side}: ${text}`);
  }
}

/** Gain of one side of a deal compared with keeping its word in one way. Null before the settlement. */
export function gainOver(state: SimulationState, deal: Deal, side: Side, way: Kept, own = deal.own[side]) {
  if (own === undefined) return null;
  const { coverageThresholdBps: thresholdBps, activationFeeBps: feeBps } = state.world.services.settings;
  const otherBroke = deal.plans[side === 'provider' ? 'consumer' : 'provider'].broke;
  const ended = { steps: deal.steps, own, thresholdBps, feeBps, otherBroke };
  return broughtBy(side, ended) - keptBy(side, ended, way);
}

/** The expected gain of one side of a broken deal. Null before the settlement. */
export function gainOf(state: SimulationState, deal: Deal, side: Side, evidence: EvidenceByTrade): Gain | null {
  const stored = evidence.get(deal.tradeKey ?? '');
  const ends = deal.dispute === null || stored === undefined ? null : endsOf(state, deal, stored);
  const expected = (way: Kept): number | null => {
    if (ends === null) return gainOver(state, deal, side, way);
    const ruled = gainOver(state, deal, side, way, ends.ruled[side]) ?? 0;
    const unruled = gainOver(state, deal, side, way, ends.unruled[side]) ?? 0;
    return state.missed * unruled + (1 - state.missed) * ruled;
  };
  const [overWord, overAll] = [expected('least'), expected('all')];
  return overWord === null || overAll === null ? null : { overWord, overAll };
}
