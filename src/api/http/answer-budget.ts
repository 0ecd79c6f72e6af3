import type { Caller } from '../../domain/sessions/caller';
import { LRUCache } from 'lru-cache';
import { Refusal } from '../../domain/errors/errors';
import { NO_CALLS } from '../../domain/errors/request';
import { quotaNames } from '../../domain/parties/quotas';

/** The bytes of the stored answers of one idempotency scope: a principal or a human. */
interface AnswerUse {
  /** Stored sums of the last 72 hours, as of the last flush. */
  totalBytes: number;
  /** Charged since the last flush. */
  pendingBytes: number;
  maximumBytes: number;
}

export interface AnswerCharge {
  /** An idempotency scope, such as `prn:…`. */
  readonly scope: string;
  readonly bytes: number;
}

/** A stored sum. The maximum is null for an idempotency scope without an economic anchor. */
export interface AnswerTotal extends AnswerCharge {
  readonly maximum: number | null;
}

const MAX_IDEMPOTENCY_SCOPES = 100_000;
// Columns, index entries and headers of the row.
const ROW_BYTES = 512;
const RETRY_AFTER_SECONDS = 3600;
const FLUSH_INTERVAL_MS = 5_000;

/**
 * Mutations of proposals and trades. A match run limits their number, and a refusal could make a party miss a deadline.
 * So their answers are not charged, and no quota refuses them.
 */
const TRADE_MUTATIONS: ReadonlySet<string> = new Set([
  'respondToProposal',
  'createTrade',
  'activateTrade',
  'withdrawFromTrade',
  'publishDeliveryContract',
  'submitCheckpoint',
  'fileRebuttal',
]);

/** Whether the answer of a mutation counts for the quota of stored answers. */
export function isCharged(
  caller: Pick<Caller, 'kind'>,
  fields: readonly { readonly name: { readonly value: string } }[],
): boolean {
  return caller.kind !== 'operator' && fields.some(({ name }) => !TRADE_MUTATIONS.has(name.value));
}

/** Adds charges to the stored sums, and returns the sums of the last 72 hours. */
export type SaveCharges = (charges: readonly AnswerCharge[]) => Promise<readonly AnswerTotal[]>;

/**
 * Limits the stored answers of each idempotency scope (docs/operations/quotas.md).
 *
 * A counter row would be a lock that all mutations of a principal wait for. So each process counts in memory. A call at
 * least 5 s after the last flush saves the counts, and no request waits for it. A principal can exceed the limit by what
 * it sends in between.
 */
export class AnswerBudget {
  // Bounded by `maxSize`: with `max` the library allocates 3 MB at once.
  private readonly uses = new LRUCache<string, AnswerUse>({ maxSize: MAX_IDEMPOTENCY_SCOPES });
  /** Uses that the next flush saves or reads again. So a flush visits no idle scope. */
  private readonly due = new Map<string, AnswerUse>();
  private flushing: Promise<void> | undefined;
  private flushedAt = -Infinity;

  /** @param maximumBytes the limit of humans, and of principals until the first flush */
  constructor(
    private readonly maximumBytes: number,
    private readonly save: SaveCharges,
    private readonly onError: (error: unknown) => void,
    private readonly nowMs = () => performance.now(),
  ) {}

  charge(scope: string, bodyBytes: number): void {
    let use = this.uses.get(scope);
    if (!use) {
      use = { totalBytes: 0, pendingBytes: 0, maximumBytes: this.maximumBytes };
      this.uses.set(scope, use, { size: 1 });
    }
    use.pendingBytes += bodyBytes + ROW_BYTES;
    this.due.set(scope, use);
    this.flushIfDue();
  }

  isExceeded(scope: string): boolean {
    const use = this.uses.get(scope);
    if (use === undefined || !isOver(use)) return false;
    // Hours pass and operators raise limits, so the sum is read again.
    this.due.set(scope, use);
    this.flushIfDue();
    return true;
  }

  /** Call it for a free mutation without a stored answer. @throws Refusal 429 `rate_limited` */
  assertWithin(scope: string): void {
    if (!this.isExceeded(scope)) return;
    const maximum = this.uses.get(scope)?.maximumBytes ?? this.maximumBytes;
    const limit = quotaNames.keptAnswerBytes;
    throw new Refusal(
      'rate_limited',
      `Your answers of the last 72 hours take ${String(maximum)} bytes or more (${limit}). Select fewer fields in mutations, or ask an operator to raise the limit.`,
      { limit, maximum, retry_after_seconds: RETRY_AFTER_SECONDS },
      maximum === 0 ? NO_CALLS : undefined,
    );
  }

  private flushIfDue(): void {
    const now = this.nowMs();
    if (this.flushing || now - this.flushedAt < FLUSH_INTERVAL_MS) return;
    this.flushedAt = now;
    this.flushing = this.flush()
      .catch(this.onError)
      .finally(() => (this.flushing = undefined));
  }

  /** If `save` fails, the charges stay pending for the next flush. */
  private async flush(): Promise<void> {
    const uses = new Map(this.due);
    this.due.clear();
    const charges = Array.from(uses, ([scope, { pendingBytes: bytes }]) => ({ scope, bytes }));
    const totals = await this.save(charges).catch((error: unknown) => {
      for (const [scope, use] of uses) this.due.set(scope, use);
      throw error;
    });
    for (const { scope, bytes } of charges) {
      const use = uses.get(scope);
      if (use) use.pendingBytes -= bytes;
    }
    for (const { scope, bytes, maximum } of totals) {
      const use = uses.get(scope);
      if (use) Object.assign(use, { totalBytes: bytes, maximumBytes: maximum ?? this.maximumBytes });
    }
  }
}

function isOver({ totalBytes, pendingBytes, maximumBytes }: AnswerUse): boolean {
  return totalBytes + pendingBytes >= maximumBytes;
}
