import { createHash } from 'node:crypto';
import type { Credential } from '../../client';
import { canonicalJson } from '../../domain/canonical';
import { checkProfile } from '../../domain/market/listing-input';
import { Validator } from '../../domain/validator';
import type { MutationContext, Services } from '../../operations/context';
import type { Counterparty, SpawnCounterpartyInput } from '../../operations/sandbox';
import type { Log } from '../../operations/ports';
import type { Task } from '../../workers/runner';
import { Actor } from './actor';
import { createParty } from './party';
import { conductOf } from './strategies';

const POLL_INTERVAL_MS = 400;

/** The counterparties of this process. They live until the process stops. */
export class Counterparties {
  private readonly actors = new Map<string, Actor>();
  private acting: Promise<number> | undefined;
  /** Aborts when the task stops: the service then answers no call, so a repeated one would delay its end. */
  private signal = new AbortController().signal;

  /** @param credential returns the credential of a console, which provisions the principals */
  constructor(private readonly credential: (services: Services) => Promise<Credential>) {}

  private log: Pick<Log, 'info' | 'warn'> = { info: () => undefined, warn: () => undefined };

  /**
   * Creates a counterparty over the public API. A repeated request finds its first counterparties, and so does a second
   * mutation of one request with the same input.
   */
  async spawn({ services, requestKey }: MutationContext, input: SpawnCounterpartyInput): Promise<Counterparty> {
    const conduct = conductOf(input.strategy, input.side);
    const check = new Validator();
    checkProfile(check, '/trade_profile', input.tradeProfile);
    check.done();
    const digest = createHash('sha256').update(canonicalJson({ requestKey, input })).digest('hex');
    const name = `counterparty-${digest.slice(0, 32)}`;
    const founding = { url: services.publicUrl(), console: await this.credential(services), name };
    const party = await createParty(input, founding);
    if (!this.actors.has(name)) this.actors.set(name, new Actor(party, conduct, input.seed, this.noteRefusal(name)));
    const { principalKey, agentKey, listingKey, priceStamps } = party;
    return { ...input, principalKey, agentKey, listingKey, priceStamps };
  }

  private noteRefusal(counterparty: string) {
    return (operation: string, error: Error): void =>
      this.log.info({ err: error, counterparty, operation }, 'an act of a counterparty was refused');
  }

  /** Lets every counterparty act until none has anything to do. One caller at a time. */
  async settle(): Promise<void> {
    // A look that has begun may have read what was there before the last act of the caller.
    await this.acting;
    while ((await this.actOnce()) > 0);
  }

  /** The acts of all counterparties, in the order of their creation. Concurrent calls share one look. */
  private actOnce(): Promise<number> {
    this.acting ??= this.actAll().finally(() => (this.acting = undefined));
    return this.acting;
  }

  private async actAll(): Promise<number> {
    let count = 0;
    const { signal } = this;
    for (const [name, actor] of this.actors) {
      if (signal.aborted) break;
      // A counterparty that cannot act now holds up neither the others nor the clock.
      count += await actor.act(signal).catch((error: unknown) => {
        if (!signal.aborted)
          this.log.warn({ err: error, counterparty: name }, 'a counterparty could not act and will try again');
        return 0;
      });
    }
    return count;
  }

  task({ log }: Pick<Services, 'log'>): Task {
    this.log = log;
    return {
      name: 'sandbox-counterparties',
      pollIntervalMs: POLL_INTERVAL_MS,
      run: async (signal) => {
        if (signal) this.signal = signal;
        return (await this.actOnce()) > 0;
      },
    };
  }
}
