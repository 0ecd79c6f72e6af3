import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { Refusal } from '../../domain/errors/errors';
import { budgetOfAddress } from './client-address';

// Every process counts for itself (docs/decisions/0013-rate-limits.md).
const WINDOW_SECONDS = 60;
const MAX_WINDOWS = 100_000;

interface Window {
  readonly startedAt: number;
  used: number;
}

interface BudgetUse {
  readonly used: number;
  readonly resetSeconds: number;
}

/** Counts requests by key, in windows of a minute that start with the first request. */
class FixedWindowCounter {
  // Bounded by `maxSize`: with `max` the library allocates 3 MB at once.
  private readonly windows = new LRUCache<string, Window>({ maxSize: MAX_WINDOWS });

  constructor(private readonly nowMs: () => number) {}

  count(key: string, units = 1): BudgetUse {
    let window = this.current(key);
    if (!window) {
      window = { startedAt: this.nowMs(), used: 0 };
      this.windows.set(key, window, { size: 1 });
    }
    window.used += units;
    return this.useOf(window);
  }

  /** Returns the use without counting. */
  peek(key: string): BudgetUse {
    return this.useOf(this.current(key) ?? { startedAt: this.nowMs(), used: 0 });
  }

  private current(key: string): Window | undefined {
    const window = this.windows.get(key);
    return window && this.nowMs() - window.startedAt < WINDOW_SECONDS * 1000 ? window : undefined;
  }

  private useOf({ used, startedAt }: Window): BudgetUse {
    const resetSeconds = Math.max(1, Math.ceil((startedAt + WINDOW_SECONDS * 1000 - this.nowMs()) / 1000));
    return { used, resetSeconds };
  }
}

/** Formats the headers of draft-ietf-httpapi-ratelimit-headers. */
function headersOf(name: string, limit: number, { used, resetSeconds }: BudgetUse, policies = [name]) {
  return {
    'ratelimit-policy': policies
      .map((policy) => `"${policy}";q=${String(limit)};w=${String(WINDOW_SECONDS)}`)
      .join(', '),
    ratelimit: `"${name}";r=${String(Math.max(0, limit - used))};t=${String(resetSeconds)}`,
  };
}

/**
 * Limits of this process that are answered with 429. All but the budgets of a minute count what is open or running now.
 *
 * Daily quotas and the quota of stored answers are also 429. They are a `Refusal` with a name of `quotaNames`.
 */
export type RateLimitName =
  | 'read'
  | 'write'
  | 'failed_signatures'
  | 'sign_ins'
  | 'sockets'
  | 'unacknowledged_sockets'
  | 'connections'
  | 'body_bytes'
  | 'unread_answers'
  | 'concurrent_reads'
  | 'concurrent_writes'
  | 'large_answers';

/** A 429 with the headers that say when to retry. */
export class RateLimited extends Refusal {
  constructor(
    limit: RateLimitName,
    readonly headers: Record<string, string>,
    detail?: string,
  ) {
    super('rate_limited', detail, { limit });
  }
}

/**
 * Limits the requests per minute of a principal, human or platform credential.
 * Reads and writes have budgets of equal size, so that many reads do not prevent a write.
 */
export class RateLimit {
  private readonly windows: FixedWindowCounter;

  constructor(
    private readonly perMinute: number,
    nowMs: () => number,
  ) {
    this.windows = new FixedWindowCounter(nowMs);
  }

  /** Refuses a request before it is parsed, if neither budget has a unit. @throws RateLimited */
  assertBudget(subject: RateLimitSubject): void {
    const key = budgetKeyOf(subject);
    const [read, write] = [this.windows.peek(`read\n${key}`), this.windows.peek(`write\n${key}`)];
    if (read.used < this.perMinute || write.used < this.perMinute) return;
    const headers = headersOf('read', this.perMinute, read, ['read', 'write']);
    throw new RateLimited('read', { ...headers, 'retry-after': String(read.resetSeconds) });
  }

  /** Counts a request and returns the headers with the remaining budget. @throws RateLimited */
  consume(subject: RateLimitSubject, budget: 'read' | 'write'): Record<string, string> {
    const counted = this.windows.count(`${budget}\n${budgetKeyOf(subject)}`);
    const headers = headersOf(budget, this.perMinute, counted, ['read', 'write']);
    if (counted.used > this.perMinute) {
      throw new RateLimited(budget, { ...headers, 'retry-after': String(counted.resetSeconds) });
    }
    return headers;
  }

