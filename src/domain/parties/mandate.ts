import type { Commitment, DecisionContext } from '../effects';
import { Refusal } from '../errors/errors';
import { mandateExhausted } from '../events/events';
import { MANDATE_ENDED, OTHERS_LIMIT } from '../errors/state';
import { keyOf } from '../keys';
import { costOfTerms } from '../trades/terms-cost';
import type { Terms } from '../types';
import { type ApprovalData, assertApproved } from './approval';
import { type RefusalEffects, RefusalWithEffects } from './refusal-effects';
import { isDue } from '../time';

/** Mandates: what an agent may commit in trades (docs/concepts/mandates.md). */

/** Periods of a budget, by the calendar in UTC. */
export type BudgetPeriod = 'day' | 'week' | 'month' | 'total';

/** The limits of a mandate. Null is no limit. */
export interface MandateLimits {
  readonly perTradeStamps: bigint | null;
  readonly budgetStamps: bigint | null;
  readonly budgetPeriod: BudgetPeriod;
  readonly bondStamps: bigint | null;
  readonly maxOpenTrades: number | null;
  /** The principals with whom the agent may trade. */
  readonly counterparties: readonly string[] | null;
  readonly tradeProfiles: readonly string[] | null;
  readonly minSettledTrades: number | null;
  /** A commitment of more stamps needs an approval of an owner. */
  readonly approvalAboveStamps: bigint | null;
  readonly endsAt: Date | null;
}

export interface Mandate extends MandateLimits {
  readonly agentId: string;
  readonly principalId: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly revokedAt: Date | null;
  /** When the rest of the budget was last too small for a commitment, the first one of its period. Null: never. */
  readonly exhaustedAt: Date | null;
}

/** The use of a mandate. */
export interface MandateUse {
  /** Committed in the budget period: reservations of open commitments, and costs of ended trades. */
  readonly usedStamps: bigint;
  /** The number of open commitments, also of proposals without a trade. */
  readonly openTrades: number;
  readonly openBondStamps: bigint;
}

/** A mandate for the decision about a proposal, whose own commitment is not in the use. */
export interface MandateData extends Mandate, MandateUse, ApprovalData {
  /** Expired proposals with a commitment, which the use leaves out. They are not ended yet. */
  readonly expiredProposalIds?: readonly string[];
  /** The stamps of their commitments in the budget period, and the bonds of all of them. */
  readonly expiredUsedStamps?: bigint;
  readonly expiredBondStamps?: bigint;
  /** The trade profiles of all listings of the proposal. */
  readonly proposalProfiles: readonly string[];
  /** The trade profiles of the agent's own listings in the proposal. */
  readonly ownProfiles: readonly string[];
  /** Numbers of the steps that the agent provides in revision 1. */
  readonly matchedSteps: readonly number[];
  /** The settled trades of the counterparty that has the fewest. */
  readonly fewestSettledTrades: number;
  /** Whether `exhaustedAt` is in the budget period, and not before the last change of the limits. */
  readonly isExhaustionRecorded: boolean;
  /** The agent's commitment for this proposal; null: none. */
  readonly committedStamps: bigint | null;
}

/** The mandate with a use that includes the commitments of expired proposals. */
export function countingExpired(mandate: MandateData): MandateData {
  const { expiredProposalIds = [], expiredUsedStamps = 0n, expiredBondStamps = 0n } = mandate;
  return {
    ...mandate,
    usedStamps: mandate.usedStamps + expiredUsedStamps,
    openTrades: mandate.openTrades + expiredProposalIds.length,
    openBondStamps: mandate.openBondStamps + expiredBondStamps,
  };
}

/** The stamps that a limit leaves; null without a limit. A limit below the use leaves nothing. */
function leftOf(limit: bigint | null, used: bigint): bigint | null {
  if (limit === null) return null;
  return limit > used ? limit - used : 0n;
}

/** The budget that is left; null without a budget. */
export function headroomOf(mandate: Pick<MandateData, 'budgetStamps' | 'usedStamps'>): bigint | null {
  return leftOf(mandate.budgetStamps, mandate.usedStamps);
}

