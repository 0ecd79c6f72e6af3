import type { Digest } from '../canonical';
import type { Account, DecisionContext, Effects, Journal, Line } from '../effects';
import { Refusal } from '../errors/errors';
import type { Preview, PreviewViewer } from '../trades/preview';
import type { TermsCost } from '../trades/terms-cost';
import { sum } from '../ledger/stamps';
import type { ApprovalStatus } from '../parties/approval-types';
import type { TradeState } from '../types';
import type { Summary } from './summaries';

/** The consequence of an act, or of no act. */
export interface Consequence {
  readonly summary: Summary;
  /** Null: no trade is concerned. */
  readonly tradeState: TradeState | null;
  /** The settlement that follows if no party acts afterwards; null without a trade. */
  readonly preview: ((viewer: PreviewViewer) => Preview) | null;
  /** Whether the preview is the settlement that the act makes, so its outcome is the state. */
  readonly isSettlement?: boolean;
}

/** The consequence of an act that concerns no trade. */
export const plain = (summary: Summary): Consequence => ({ summary, tradeState: null, preview: null });

/** The most that a trade can cost the payer, of which an act can move nothing yet. */
export interface TradeCommitment extends TermsCost {
  /** Stamps that the payer lacks for it now, in tickets and available bond together. */
  readonly missingStamps: bigint;
}

/** The effects that a decision of a candidate would have. */
export interface Trial {
  /** `changes`: the operation changes rows of its own, which no decision of the domain returns. */
  readonly effects: Effects | 'changes';
  readonly consequence: Consequence;
}

/**
 * An act that may be possible, as its decision says.
 *
 * The decision of the command runs on data without locks, so that no rule exists twice.
 */
export interface ActCandidate {
  readonly operation: string;
  /** The input in the names and spellings of REST, without what only the caller can know. */
  readonly input: Readonly<Record<string, unknown>>;
  /** The agent that `X-Agent-Id` must name; null if the header is not needed. */
  readonly agentId: string | null;
  /** The principal that pays the costs. */
  readonly payerId: string | null;
  /** When the act stops being possible, if no party acts before. */
  readonly closesAt: Date | null;
  readonly ifNotDone: Consequence | null;
  /** Absent if the act agrees to no terms. */
  readonly commitment?: TradeCommitment;
  /** @throws Refusal if the act is not possible */
  readonly attempt: () => Trial;
}

export interface AllowedAct extends Omit<ActCandidate, 'attempt'> {
  /** Stamps that leave the tickets and the available bond of the payer, without those for bonds. */
  readonly costStamps: bigint;
  /** Stamps that the payer moves into a bond. */
  readonly bondStamps: bigint;
  /** Whether the act changes anything. */
  readonly hasEffect: boolean;
  readonly consequence: Consequence;
}

export interface BlockedAct {
  readonly operation: string;
  /** The input of the refused variant; null if the whole operation is refused in this way. */
  readonly input: ActCandidate['input'] | null;
  readonly refusal: Refusal;
  /** From when on the cause can be gone, if time alone removes it. */
  readonly availableAt: Date | null;
  /** The stamps that the principal itself lacks. */
  readonly missingStamps: bigint | null;
  /** The status of the approval that blocks the act; null if none does. */
  readonly approvalStatus: ApprovalStatus | null;
}

export interface Acts {
  readonly allowed: readonly AllowedAct[];
  readonly blocked: readonly BlockedAct[];
}

/** Returns why the caller may not use an operation at all. */
export type Access = (operation: string) => Refusal | undefined;

