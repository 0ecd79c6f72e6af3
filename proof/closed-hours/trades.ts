import { setTimeout as pause } from 'node:timers/promises';
import { ApiError, type Client as ApiClient, createClient } from '../../src/client';
import {
  activate,
  checkpoint,
  buyTickets,
  createParty,
  type Party,
  propose,
  publishContract,
  startTrade,
  type StartedTrade,
} from '../../test/support/actors';
import type { Deployment } from './deployment';

/** Trades that wait for each kind of deadline while the service is closed, and a load beside them. */

export interface WaitingTrades {
  /** Waits for its activation: the idle deadline. */
  readonly idle: StartedTrade;
  /** Activated: the deadline of the contract. */
  readonly active: StartedTrade;
  /** With a contract: the deadline of the checkpoint. */
  readonly delivered: StartedTrade;
}

export async function fundedPair(deployment: Deployment, name: string): Promise<{ provider: Party; consumer: Party }> {
  const [provider, consumer] = await Promise.all(
    ['provider', 'consumer'].map((role) => createParty(deployment, `${name}-${role}`)),
  );
  if (provider === undefined || consumer === undefined) throw new Error('two parties are created');
  for (const party of [provider, consumer]) await buyTickets(party, 'GROWTH');
  return { provider, consumer };
}

export async function waitingTrades(provider: Party, consumer: Party): Promise<WaitingTrades> {
  const idle = await startTrade(provider, consumer);
  const active = await startTrade(provider, consumer);
  await activate(active);
  const delivered = await startTrade(provider, consumer);
  await activate(delivered);
  await publishContract(delivered);
  // An open proposal waits too.
  await propose(provider, consumer);
  return { idle, active, delivered };
}

/** Ends each trade as its parties would without the outage. */
export async function finish({ idle, active, delivered }: WaitingTrades): Promise<void> {
  await checkpoint(delivered);
  await publishContract(active);
  await checkpoint(active);
  await activate(idle);
  await publishContract(idle);
  await checkpoint(idle);
}

/** A small price, so that the tickets of a pair last. */
const PRICE = 10;

/** Enough attempts for each outage, and pauses well below the windows. */
const RETRY = { attempts: 1_000, baseMs: 200, maximumMs: 10_000 };

const isFull = (error: unknown): boolean => error instanceof ApiError && error.members['limit'] === 'max_open_trades';

/**
 * Trades of other parties, one after the other, until it is stopped. A call is repeated until the service answers it. So each
 * deadline is kept after an outage, and a fault in one of these trades is a fault of the service.
 */
export class Load {
  private readonly stopping = new AbortController();
  done = 0;
  /** Why a trade did not end. */
  readonly errors: unknown[] = [];
  private readonly ended: Promise<unknown>;

  constructor(url: string, pairs: readonly { readonly provider: Party; readonly consumer: Party }[]) {
    this.ended = Promise.all(
      pairs.map(({ provider, consumer }) => this.trade(this.retrying(url, provider), this.retrying(url, consumer))),
    );
  }

  private retrying(url: string, party: Party): Party {
    const { signal } = this.stopping;
    const api = createClient({ url, credential: party.credential, agentId: party.agentId, retry: RETRY });
    const mutate = ((document: string, variables: Record<string, unknown>, options: object) =>
      api.mutate(document, variables, { ...options, signal })) as ApiClient['mutate'];
    return { ...party, api: { ...api, mutate } };
  }

  private async trade(provider: Party, consumer: Party): Promise<void> {
    while (!this.stopping.signal.aborted) {
      try {
        const trade = await startTrade(provider, consumer, { price: PRICE });
        await activate(trade);
        await publishContract(trade);
        await checkpoint(trade);
        this.done += 1;
      } catch (error) {
        // After an outage the worker can begin to settle later than the load goes on.
        if (!isFull(error)) this.errors.push(error);
        await pause(200);
      }
    }
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.ended;
  }
}
