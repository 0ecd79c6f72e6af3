/** Polls what waits for the principals of a process's subscriptions. */
import type { Log } from '../../operations/ports';
import { attentionMarks } from '../../database/repositories/attention';
import { readChannels, type SubscriberAuthorization } from '../../database/events/feed';
import { isTransient } from '../../database/connection/transient';
import type { Database } from '../../database/transactions/database';

const POLL_MS = 1_000;
const MAX_WAITING_PER_READ = 200;

/** The result of one poll for one subscription. */
export interface AttentionPoll {
  /** Equal marks: nothing has changed. */
  readonly mark: string;
  /** Whether the caller may no longer read the principal. */
  readonly isLost: boolean;
}

interface WaitingSubscription {
  readonly authorization: SubscriberAuthorization;
  readonly resolve: (poll: AttentionPoll | undefined) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Reads once a second for all waiting subscriptions, with a number of statements that does not grow with them.
 *
 * Time alone changes what waits, so events cannot replace the poll.
 *
 * States: idle → polling → idle; stopped. The first waiting subscription starts the timer. The timer ends with the last.
 */
export class AttentionPoller {
  private readonly waiting = new Set<WaitingSubscription>();
  private timer: NodeJS.Timeout | undefined;
  private polling: Promise<void> | undefined;

  constructor(
    private readonly store: Database,
    private readonly log: Log,
    private readonly pollMs = POLL_MS,
  ) {}

  /** Resolves with the next poll, or with undefined when the signal aborts. */
  next(authorization: SubscriberAuthorization, signal: AbortSignal): Promise<AttentionPoll | undefined> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) {
        resolve(undefined);
        return;
      }
      const end = (): void => {
        this.waiting.delete(waiting);
        signal.removeEventListener('abort', abort);
      };
      const abort = (): void => waiting.resolve(undefined);
      const waiting: WaitingSubscription = {
        authorization,
        resolve: (poll) => {
          end();
          resolve(poll);
        },
        reject: (error) => {
          end();
          reject(error);
        },
      };
      signal.addEventListener('abort', abort);
      this.waiting.add(waiting);
      this.timer ??= setInterval(() => this.pollNow(), this.pollMs).unref();
    });
  }

  async stop(): Promise<void> {
    this.stopTimer();
    await this.polling;
  }

  private stopTimer(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private pollNow(): void {
    if (this.waiting.size === 0) this.stopTimer();
    else this.polling ??= this.poll().finally(() => (this.polling = undefined));
  }

  private async poll(): Promise<void> {
    const all = [...this.waiting];
    for (let from = 0; from < all.length; from += MAX_WAITING_PER_READ)
      await this.pollSome(all.slice(from, from + MAX_WAITING_PER_READ));
  }

  private async pollSome(waiting: readonly WaitingSubscription[]): Promise<void> {
    const { store, log } = this;
    try {
      const authorizations = waiting.map(({ authorization }) => authorization);
      const principalIds = [...new Set(authorizations.map(({ principalId }) => principalId))];
      const marks = await attentionMarks(store, principalIds, await store.now());
      const { lost } = await readChannels(store, [], authorizations, 1);
      for (const { authorization, resolve } of waiting) {
        resolve({ mark: marks.get(authorization.principalId) ?? '', isLost: lost.has(authorization) });
      }
    } catch (error) {
      // They wait for the next poll.
      if (isTransient(error)) log.warn({ err: error }, 'what waits could not be read; trying again');
      else for (const { reject } of waiting) reject(error instanceof Error ? error : new Error(String(error)));
    }
  }
}