/** Whether the agent may commit under the mandate at all. */
export function isMandateLive({ revokedAt, endsAt }: Pick<Mandate, 'revokedAt' | 'endsAt'>, now: Date): boolean {
  return revokedAt === null && !isDue(endsAt, now);
}

/**
 * The trade profiles that terms need in a mandate.
 *
 * Steps have no profile, and a counter can give a participant any steps. So only an agent that provides the steps of the
 * match needs no more than the profiles of its own listings.
 */
function neededProfiles(mandate: MandateData, { steps }: Terms): readonly string[] {
  const { principalId, matchedSteps } = mandate;
  const isAsMatched = steps.every((step) =>
    step.provider_principal_id === principalId
      ? matchedSteps.includes(step.step_no)
      : step.consumer_principal_id !== principalId,
  );
  return isAsMatched ? mandate.ownProfiles : mandate.proposalProfiles;
}

/** The most that each limit of stamps or trades allows a call now, by its name in REST. Null: no limit. */
function maximaOf(mandate: MandateData): Readonly<Record<string, bigint | number | null>> {
  return {
    max_open_trades: mandate.maxOpenTrades,
    per_trade_stamps: mandate.perTradeStamps,
    bond_stamps: leftOf(mandate.bondStamps, mandate.openBondStamps),
    budget_stamps: headroomOf(mandate),
  };
}

/** The stamps that a commitment binds, and those of them for the bond. */
type Cost = Pick<Commitment, 'stamps' | 'bondStamps'>;

/** The limit that a commitment exceeds, by its name in REST; the first one in the order of the checks. */
function exceededLimit(mandate: MandateData, { stamps, bondStamps }: Cost, terms: Terms): string | undefined {
  const above = (amount: bigint | number, limit: bigint | number | null): boolean => limit !== null && amount > limit;
  const { principalId, counterparties, tradeProfiles, minSettledTrades } = mandate;
  const parties = terms.steps.flatMap((step) => [step.provider_principal_id, step.consumer_principal_id]);
  const limits: Readonly<Record<string, boolean>> = {
    counterparties:
      counterparties !== null && !parties.every((id) => id === principalId || counterparties.includes(id)),
    trade_profiles:
      tradeProfiles !== null && !neededProfiles(mandate, terms).every((profile) => tradeProfiles.includes(profile)),
    min_settled_trades: minSettledTrades !== null && mandate.fewestSettledTrades < minSettledTrades,
    max_open_trades: above(mandate.openTrades + 1, mandate.maxOpenTrades),
    per_trade_stamps: above(stamps, mandate.perTradeStamps),
    bond_stamps: above(mandate.openBondStamps + bondStamps, mandate.bondStamps),
    budget_stamps: above(mandate.usedStamps + stamps, mandate.budgetStamps),
  };
  return Object.keys(limits).find((name) => limits[name]);
}

/** The amounts of a commitment and of the limit that refuses it; empty for a limit without an amount. */
function amountsText(limit: string, maximum: bigint | number | null, cost?: Cost): string {
  if (maximum === null || cost === undefined) return '';
  const most = String(maximum);
  // The text says trades, but the limit counts open commitments, also those of proposals without a trade.
  if (limit === 'max_open_trades') return `: at most ${most} of its trades may be open`;
  const amount =
    limit === 'bond_stamps' ? `the bond is ${String(cost.bondStamps)}` : `it commits ${String(cost.stamps)}`;
  return `: ${amount} stamps, and ${most} are allowed now`;
}

/** @param cost absent if the mandate allows no commitment at all */
function exceeded(mandate: MandateData, limit: string, cost?: Cost, effects: RefusalEffects = {}): Refusal {
  const headroom = headroomOf(mandate);
  const maximum = maximaOf(mandate)[limit] ?? null;
  const members = {
    limit,
    ...(maximum !== null && { maximum }),
    ...(headroom !== null && { headroom_stamps: headroom }),
    ...(cost && { committed_stamps: cost.stamps }),
  };
  const detail = `The mandate of the agent does not allow this trade (${limit})${amountsText(limit, maximum, cost)}.`;
  return new RefusalWithEffects('mandate_exceeded', detail, members, effects, cost ? undefined : MANDATE_ENDED);
}

