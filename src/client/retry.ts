import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from './errors';

export interface RetryPolicy {
  /** Attempts in all, the first included. */
  readonly attempts: number;
  /** The first wait is at most this, each later one at most twice the one before. */
  readonly baseMs: number;
  /** No wait is longer; a `Retry-After` beyond it ends the attempts. */
  readonly maximumMs: number;
}

export const DEFAULT_RETRY: RetryPolicy = { attempts: 6, baseMs: 200, maximumMs: 30_000 };

/** Statuses that say nothing against the request itself; it is safe to send it again with the same key. */
const RETRYABLE_CODES = new Set([429, 500, 502, 503, 504]);

/**
 * Runs the attempt until it succeeds, fails for good, or the policy's attempts are used up; then throws the last error.
 * Waits are random between nothing and the bound (full jitter), and never shorter than `Retry-After`.
 */
export async function retrying<T>(attempt: () => Promise<T>, policy: RetryPolicy, signal?: AbortSignal): Promise<T> {
  for (let made = 1; ; made += 1) {
    try {
      return await attempt();
    } catch (error) {
      signal?.throwIfAborted();
      const wait = waitAfter(error, made, policy);
      if (wait === undefined) throw error;
      await sleep(wait, undefined, signal ? { signal } : {});
    }
  }
}

/** Full jitter: clients that failed together do not come back together. */
export function jitter(failures: number, policy: Pick<RetryPolicy, 'baseMs' | 'maximumMs'>): number {
  return Math.random() * Math.min(policy.maximumMs, policy.baseMs * 2 ** Math.min(failures - 1, 30));
}

/** Whether the same request may be sent again: the service said so, or nobody answered. */
export function isTransient(error: unknown): boolean {
  if (error instanceof ApiError)
    return RETRYABLE_CODES.has(error.status) || error.code === 'idempotency_key_in_progress';
  return isNetworkError(error);
}

function waitAfter(error: unknown, made: number, policy: RetryPolicy): number | undefined {
  if (made >= policy.attempts || !isTransient(error)) return undefined;
  const least = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
  return least > policy.maximumMs ? undefined : Math.max(least, jitter(made, policy));
}

/**
 * `fetch` throws a TypeError whose cause is the socket's error, and a TimeoutError when our own patience ends. By name,
 * not by class: the platform's classes are others in another realm.
 */
function isNetworkError(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('name' in error)) return false;
  return error.name === 'TimeoutError' || (error.name === 'TypeError' && 'cause' in error && error.cause !== undefined);
}
