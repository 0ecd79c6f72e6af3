/** Webhook deliveries: what comes of an attempt, and when the next one is. Source: events.md §2. */

export const deliveryStates = ['pending', 'delivered', 'dead', 'disabled'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** At most so many attempts at a time for one endpoint. */
export const MAX_CONCURRENT_ATTEMPTS = 4;

/**
 * The error of an attempt for which our own keys did not open the signing secret. It is tried again like any other, so that
 * the key's coming back heals it; it says nothing of the endpoint, which is not held to it.
 */
export const SECRET_UNREADABLE = 'secret_unreadable';

const SECOND_MS = 1000;
/** Nothing but failure for so long disables an endpoint. */
const FAILING_MS = 120 * 3600 * SECOND_MS;
/** A receiver may not put us off for longer. */
const MAX_RETRY_AFTER_MS = 2 * 86_400 * SECOND_MS;
/** A pause is its schedule's, this share more or less, so that what failed together does not come back together. */
const SPREAD = 0.2;
const LEASE_TIMEOUTS = 3;
const MIN_LEASE_SECONDS = 15;

/**
 * For how long a claim holds: the attempt, and twice its time for the database to be told. 45 s with the timeout of 15 s;
 * who allows receivers less, or more, has what a killed worker left in flight tried again sooner, or later.
 */
export function leaseSeconds(timeoutSeconds: number): number {
  return Math.max(MIN_LEASE_SECONDS, timeoutSeconds * LEASE_TIMEOUTS);
}

export interface AttemptOutcome {
  /** What the receiver answered; null where it did not. */
  readonly status: number | null;
  /** The class of what went wrong; null for a success. */
  readonly error: string | null;
  /** The header `Retry-After` as it came. */
  readonly retryAfter: string | null;
}

export interface AttemptFacts {
  /** Attempts of this round, this one counted. */
  readonly tries: number;
  /** The first failure of the endpoint since its last success. */
  readonly failingSince: Date | null;
  readonly now: Date;
  /** Seconds before each further attempt. */
  readonly schedule: readonly number[];
  /** 0 … 1, drawn anew for each decision. */
  readonly jitter: number;
}

export type DisableReason = 'gone' | 'failing';

export interface AttemptDecision {
  readonly state: 'pending' | 'delivered' | 'dead';
  /** When to try again; null: never. */
  readonly dueAt: Date | null;
  readonly failingSince: Date | null;
  /** Why the endpoint is disabled with this attempt; null: it is not. */
  readonly disable: DisableReason | null;
}

export function decideAttempt(outcome: AttemptOutcome, facts: AttemptFacts): AttemptDecision {
  if (isSuccess(outcome)) return { state: 'delivered', dueAt: null, failingSince: null, disable: null };
  const dueAt = retryAt(outcome, facts);
  const next = { state: dueAt === null ? 'dead' : 'pending', dueAt } as const;
  if (outcome.error === SECRET_UNREADABLE) return { ...next, failingSince: facts.failingSince, disable: null };
  const failingSince = facts.failingSince ?? facts.now;
  return { ...next, failingSince, disable: disabledBy(outcome, facts, failingSince) };
}

/** Only 2xx, read to its end in time, is success. */
export function isSuccess({ status, error }: AttemptOutcome): boolean {
  return error === null && status !== null && status >= 200 && status < 300;
}

function disabledBy(outcome: AttemptOutcome, { now }: AttemptFacts, failingSince: Date): DisableReason | null {
  if (outcome.status === 410) return 'gone';
  return now.getTime() - failingSince.getTime() >= FAILING_MS ? 'failing' : null;
}

function retryAt(outcome: AttemptOutcome, { tries, schedule, jitter, now }: AttemptFacts): Date | null {
  const seconds = schedule[tries - 1];
  if (seconds === undefined) return null;
  const scheduled = seconds * SECOND_MS * (1 - SPREAD + 2 * SPREAD * jitter);
  const asked = retryAfterMs(outcome, now);
  const pause = asked === null ? scheduled : Math.max(scheduled, Math.min(asked, MAX_RETRY_AFTER_MS));
  return new Date(now.getTime() + Math.round(pause));
}

/** What `Retry-After` asks for (RFC 9110 §10.2.3: seconds or a date); honoured with 429 and 503 alone. */
function retryAfterMs({ status, retryAfter }: AttemptOutcome, now: Date): number | null {
  if (retryAfter === null || (status !== 429 && status !== 503)) return null;
  const text = retryAfter.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * SECOND_MS;
  // A date starts with the name of a day; Date.parse alone would read far more than that.
  const at = /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(at) ? null : at - now.getTime();
}
