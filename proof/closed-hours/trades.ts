import { setTimeout as pause } from 'node:timers/promises';
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

/** Trades of other parties, one after the other, until it is stopped. Calls that fail during an outage do not matter. */
export class Load {
  private isRunning = true;
  done = 0;
  private readonly ended: Promise<void>;

  constructor(pairs: readonly { readonly provider: Party; readonly consumer: Party }[]) {
    this.ended = Promise.all(pairs.map(({ provider, consumer }) => this.trade(provider, consumer))).then(
      () => undefined,
    );
  }

  private async trade(provider: Party, consumer: Party): Promise<void> {
    while (this.isRunning) {
      try {
        const trade = await startTrade(provider, consumer, { price: PRICE });
        await activate(trade);
        await publishContract(trade);
        await checkpoint(trade);
        this.done += 1;
      } catch {
        await pause(200);
      }
    }
  }

  async stop(): Promise<void> {
    this.isRunning = false;
    await this.ended;
  }
}
