export const deliveryStates = ['pending', 'delivered', 'dead', 'disabled'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** Maximum number of concurrent attempts for one endpoint. */
export const MAX_CONCURRENT_ATTEMPTS = 4;

/**
 * The error of an attempt whose signing secret could not be decrypted.
 *
 * It is retried, because an operator can restore the key. It does not count against the endpoint.
 */
export const SECRET_UNREADABLE = 'secret_unreadable';

const SECOND_MS = 1000;
/** An endpoint is disabled after this time without a success. */
const MAX_FAILING_MS = 120 * 3600 * SECOND_MS;
/** Maximum delay that a receiver can request. */
const MAX_RETRY_AFTER_MS = 2 * 86_400 * SECOND_MS;
/** Random part of a delay, so that deliveries that fail together are not retried together. */
const JITTER_SHARE = 0.2;
const LEASE_TIMEOUTS = 3;
const MIN_LEASE_SECONDS = 15;

/**
 * Duration of the lease on a claimed delivery: three times the timeout, but at least 15 s.
 *
 * The attempt needs one timeout. The rest is for writing the result. Deliveries of a killed worker wait for this time.
 */
export function leaseSeconds(timeoutSeconds: number): number {
  return Math.max(MIN_LEASE_SECONDS, timeoutSeconds * LEASE_TIMEOUTS);
}

export interface AttemptOutcome {
  /** HTTP status of the response; null without a response. */
  readonly status: number | null;
  /** Class of the error; null for a success. */
  readonly error: string | null;
  /** The header `Retry-After` as received. */
  readonly retryAfter: string | null;
}

export interface AttemptData {
  /** Number of attempts since the last redelivery, including this one. */
  readonly tries: number;
  /** Time of the first failure since the last success of the endpoint. */
  readonly failingSince: Date | null;
  readonly now: Date;
  /** Delays before further attempts, in seconds. */
  readonly schedule: readonly number[];
  /** A random number from 0 to 1. */
  readonly jitter: number;
}

export type DisableReason = 'gone' | 'failing';

export interface AttemptDecision {
  readonly state: 'pending' | 'delivered' | 'dead';
  /** Time of the next attempt; null: no further attempt. */
  readonly dueAt: Date | null;
  readonly failingSince: Date | null;
  /** Why this attempt disables the endpoint; null: it stays enabled. */
  readonly disable: DisableReason | null;
}

/** Decides the next state of a delivery and of its endpoint after an attempt. */
export function decideAttempt(outcome: AttemptOutcome, data: AttemptData): AttemptDecision {
  if (isSuccess(outcome)) return { state: 'delivered', dueAt: null, failingSince: null, disable: null };
  const dueAt = retryAt(outcome, data);
  const next = { state: dueAt === null ? 'dead' : 'pending', dueAt } as const;
  if (outcome.error === SECRET_UNREADABLE) return { ...next, failingSince: data.failingSince, disable: null };
  const failingSince = data.failingSince ?? data.now;
  return { ...next, failingSince, disable: disableReason(outcome, data, failingSince) };
}

/** Whether an attempt succeeded: status 2xx and a complete response in time. */
export function isSuccess({ status, error }: AttemptOutcome): boolean {
  return error === null && status !== null && status >= 200 && status < 300;
}

function disableReason(outcome: AttemptOutcome, { now }: AttemptData, failingSince: Date): DisableReason | null {
  if (outcome.status === 410) return 'gone';
  return now.getTime() - failingSince.getTime() >= MAX_FAILING_MS ? 'failing' : null;
}

function retryAt(outcome: AttemptOutcome, { tries, schedule, jitter, now }: AttemptData): Date | null {
  const seconds = schedule[tries - 1];
  if (seconds === undefined) return null;
  const scheduled = seconds * SECOND_MS * (1 - JITTER_SHARE + 2 * JITTER_SHARE * jitter);
  const requested = retryAfterMs(outcome, now) ?? 0;
  const delay = Math.max(scheduled, Math.min(requested, MAX_RETRY_AFTER_MS));
  return new Date(now.getTime() + Math.round(delay));
}

/** The delay in `Retry-After`: seconds or a date (RFC 9110 §10.2.3). Only 429 and 503 use it. Other texts have no effect. */
function retryAfterMs({ status, retryAfter }: AttemptOutcome, now: Date): number | null {
  if (retryAfter === null || (status !== 429 && status !== 503)) return null;
  const text = retryAfter.trim();
  if (/^\d+$/.test(text)) return Number(text) * SECOND_MS;
  return HTTP_DATE.test(text) ? httpDate(text) - now.getTime() : null;
}

const TIME = String.raw`\d\d:\d\d:\d\d`;

/** The three forms of RFC 9110 §5.6.7. `Date.parse` alone reads `-3` and `1.5` as dates too. */
const HTTP_DATE = new RegExp(
  String.raw`^[A-Z][a-z]{2,8}(?:, \d\d[ -][A-Z][a-z]{2}[ -](?:\d{4}|\d\d) ${TIME} GMT| [A-Z][a-z]{2} [ \d]\d ${TIME} \d{4})$`,
);

/** The instant of an HTTP date in milliseconds, 0 if its day or hour does not exist. The third form has no time zone. */
function httpDate(text: string): number {
  return Date.parse(text.endsWith('GMT') ? text : `${text} GMT`) || 0;
}
