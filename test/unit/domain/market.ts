import type { DecisionContext } from '../../../src/domain/effects';
import { Refusal } from '../../../src/domain/errors/errors';
import type { MatchSettings } from '../../../src/domain/market/match-run';
import type { PrincipalData } from '../../../src/domain/parties/principal';
import type { Listing, Terms, TermsStep } from '../../../src/domain/types';

export const NOW = new Date('2026-11-20T09:30:00.000Z');
export const at = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1000);

/** A UUIDv7 for a number, in the order of the numbers. */
export const uuid = (n: number): string => `01980f3e-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;

export const [ANN, BEN, CAT, DAN] = [uuid(1), uuid(2), uuid(3), uuid(4)] as const;
/** The default agent of a principal. */
export const agentOf = (principalId: string): string => principalId.replace('0000-7000', '0001-7000');

export function contextAt(now: Date = NOW): DecisionContext {
  let next = 0x1000;
  return { now, newId: () => uuid(next++) };
}

export const settings: MatchSettings = {
  bondBps: 2000,
  proposalTtlSeconds: 259_200,
  contractWindowSeconds: 86_400,
  checkpointWindowSeconds: 259_200,
  coverageThresholdBps: 8000,
  openProposalsPerCounterparty: 50,
};

export function listingOf(over: Partial<Listing> = {}): Listing {
  const principalId = over.principalId ?? ANN;
  return {
    listingId: uuid(0x100),
    principalId,
    agentId: agentOf(principalId),
    tradeProfile: 'translation.de-en/v1',
    side: 'provide',
    title: 'Translation',
    description: '',
    tags: [],
    priceStamps: 800n,
    steps: [{ title: 'All of it', share_bps: 10_000, trade_profile: null }],
    contractWindowSeconds: null,
    checkpointWindowSeconds: null,
    coverageThresholdBps: null,
    expiresAt: null,
    visibility: 'match_only',
    state: 'active',
    createdAt: at(-60),
    updatedAt: at(-60),
    ...over,
  };
}

export function principalOf(over: Partial<PrincipalData> = {}): PrincipalData {
  return {
    principalId: ANN,
    maxOpenTrades: 20,
    bondLimitStamps: 1_000_000n,
    dailySpendLimitStamps: 1_000_000n,
    ticketStamps: 1000n,
    bondAvailableStamps: 0n,
    openTrades: 0,
    openBondStamps: 0n,
    spentTodayStamps: 0n,
    faults180Days: 0,
    ...over,
  };
}

export function stepOf(step_no: number, provider: string, consumer: string, price_stamps: number): TermsStep {
  return {
    step_no,
    title: `Step ${String(step_no)}`,
    provider_principal_id: provider,
    provider_agent_id: agentOf(provider),
    consumer_principal_id: consumer,
    consumer_agent_id: agentOf(consumer),
    price_stamps,
    contract_window_seconds: 3600,
    checkpoint_window_seconds: 7200,
  };
}

export function termsOf(...steps: TermsStep[]): Terms {
  return { steps, coverage_threshold_bps: 8000, bond_bps: 2000 };
}

/** The refusal of a call as `{code, …members}`. It fails if the call succeeds. */
export function refusal(work: () => unknown): Record<string, unknown> {
  try {
    work();
  } catch (error) {
    if (error instanceof Refusal) return { code: error.code, ...error.members };
    throw error;
  }
  throw new Error('not refused');
}

/** The pointers of a 400 `validation_failed`; none if the call succeeds. */
export function pointers(work: () => unknown): string[] {
  try {
    work();
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'validation_failed') throw error;
    return (error.members['fields'] as { pointer: string }[]).map(({ pointer }) => pointer);
  }
  return [];
}