/** The effects of a refusal above the budget: the first one of a period has an event for the owner. */
function exhaustion(
  mandate: MandateData,
  commitment: Commitment,
  context: Pick<DecisionContext, 'newId'>,
): RefusalEffects {
  if (mandate.isExhaustionRecorded) return {};
  const { agentId, proposalId, committedAt: exhaustedAt } = commitment;
  const { usedStamps, exhaustedAt: lastExhaustedAt } = mandate;
  return {
    exhaustions: [{ agentId, proposalId, exhaustedAt, usedStamps, lastExhaustedAt }],
    events: [mandateExhausted(mandate, headroomOf(mandate), commitment, context)],
  };
}

/** The commitment that a decision is about. */
export interface Committing {
  readonly proposalId: string;
  readonly revisionNo: number;
  readonly terms: Terms;
  readonly activationFeeBps: number;
  readonly context: Pick<DecisionContext, 'now' | 'newId'>;
}

/**
 * Returns what an agent commits by terms under its mandate.
 *
 * Nothing is returned for terms that the agent has already committed. A lower limit does not affect these, but a revoked or
 * expired mandate does. The limits are checked before the approval: no owner is asked for what they refuse.
 * @throws Refusal 409 `mandate_exceeded`, 409 `approval_required`
 */
export function commitmentsOf(
  mandate: MandateData,
  { terms, activationFeeBps, context, ...on }: Committing,
): Commitment[] {
  const { now } = context;
  if (mandate.revokedAt !== null) throw exceeded(mandate, 'revoked');
  if (!isMandateLive(mandate, now)) throw exceeded(mandate, 'valid_until');
  const { principalId, agentId } = mandate;
  const { totalStamps: stamps, bondStamps } = costOfTerms(terms, principalId, activationFeeBps);
  const cost = { stamps, bondStamps };
  // Only terms of this revision can be committed: a counter deletes the commitments before it (sql/trades/apply_effects.sql).
  if (mandate.committedStamps === cost.stamps) return [];
  const commitment: Commitment = { ...on, principalId, agentId, ...cost, committedAt: now };
  const limit = exceededLimit(mandate, cost, terms);
  if (limit === 'budget_stamps') throw exceeded(mandate, limit, cost, exhaustion(mandate, commitment, context));
  if (limit !== undefined) throw exceeded(mandate, limit, cost);
  assertApproved(mandate, commitment, terms, context);
  return [commitment];
}

/** The mandate without the limits that other terms of a counter can meet, to tell whether a counter is possible. */
export function mandateForOtherTerms(mandate: MandateData): MandateData {
  const { matchedSteps, ownProfiles, proposalProfiles } = mandate;
  const fewestProfiles = matchedSteps.length > 0 ? ownProfiles : proposalProfiles;
  return {
    ...mandate,
    perTradeStamps: null,
    budgetStamps: null,
    bondStamps: null,
    approvalAboveStamps: null,
    proposalProfiles: fewestProfiles,
  };
}

/**
 * Returns what the agents of all participants commit.
 *
 * The caller's own mandate is first, so that its own errors are reported first. About the mandate of another participant, the
 * caller learns only that a limit refuses the trade.
 */
export function allCommitmentsOf(
  mandates: readonly MandateData[],
  callerPrincipalId: string,
  committing: Committing,
): Commitment[] {
  const isOwn = ({ principalId }: MandateData): boolean => principalId === callerPrincipalId;
  const ordered = [...mandates.filter(isOwn), ...mandates.filter((mandate) => !isOwn(mandate))];
  return ordered.flatMap((mandate) => {
    try {
      return commitmentsOf(mandate, committing);
    } catch (error) {
      if (!(error instanceof Refusal) || isOwn(mandate)) throw error;
      const principal_key = keyOf('prn', mandate.principalId);
      const detail = 'The new trade would exceed a limit of another participant.';
      throw new Refusal('trade_settlement_rejected', detail, { principal_key }, OTHERS_LIMIT);
    }
  });
}
