import { Validator } from '../validator';
import { idFromKeyOrUuid } from '../keys';
import { BPS, ceilDiv, sum } from '../ledger/stamps';
import { addSeconds, YEAR_9000 } from '../time';
import type { Activation, ParticipantRole, Terms, TermsStep } from '../types';
import { checkItems, itemsOf, type AcceptanceItemInput } from './acceptance-items';

/** Maximum number of steps in terms and listings. */
export const MAX_STEPS = 32;
export const MAX_PRICE = 1_000_000_000_000n;
export const titleBounds = { min: 1, max: 200 } as const;
/** 30 days. */
export const windowBounds = { min: 1, max: 2_592_000 } as const;
/** How far ahead the start of a step may be: until then, bonds and the prices of passed steps stay locked. */
const MAX_DAYS_TO_START = 366;
export const thresholdBounds = { min: 1, max: 10_000 } as const;
export const burnBounds = { min: 0, max: 5000 } as const;
export const DEFAULT_DISPUTE_BURN_BPS = 2500;

/** One step of the terms of a counter, as received: principals and agents by key or UUID. */
export interface TermsStepInput {
  readonly step_no: number;
  readonly title: string;
  readonly provider_principal_key: string;
  readonly provider_agent_id: string;
  readonly consumer_principal_key: string;
  readonly consumer_agent_id: string;
  readonly price_stamps: number | bigint;
  readonly contract_window_seconds: number;
  readonly checkpoint_window_seconds: number;
  readonly items?: readonly AcceptanceItemInput[] | null | undefined;
  readonly not_before?: Date | null | undefined;
  /** Default: `any`. */
  readonly activation?: Activation | null | undefined;
}

export interface TermsInput {
  readonly steps: readonly TermsStepInput[];
  readonly coverage_threshold_bps: number;
  /** Optional; a counter cannot change it. */
  readonly bond_bps?: number | null | undefined;
  /** Default: that of the current revision. */
  readonly dispute_burn_bps?: number | null | undefined;
}

/** A principal in a proposal with its agent, which never changes after revision 1. */
export interface Party {
  readonly principalId: string;
  readonly agentId: string;
}

/** A party with its role and bond by the terms. */
export interface TermsParty extends Party {
  readonly role: ParticipantRole;
  readonly bondStamps: bigint;
}

/** The parts of a proposal that a counter cannot change. */
export interface TermsFrame {
  readonly parties: readonly Party[];
  readonly bondBps: number;
  /** The value of the current revision. */
  readonly disputeBurnBps?: number | undefined;
  /** The time of the counter, which bounds `not_before`. */
  readonly now?: Date;
}

/**
 * Parses the terms of a counter.
 *
 * The principals and their agents must be those of the proposal, each in at least one step. Provider and consumer of a
 * step differ. Steps are numbered from 1 to at most 32. The total price is 1 to 10^12 stamps. `bond_bps` cannot change. A
 * step can start at most 366 days after the counter.
 * @param frame absent: the terms are only checked, without a proposal
 * @throws Refusal 400 `validation_failed` with pointers under `/terms`
 */
export function parseTerms(input: TermsInput, frame?: TermsFrame): Terms {
  const check = new Validator();
  const steps = check.count('/terms/steps', input.steps, { min: 1, max: MAX_STEPS })
    ? input.steps.map((step, index) => parseStep(step, index, frame, check))
    : [];
  if (check.ok) {
    const total = sum(input.steps.map((step) => BigInt(step.price_stamps)));
    check.that(
      total >= 1n && total <= MAX_PRICE,
      '/terms/steps',
      `must have a total price of 1 to ${String(MAX_PRICE)} stamps`,
    );
    const present = new Set(steps.flatMap((step) => [step.provider_principal_id, step.consumer_principal_id]));
    const allPresent = !frame || frame.parties.every(({ principalId }) => present.has(principalId));
    check.that(allPresent, '/terms/steps', 'must give every participant of the proposal a role in at least one step');
  }
  check.int('/terms/coverage_threshold_bps', input.coverage_threshold_bps, thresholdBounds);
  const requestedBps = input.bond_bps ?? undefined;
  const bondBps = frame?.bondBps ?? requestedBps ?? 0;
  check.that(
    requestedBps === undefined || requestedBps === bondBps,
    '/terms/bond_bps',
    `cannot change; it is ${String(bondBps)} in this proposal`,
  );
  const dispute_burn_bps = input.dispute_burn_bps ?? frame?.disputeBurnBps ?? DEFAULT_DISPUTE_BURN_BPS;
  check.int('/terms/dispute_burn_bps', dispute_burn_bps, burnBounds);
  check.done();
  return { steps, coverage_threshold_bps: input.coverage_threshold_bps, bond_bps: bondBps, dispute_burn_bps };
}