  /** Charges the work of a request that was answered. Only later requests are refused. Returns the headers. */
  charge(subject: RateLimitSubject, budget: 'read' | 'write', units: number): Record<string, string> {
    const counted = this.windows.count(`${budget}\n${budgetKeyOf(subject)}`, units);
    return headersOf(budget, this.perMinute, counted, ['read', 'write']);
  }
}

/** The owner of a budget: a verified credential or a caller. */
export interface RateLimitSubject {
  readonly credentialId: string;
  readonly principalId?: string | undefined;
  readonly human?: { readonly provider: string; readonly subject: string } | undefined;
}

/** Returns the key of the principal, the human or the platform credential that owns a budget. */
export function budgetKeyOf({ principalId, human, credentialId }: RateLimitSubject): string {
  return principalId ?? (human ? `${human.provider}\n${human.subject}` : credentialId);
}

/** The limit without authentication is a tenth of the normal limit, but at least this. */
const MIN_UNAUTHENTICATED_PER_MINUTE = 10;

/** Limits requests without authentication, by a key such as the address. */
class UnauthenticatedLimit {
  private readonly windows: FixedWindowCounter;
  private readonly perMinute: number;

  constructor(
    private readonly name: 'failed_signatures' | 'sign_ins',
    requestsPerMinute: number,
    nowMs: () => number,
  ) {
    this.perMinute = Math.min(
      requestsPerMinute,
      Math.max(MIN_UNAUTHENTICATED_PER_MINUTE, Math.floor(requestsPerMinute / 10)),
    );
    this.windows = new FixedWindowCounter(nowMs);
  }

  /** @throws RateLimited */
  consume(key: string): void {
    const counted = this.windows.count(key);
    if (counted.used <= this.perMinute) return;
    const headers = headersOf(this.name, this.perMinute, counted);
    throw new RateLimited(this.name, { ...headers, 'retry-after': String(counted.resetSeconds) });
  }
}

/**
 * Limits failed signatures by API key and address.
 * Valid signatures are neither counted nor refused. So an attacker cannot block the owner of a key, not even from the
 * same address (many clients behind one proxy).
 */
export class FailedSignatures {
  private readonly unauthenticated: UnauthenticatedLimit;

  constructor(requestsPerMinute: number, nowMs: () => number) {
    this.unauthenticated = new UnauthenticatedLimit('failed_signatures', requestsPerMinute, nowMs);
  }

  /** Counts a failure. @throws RateLimited instead of the 401 */
  count(keyId: string, address: string): void {
    this.unauthenticated.consume(digest(`${budgetOfAddress(address)}\n${keyId}`));
  }
}

/**
 * Limits sign-in requests by address, because each costs a row and a call to the provider.
 * Requests with a refresh token are limited by this token and by its session. So humans who share an address cannot lock
 * each other out.
 */
export class SignInLimit {
  private readonly unauthenticated: UnauthenticatedLimit;

  constructor(requestsPerMinute: number, nowMs: () => number) {
    this.unauthenticated = new UnauthenticatedLimit('sign_ins', requestsPerMinute, nowMs);
  }

  /** Counts the start or the end of a sign-in. @throws RateLimited */
  count(address: string): void {
    this.unauthenticated.consume(budgetOfAddress(address));
  }

  /** Counts an unsigned request to the authorization server, apart from sign-ins. @throws RateLimited */
  countAuthorization(address: string): void {
    this.unauthenticated.consume(`authorization\n${budgetOfAddress(address)}`);
  }

  /** Counts a request with a refresh token. @throws RateLimited */
  countToken(token: string): void {
    this.unauthenticated.consume(digest(`token\n${token}`));
  }

  /** Counts a refresh of a session. Each refresh has another token, so the count by token does not limit them. @throws RateLimited */
  countSession(sessionId: string): void {
    this.unauthenticated.consume(`session\n${sessionId}`);
  }

  /**
   * Counts a token that no session has, by address. Valid tokens are neither counted nor refused here.
   * @throws RateLimited
   */
  countUnknownToken(address: string): void {
    this.unauthenticated.consume(`unknown token\n${budgetOfAddress(address)}`);
  }
}

/** A hash has a fixed length, so the maximum of windows also limits the memory. */
function digest(key: string): string {
  return createHash('sha256').update(key).digest('base64');
}
