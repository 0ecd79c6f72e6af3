import { createParty, type Party } from '../../../test/support/actors';
import type { Caller } from './caller';
import { buy, type Pair } from './trade-scenarios';

/** Creates the principals that play the scenario. */

/** Creates two principals with tickets, and a funded wallet for the consumer's owner. */
export async function createFundedPair(
  caller: Caller,
  service: Parameters<typeof createParty>[0],
  name: string,
): Promise<Pair & { readonly provider: Party; readonly consumer: Party }> {
  const provider = await createParty(service, `${name}-provider`);
  const consumer = await createParty(service, `${name}-consumer`);
  for (const { principalKey, api } of [provider, consumer]) {
    await buy(caller, `${principalKey}-funds`, api, { pack: 'GROWTH' });
  }
  await buy(caller, `${consumer.principalKey}-wallet`, consumer.owner, { pack: 'GROWTH', to: 'WALLET' });
  return { name, provider, consumer };
}
