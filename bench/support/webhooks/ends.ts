import { openSecrets } from '../../../src/adapters/secrets';
import { Connection, type Databases } from '../database';
import { openMutate } from '../http';
import { seedDeals, seedParties } from '../market';
import { confirm, delivered } from '../ours';
import type { Sink } from './processes';
import { addTradeEndpoint } from './seed';

/**
 * Milliseconds from sending the checkpoint that ends a trade to the webhook about it. One trade at a time on an idle
 * server. The time covers the mutation, the worker's settlement, the relay's number and the delivery.
 */
export async function measureTradeEnds(
  databases: Databases,
  base: string,
  sink: Sink,
  trades: number,
): Promise<number[]> {
  const { secrets } = openSecrets({ keys: undefined, dataDir: databases.dataDir, production: false });
  const db = await Connection.open(databases.ours);
  const caller = openMutate(base, 1);
  try {
    const parties = await seedParties(db, secrets, 2);
    // Only one party has an endpoint: one webhook per trade.
    await addTradeEndpoint(db, secrets, parties[0]?.agentId ?? '', sink.url);
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
