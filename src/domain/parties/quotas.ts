import { Refusal } from '../errors/errors';
import { NO_CALLS } from '../errors/request';
import { NO_MORE_PRINCIPALS, NO_QUOTA } from '../errors/state';
import { keyOf } from '../keys';
import { nextMidnight } from '../time';

/** Quotas of a principal, in its economic anchor: what it may keep and do without paying (docs/operations/quotas.md). */
export interface Quotas {
  readonly maxAgents: number;
  /** Bytes of the cards of all its agents. */
  readonly maxCardBytes: number;
  /** Live credentials. */
  readonly maxCredentials: number;
  readonly maxBindings: number;
  readonly matchRunsPerDay: number;
  /** Credentials, signing keys, bindings, redeliveries and checkouts. */
  readonly changesPerDay: number;
  /** Proposals to one counterparty that are open, or that were rejected within a day. */
  readonly openProposalsPerCounterparty: number;
  /** Bytes of answers that are stored for the idempotency keys of free calls. */
  readonly keptAnswerBytes: number;
}

/** The quotas with their names in REST, which are also their columns. */
export const quotaNames = {
  maxAgents: 'max_agents',
  maxCardBytes: 'max_card_bytes',
  maxCredentials: 'max_credentials',
  maxBindings: 'max_bindings',
  matchRunsPerDay: 'match_runs_per_day',
  changesPerDay: 'changes_per_day',
  openProposalsPerCounterparty: 'open_proposals_per_counterparty',
  keptAnswerBytes: 'kept_answer_bytes',
} as const satisfies Record<keyof Quotas, string>;

export const quotas = Object.keys(quotaNames) as readonly (keyof Quotas)[];

export type QuotaInput = { readonly [Name in keyof Quotas as (typeof quotaNames)[Name]]?: number | null | undefined };

/** Fits into `integer` of PostgreSQL and `Int` of GraphQL. */
export const MAX_QUOTA = 2_000_000_000;

/** Returns the quotas among the values, for example of the settings. */
export function quotasOf(values: Quotas): Quotas {
  return Object.fromEntries(quotas.map((name) => [name, values[name]])) as unknown as Quotas;
}

/** Quotas of rows that a principal keeps. */
type Kept = Extract<keyof Quotas, `max${string}` | 'openProposalsPerCounterparty'>;

type QuotaOf<Q extends Kept> = Pick<Quotas, Q> & { readonly principalId: string };

const SUBJECTS: Readonly<Record<Kept, string>> = {
  maxAgents: 'agents',
  maxCardBytes: 'bytes of agent cards',
  maxCredentials: 'live credentials',
  maxBindings: 'bindings',
  openProposalsPerCounterparty: 'proposals to one counterparty that are open or were rejected within a day',
};

/** Checks what the principal would keep after the call. @throws Refusal 409 `principal_quota_exceeded` */
export function assertQuota<Q extends Kept>(principal: QuotaOf<Q>, quota: Q, count: number): void {
  if (count > principal[quota]) throw quotaExceeded(principal, quota);
}

/** Checks the quotas of agents for a further one with a card of this size. @throws Refusal 409 `principal_quota_exceeded` */
export function assertAgentQuota(
  principal: QuotaOf<'maxAgents' | 'maxCardBytes'>,
  use: { readonly agents: number; readonly bytes: number },
  cardBytes: number,
): void {
  assertQuota(principal, 'maxAgents', use.agents + 1);
  assertQuota(principal, 'maxCardBytes', use.bytes + cardBytes);
}

export function quotaExceeded<Q extends Kept>(principal: QuotaOf<Q>, quota: Q): Refusal {
  const maximum: number = principal[quota];
  const detail = `The principal may have at most ${String(maximum)} ${SUBJECTS[quota]} (${quotaNames[quota]}).`;
  const members = { limit: quotaNames[quota], maximum, principal_key: keyOf('prn', principal.principalId) };
  return new Refusal('principal_quota_exceeded', detail, members, maximum === 0 ? NO_QUOTA : undefined);
}

/** Checks how many principals a human has provisioned. @throws Refusal 409 `principal_quota_exceeded` */
export function assertPrincipals(provisioned: number, maximum: number): void {
  if (provisioned <= maximum) return;
  const limit = 'principals_per_human';
  const detail = `A human may provision at most ${String(maximum)} principals (${limit}).`;
  throw new Refusal('principal_quota_exceeded', detail, { limit, maximum }, NO_MORE_PRINCIPALS);
}

export type DailyQuota = 'matchRunsPerDay' | 'changesPerDay';

/**
 * Changes beyond the quota that remain for owners at the console.
 *
 * A stolen credential can use up the quota. The owner can still replace the credential.
 */
const CHANGES_FOR_OWNERS = 100;

/** The calls of a UTC day under a daily quota. */
export interface DailyUse {
  /** With the present call. */
  readonly used: number;
  readonly maximum: number;
}

/** Checks a daily quota. @throws Refusal 429 `rate_limited` */
export function assertDaily(
  quota: DailyQuota,
  { used, maximum }: DailyUse,
  { isOwner, now }: { readonly isOwner: boolean; readonly now: Date },
): void {
  const reserve = isOwner && quota === 'changesPerDay' ? CHANGES_FOR_OWNERS : 0;
  if (used <= maximum + reserve) return;
  const limit = quotaNames[quota];
  // Every 429 has Retry-After. At midnight, an operator can have raised a limit of 0.
  const members = { limit, maximum, retry_after_seconds: secondsToMidnight(now) };
  if (maximum + reserve === 0) {
    throw new Refusal('rate_limited', `The principal may make no such calls (${limit}).`, members, NO_CALLS);
  }
  const detail = `The principal has used its ${String(maximum)} calls of this UTC day (${limit}). Retry after midnight UTC, or ask an operator to raise the limit.`;
  throw new Refusal('rate_limited', detail, members, undefined, nextMidnight(now));
}

function secondsToMidnight(now: Date): number {
  return Math.max(1, Math.ceil((nextMidnight(now).getTime() - now.getTime()) / 1000));
}
