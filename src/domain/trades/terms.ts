import { Validator } from '../validator';
import { idFromKeyOrUuid, type Prefix } from '../keys';
import { BPS, ceilDiv, sum } from '../ledger/stamps';
import type { ParticipantRole, Terms, TermsStep } from '../types';

/** Bounds that terms and listings have in common. Source: contract §7, Listing and Proposal. */
export const MAX_STEPS = 32;
export const MAX_PRICE = 1_000_000_000_000n;
export const titleBounds = { min: 1, max: 200 } as const;
/** 30 days. */
export const windowBounds = { min: 1, max: 2_592_000 } as const;
export const thresholdBounds = { min: 1, max: 10_000 } as const;

/** One step of a counter's terms as it comes over the wire: principals and agents by key or by UUID. */
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
}

export interface TermsInput {
  readonly steps: readonly TermsStepInput[];
  readonly coverage_threshold_bps: number;
  /** May be left out; no revision changes it. */
  readonly bond_bps?: number | null | undefined;
}

/** A principal of a proposal and the one agent it has in it, from revision 1 on. */
export interface Party {
  readonly principalId: string;
  readonly agentId: string;
}

/** A party with what the terms make of it. */
export interface TermsParty extends Party {
  readonly role: ParticipantRole;
  readonly bondStamps: bigint;
}

/** What a counter may not change of a proposal. */
export interface TermsFrame {
  readonly parties: readonly Party[];
  readonly bondBps: number;
}

/** Throws as `readTerms` what is wrong with terms whatever the proposal. */
export function checkTerms(input: TermsInput): void {
  read(input, undefined);
}

/**
 * The terms of a counter. Throws 400 `validation_failed` (pointers under `/terms`) unless the same parties take part,
 * each in a step and with its own agent, provider and consumer of a step differ, the steps are numbered 1 to at most
 * 32 in order, every price is at least 0 and their sum 1 … 10^12, windows and threshold are in range, and `bond_bps`,
 * if it is said at all, is what it was. Source: contract §7, Proposal.
 */
export function readTerms(input: TermsInput, frame: TermsFrame): Terms {
  return read(input, frame);
}

function read(input: TermsInput, frame: TermsFrame | undefined): Terms {
  const check = new Validator();
  const steps = check.count('/terms/steps', input.steps, { min: 1, max: MAX_STEPS })
    ? input.steps.map((step, index) => readStep(step, index, frame?.parties, check))
    : [];
  if (check.ok) {
    const total = sum(input.steps.map((step) => BigInt(step.price_stamps)));
    check.that(total >= 1n && total <= MAX_PRICE, '/terms/steps', `must cost 1 to ${String(MAX_PRICE)} stamps in all`);
    const present = new Set(steps.flatMap((step) => [step.provider_principal_id, step.consumer_principal_id]));
    const everyone = !frame || frame.parties.every(({ principalId }) => present.has(principalId));
    check.that(everyone, '/terms/steps', 'must give every participant of the proposal a role in at least one step');
  }
  check.int('/terms/coverage_threshold_bps', input.coverage_threshold_bps, thresholdBounds);
  const said = input.bond_bps ?? undefined;
  const bondBps = frame?.bondBps ?? said ?? 0;
  check.that(
    said === undefined || said === bondBps,
    '/terms/bond_bps',
    `cannot change; it is ${String(bondBps)} in this proposal`,
  );
  check.done();
  return { steps, coverage_threshold_bps: input.coverage_threshold_bps, bond_bps: bondBps };
}

function readStep(
  step: TermsStepInput,
  index: number,
  parties: readonly Party[] | undefined,
  check: Validator,
): TermsStep {
  const at = `/terms/steps/${String(index)}`;
  check.that(step.step_no === index + 1, `${at}/step_no`, `must be ${String(index + 1)}: steps are numbered from 1`);
  check.text(`${at}/title`, step.title, titleBounds);
  check.int(`${at}/price_stamps`, step.price_stamps, { min: 0, max: Number(MAX_PRICE) });
  check.int(`${at}/contract_window_seconds`, step.contract_window_seconds, windowBounds);
  check.int(`${at}/checkpoint_window_seconds`, step.checkpoint_window_seconds, windowBounds);
  const provider = readParty(at, 'provider', step.provider_principal_key, step.provider_agent_id, parties, check);
  const consumer = readParty(at, 'consumer', step.consumer_principal_key, step.consumer_agent_id, parties, check);
  if (provider !== undefined && provider === consumer) {
    check.fault(`${at}/consumer_principal_key`, 'must be another principal than the provider of the step');
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
  };
}

function readParty(
  at: string,
  role: 'provider' | 'consumer',
  principalText: string,
  agentText: string,
  parties: readonly Party[] | undefined,
  check: Validator,
): Party | undefined {
  if (!parties) return undefined;
  const id = (prefix: Prefix, text: string): string | undefined => idFromKeyOrUuid(prefix, text);
  const party = parties.find(({ principalId }) => principalId === id('prn', principalText));
  if (party === undefined) check.fault(`${at}/${role}_principal_key`, 'is no participant of this proposal');
  else if (party.agentId !== id('agt', agentText)) {
    check.fault(`${at}/${role}_agent_id`, 'is not the agent this participant has in the proposal');
  }
  return party;
}

/** Whether a principal is provider, consumer or both over all steps; undefined where it has no step. */
export function roleOf(terms: Terms, principalId: string): ParticipantRole | undefined {
  const provides = terms.steps.some((step) => step.provider_principal_id === principalId);
  const consumes = terms.steps.some((step) => step.consumer_principal_id === principalId);
  if (provides) return consumes ? 'both' : 'provider';
  return consumes ? 'consumer' : undefined;
}

/** ceil(Σ price of the steps in which it is provider or consumer, each once · `bond_bps` / 10000), in stamps. */
export function bondOf(terms: Terms, principalId: string): bigint {
  const own = terms.steps.filter(
    (step) => step.provider_principal_id === principalId || step.consumer_principal_id === principalId,
  );
  return ceilDiv(sum(own.map((step) => BigInt(step.price_stamps))) * BigInt(terms.bond_bps), BPS);
}

/** Everyone in the terms, in order of first appearance (a step's provider before its consumer). */
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
