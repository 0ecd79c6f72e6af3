import { openSecrets } from '../../../src/adapters/secrets';
import { Connection, type Databases } from '../database';
import { openMutate } from '../http';
import { seedDeals, seedParties } from '../market';
import { confirm, delivered } from '../ours';
import type { Sink } from './processes';
import { tellOfEnds } from './seed';

/**
 * Milliseconds from the sending of a checkpoint that ends its trade to the webhook that says so, one trade at a time, on a
 * server that has nothing else to do: the mutation, the worker's settlement, the relay's number and the delivery.
 */
export async function measureTradeEnds(databases: Databases, base: string, sink: Sink, trades: number): Promise<number[]> {
  const { secrets } = openSecrets({ keys: undefined, dataDir: databases.dataDir, production: false });
  const db = await Connection.open(databases.ours);
  const caller = openMutate(base, 1);
  try {
    const parties = await seedParties(db, secrets, 2);
    // One of the two is told: a webhook a trade.
    await tellOfEnds(db, secrets, parties[0]?.agentId ?? '', sink.url);
    const took: number[] = [];
    for (const deal of await seedDeals(db, parties, trades)) {
      const tradeKey = await delivered(caller.mutate, deal, (_, call) => call());
      const from = sink.received;
      const begun = performance.timeOrigin + performance.now();
      await confirm(caller.mutate, deal, tradeKey);
      took.push((await sink.reached(from + 1)) - begun);
    }
    return took;
  } finally {
    caller.close();
    await db.close();
  }
}
