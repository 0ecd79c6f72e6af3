import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { Refusal } from '../../domain/errors/errors';

/** Budgets of requests (contract §8; docs/decisions: rate limits). All of them are this process's own. */

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

  count(key: string): BudgetUse {
    const now = this.nowMs();
    let window = this.windows.get(key);
    if (!window || now - window.startedAt >= WINDOW_SECONDS * 1000) {
      window = { startedAt: now, used: 0 };
      this.windows.set(key, window, { size: 1 });
    }
    window.used += 1;
    const resetSeconds = Math.max(1, Math.ceil((window.startedAt + WINDOW_SECONDS * 1000 - now) / 1000));
    return { used: window.used, resetSeconds };
  }
}

/** The headers of the IETF draft (draft-ietf-httpapi-ratelimit-headers). */
function headersOf(name: string, limit: number, { used, resetSeconds }: BudgetUse, policies = [name]) {
  return {
    'ratelimit-policy': policies.map((one) => `"${one}";q=${String(limit)};w=${String(WINDOW_SECONDS)}`).join(', '),
    ratelimit: `"${name}";r=${String(Math.max(0, limit - used))};t=${String(resetSeconds)}`,
  };
}

/** 429, with the headers that say when to come back. */
export class RateLimited extends Refusal {
  constructor(
    limit: 'read' | 'write' | 'failed_signatures' | 'sign_ins' | 'sockets',
    readonly headers: Record<string, string>,
    detail?: string,
  ) {
    super('rate_limited', detail, { limit });
  }
}

/**
 * Requests a minute of each principal (its agents), human (the console) or platform credential: a budget for reads and
 * one as large for writes, so that an eager reader cannot keep itself from acting, nor the other way round.
 */
export class RateLimit {
  private readonly windows: FixedWindowCounter;

  constructor(
    private readonly perMinute: number,
    nowMs: () => number,
  ) {
    this.windows = new FixedWindowCounter(nowMs);
  }

  /** Counts a request; answers the headers that tell what is left. @throws RateLimited */
  consume(payer: RateLimitSubject, budget: 'read' | 'write'): Record<string, string> {
    const counted = this.windows.count(`${budget}\n${accountOf(payer)}`);
    const headers = headersOf(budget, this.perMinute, counted, ['read', 'write']);
    if (counted.used > this.perMinute) {
      throw new RateLimited(budget, { ...headers, 'retry-after': String(counted.resetSeconds) });
    }
    return headers;
  }
}

/** Whoever a request is counted to: a proved sender, or the caller it turned out to be. */
interface RateLimitSubject {
  readonly credentialId: string;
  readonly principalId?: string | undefined;
  readonly human?: { readonly provider: string; readonly subject: string } | undefined;
}

function accountOf({ principalId, human, credentialId }: RateLimitSubject): string {
  return principalId ?? (human ? `${human.provider}\n${human.subject}` : credentialId);
}

/** Where strangers are counted: of the requests a minute a tenth, and no fewer than this where that is little. */
const MIN_UNAUTHENTICATED_PER_MINUTE = 10;

/** A budget of those nobody has proved anything about yet, by whatever tells them apart. */
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
 * Signatures that do not fit, by the key they name and the address they come from. Who signs well is never counted nor
 * refused, so nobody can use up a key for its owner, not even from the owner's own address (one proxy, many clients).
 */
export class FailedSignatures {
  private readonly strangers: UnauthenticatedLimit;

  constructor(requestsPerMinute: number, nowMs: () => number) {
    this.strangers = new UnauthenticatedLimit('failed_signatures', requestsPerMinute, nowMs);
  }

  /** Counts a failure. @throws RateLimited, instead of the 401 it would have been */
  count(keyId: string, address: string): void {
    // Of one length, whatever a stranger calls a key: the bound on windows is a bound on memory.
    this.strangers.consume(createHash('sha256').update(`${address}\n${keyId}`).digest('base64'));
  }
}

/** What is asked at the doors where humans sign in, by the peer's address: each costs a row and a call to the provider. */
export class SignInLimit {
  private readonly strangers: UnauthenticatedLimit;

  constructor(requestsPerMinute: number, nowMs: () => number) {
    this.strangers = new UnauthenticatedLimit('sign_ins', requestsPerMinute, nowMs);
  }

  /** Counts a request. @throws RateLimited */
  count(address: string): void {
    this.strangers.consume(address);
  }
}