export function refusalOf<T>(attempt: () => T): T | Refusal {
  try {
    return attempt();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** Time, ids and digests for trials. Their effects are never applied, so all ids are the same. */
export function trialContext(now: Date): DecisionContext & Digest {
  return { now, newId: () => '00000000-0000-7000-8000-000000000000', sha256: () => '' };
}

function isOf(account: Account, payerId: string | null, ...kinds: Account['kind'][]): boolean {
  return 'principal_id' in account && account.principal_id === payerId && kinds.includes(account.kind);
}

/** The stamps that a principal pays by the journals, and those for bonds. */
function costsOf(journals: readonly Journal[], payerId: string | null): Pick<AllowedAct, 'costStamps' | 'bondStamps'> {
  const lines = journals.flatMap((journal) => journal.lines);
  const paid = lines.filter(({ debit }) => isOf(debit, payerId, 'ticket', 'bond_available'));
  const isBond = ({ debit, credit }: Line): boolean =>
    isOf(credit, payerId, 'trade_bond') || (debit.kind === 'ticket' && isOf(credit, payerId, 'bond_available'));
  const isReturned = ({ credit }: Line): boolean => isOf(credit, payerId, 'ticket');
  const amounts = (some: readonly Line[]): bigint => sum(some.map(({ amount }) => amount));
  return {
    bondStamps: amounts(paid.filter(isBond)),
    costStamps: amounts(paid.filter((line) => !isBond(line) && !isReturned(line))),
  };
}

function allowedAct({ attempt: _, ...candidate }: ActCandidate, { effects, consequence }: Trial): AllowedAct {
  const rows: Effects = effects === 'changes' ? {} : effects;
  const hasRows = Object.values(rows).some((list: readonly unknown[]) => list.length > 0);
  const costs = costsOf(rows.journals ?? [], candidate.payerId);
  return { ...candidate, ...costs, hasEffect: effects === 'changes' || hasRows, consequence };
}

function blockedAct(operation: string, refusal: Refusal, input: BlockedAct['input'] = null): BlockedAct {
  const { required_stamps: required, available_stamps: available } = refusal.members;
  const missing = typeof required === 'bigint' && typeof available === 'bigint' ? required - available : null;
  const approvalStatus = (refusal.members['approval_status'] as ApprovalStatus | undefined) ?? null;
  return { operation, input, refusal, availableAt: refusal.availableAt, missingStamps: missing, approvalStatus };
}

/** Returns one text with all that a caller learns from a refusal. */
function textOf({ refusal: { code, message, remedy, members }, availableAt, missingStamps }: BlockedAct): string {
  return JSON.stringify([code, message, remedy, members['reason'], availableAt, missingStamps?.toString()]);
}

/**
 * The refused variants of one operation.
 *
 * If all variants have the same refusal, the operation is listed once without an input. Otherwise each refused variant is
 * listed with its input. Candidates with the same input are one variant: it is refused if none of them is possible.
 */
function blockedVariants(refused: readonly BlockedAct[], allowed: readonly AllowedAct[]): BlockedAct[] {
  const [first] = refused;
  if (!first) return [];
  if (allowed.length === 0 && new Set(refused.map(textOf)).size === 1) return [{ ...first, input: null }];
  const seen = new Set(allowed.map(({ input }) => JSON.stringify(input)));
  return refused.filter(({ input }) => {
    const variant = JSON.stringify(input);
    const isNew = !seen.has(variant);
    seen.add(variant);
    return isNew;
  });
}

/** The acts of one operation. Acts without effect are left out if another one has an effect. */
function actsOfOperation(operation: string, candidates: readonly ActCandidate[], access: Access): Acts {
  const denied = access(operation);
  if (denied) return { allowed: [], blocked: [blockedAct(operation, denied)] };
  const possible: AllowedAct[] = [];
  const refused: BlockedAct[] = [];
  for (const candidate of candidates) {
    const trial = refusalOf(candidate.attempt);
    if (trial instanceof Refusal) refused.push(blockedAct(operation, trial, candidate.input));
    else possible.push(allowedAct(candidate, trial));
  }
  const effective = possible.filter(({ hasEffect }) => hasEffect);
  return {
    allowed: effective.length > 0 ? effective : possible.slice(0, 1),
    blocked: blockedVariants(refused, possible),
  };
}

/** Tries all candidates. Each variant of an operation is allowed or blocked, and acts without effect come last. */
export function actsOf(candidates: readonly ActCandidate[], access: Access): Acts {
  const operations = [...new Set(candidates.map(({ operation }) => operation))];
  const acts = operations.map((operation) => {
    const own = candidates.filter((candidate) => candidate.operation === operation);
    return actsOfOperation(operation, own, access);
  });
  const allowed = acts.flatMap((one) => one.allowed);
  return {
    allowed: [...allowed.filter(({ hasEffect }) => hasEffect), ...allowed.filter(({ hasEffect }) => !hasEffect)],
    blocked: acts.flatMap((one) => one.blocked),
  };
}