function parseStep(step: TermsStepInput, index: number, frame: TermsFrame | undefined, check: Validator): TermsStep {
  const at = `/terms/steps/${String(index)}`;
  check.that(step.step_no === index + 1, `${at}/step_no`, `must be ${String(index + 1)}: steps are numbered from 1`);
  check.text(`${at}/title`, step.title, titleBounds);
  check.int(`${at}/price_stamps`, step.price_stamps, { min: 0, max: Number(MAX_PRICE) });
  check.int(`${at}/contract_window_seconds`, step.contract_window_seconds, windowBounds);
  check.int(`${at}/checkpoint_window_seconds`, step.checkpoint_window_seconds, windowBounds);
  if (step.items != null) checkItems(check, `${at}/items`, step.items);
  checkNotBefore(`${at}/not_before`, step.not_before, frame?.now, check);
  const parties = frame?.parties;
  const provider = parseParty(at, 'provider', step.provider_principal_key, step.provider_agent_id, parties, check);
  const consumer = parseParty(at, 'consumer', step.consumer_principal_key, step.consumer_agent_id, parties, check);
  if (provider !== undefined && provider === consumer) {
    check.addError(`${at}/consumer_principal_key`, 'must differ from the provider of the step');
  }
  return {
    step_no: step.step_no,
    title: step.title,
    provider_principal_id: provider?.principalId ?? '',
    provider_agent_id: provider?.agentId ?? '',
    consumer_principal_id: consumer?.principalId ?? '',
    consumer_agent_id: consumer?.agentId ?? '',
    price_stamps: Number(step.price_stamps),
    contract_window_seconds: step.contract_window_seconds,
    checkpoint_window_seconds: step.checkpoint_window_seconds,
    // Absent members have their defaults.
    ...(!step.items?.length ? {} : { items: itemsOf(step.items) }),
    ...(step.not_before == null || !check.ok ? {} : { not_before: step.not_before.toISOString() }),
    ...(step.activation == null ? {} : { activation: step.activation }),
  };
}

function checkNotBefore(at: string, notBefore: Date | null | undefined, now: Date | undefined, check: Validator): void {
  if (notBefore == null) return;
  const time = notBefore.getTime();
  const isNear = now === undefined || time <= addSeconds(now, MAX_DAYS_TO_START * 86_400).getTime();
  // The text has no time, so that a repeated call gets the same refusal.
  const latest = now === undefined ? 'before the year 9000' : `at most ${String(MAX_DAYS_TO_START)} days ahead`;
  check.that(time >= 0 && time < YEAR_9000 && isNear, at, `must be after 1969 and ${latest}`);
}

function parseParty(
  at: string,
  role: 'provider' | 'consumer',
  principalText: string,
  agentText: string,
  parties: readonly Party[] | undefined,
  check: Validator,
): Party | undefined {
  if (!parties) return undefined;
  const party = parties.find(({ principalId }) => principalId === idFromKeyOrUuid('prn', principalText));
  if (party === undefined) check.addError(`${at}/${role}_principal_key`, 'is not a participant of this proposal');
  else if (party.agentId !== idFromKeyOrUuid('agt', agentText)) {
    check.addError(`${at}/${role}_agent_id`, 'is not the agent of this participant in the proposal');
  }
  return party;
}

/** The role of a principal in all steps; undefined without a step. */
export function roleOf(terms: Terms, principalId: string): ParticipantRole | undefined {
  const provides = terms.steps.some((step) => step.provider_principal_id === principalId);
  const consumes = terms.steps.some((step) => step.consumer_principal_id === principalId);
  if (provides) return consumes ? 'both' : 'provider';
  return consumes ? 'consumer' : undefined;
}

/** The bond in stamps: ceil(Σ price of the steps of the principal · `bond_bps` / 10000). */
export function bondOf(terms: Terms, principalId: string): bigint {
  const own = terms.steps.filter(
    (step) => step.provider_principal_id === principalId || step.consumer_principal_id === principalId,
  );
  return ceilDiv(sum(own.map((step) => BigInt(step.price_stamps))) * BigInt(terms.bond_bps), BPS);
}

/** The participants in the order of first appearance; a provider precedes its consumer. */
export function participantsOf(terms: Terms): TermsParty[] {
  const agents = new Map<string, string>();
  for (const step of terms.steps) {
    for (const [principalId, agentId] of [
      [step.provider_principal_id, step.provider_agent_id],
      [step.consumer_principal_id, step.consumer_agent_id],
    ] as const) {
      if (!agents.has(principalId)) agents.set(principalId, agentId);
    }
  }
  return [...agents].map(([principalId, agentId]) => ({
    principalId,
    agentId,
    role: roleOf(terms, principalId) ?? 'both',
    bondStamps: bondOf(terms, principalId),
  }));
}
