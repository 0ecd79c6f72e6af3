import type { Caller } from '../domain/caller';
import { Refusal } from '../domain/errors';

const WINDOW_SECONDS = 60;
// More callers than this in one minute: the oldest windows are forgotten rather than memory grown without bound.
const MAX_WINDOWS = 100_000;

interface Window {
  readonly startedAt: number;
  used: number;
}

/** Requests a minute for each principal, human or platform credential (contract §8, ATS_RATE_LIMIT_PER_MINUTE). */
export class RateLimit {
  private readonly windows = new Map<string, Window>();

  constructor(
    private readonly perMinute: number,
    private readonly nowMs: () => number,
  ) {}

  /** Counts a request; answers the headers of the IETF draft. @throws Refusal 429 with `retryAfter` in its headers */
  take(caller: Caller): Record<string, string> {
    const key = budgetOf(caller);
    const now = this.nowMs();
    let window = this.windows.get(key);
    if (!window || now - window.startedAt >= WINDOW_SECONDS * 1000) {
      this.windows.delete(key);
      window = { startedAt: now, used: 0 };
      this.windows.set(key, window);
      this.forget();
    }
    window.used += 1;
    const resetSeconds = Math.max(1, Math.ceil((window.startedAt + WINDOW_SECONDS * 1000 - now) / 1000));
    const headers = {
      'ratelimit-policy': `"default";q=${String(this.perMinute)};w=${String(WINDOW_SECONDS)}`,
      ratelimit: `"default";r=${String(Math.max(0, this.perMinute - window.used))};t=${String(resetSeconds)}`,
    };
    if (window.used > this.perMinute) throw new RateLimited({ ...headers, 'retry-after': String(resetSeconds) });
    return headers;
  }

  private forget(): void {
    const oldest = this.windows.size > MAX_WINDOWS ? this.windows.keys().next().value : undefined;
    if (oldest !== undefined) this.windows.delete(oldest);
  }
}

/** 429, with the headers that say when to come back. */
export class RateLimited extends Refusal {
  constructor(readonly headers: Record<string, string>) {
    super('rate_limited');
  }
}

function budgetOf(caller: Caller): string {
  switch (caller.kind) {
    case 'agent':
      return caller.principalId;
    case 'console':
      return caller.human ? `${caller.human.provider}\n${caller.human.subject}` : caller.credentialId;
    case 'operator':
      return caller.credentialId;
  }
}
