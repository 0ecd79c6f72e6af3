import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from './errors';

export interface RetryPolicy {
  /** Number of attempts, including the first. */
  readonly attempts: number;
  /** Longest first pause; the limit doubles with each attempt. */
  readonly baseMs: number;
  /** Longest pause; a longer `Retry-After` ends the attempts. */
  readonly maximumMs: number;
}

export const DEFAULT_RETRY: RetryPolicy = { attempts: 6, baseMs: 200, maximumMs: 30_000 };

/** Statuses after which a request may be repeated with the same key. */
const RETRYABLE_STATUSES = new Set([429, 500, 502, 503, 504]);

/**
 * Runs the attempt until it succeeds, fails permanently, or the policy ends; then throws the last error. Pauses are random
 * (full jitter) and at least `Retry-After`.
 */
export async function retrying<T>(attempt: () => Promise<T>, policy: RetryPolicy, signal?: AbortSignal): Promise<T> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt();
    } catch (error) {
      signal?.throwIfAborted();
      const wait = waitAfter(error, attempts, policy);
      if (wait === undefined) throw error;
      // The error of a stopped pause is not the reason of the signal.
      await sleep(wait, undefined, signal ? { signal } : {}).catch(() => signal?.throwIfAborted());
    }
  }
}

/** Returns a random pause (full jitter), so that clients do not retry at the same time. */
export function jitter(failures: number, policy: Pick<RetryPolicy, 'baseMs' | 'maximumMs'>): number {
  return Math.random() * Math.min(policy.maximumMs, policy.baseMs * 2 ** Math.min(failures - 1, 30));
}

/**
 * Checks whether the same request can succeed later with the same idempotency key.
 *
 * This is so after 429, 500, 502, 503 and 504, while the key is in progress, and without a response. The client has then made all
 * its attempts, so wait before you repeat the request, with `error.idempotencyKey`.
 */
export function isTransient(error: unknown): boolean {
  if (error instanceof ApiError)
    return RETRYABLE_STATUSES.has(error.status) || error.code === 'idempotency_key_in_progress';
  return isNetworkError(error);
}

function waitAfter(error: unknown, attempts: number, policy: RetryPolicy): number | undefined {
  if (attempts >= policy.attempts || !isTransient(error)) return undefined;
  const minimum = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
  return minimum > policy.maximumMs ? undefined : Math.max(minimum, jitter(attempts, policy));
}

/**
 * Recognizes errors of the network: `ServiceUnreachable`, and those of `fetch`, a TypeError with a cause or a TimeoutError. It
 * compares names, because classes differ between realms.
 */
export function isNetworkError(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('name' in error)) return false;
  if (error.name === 'ServiceUnreachable' || error.name === 'TimeoutError') return true;
  return error.name === 'TypeError' && 'cause' in error && error.cause !== undefined;
}
