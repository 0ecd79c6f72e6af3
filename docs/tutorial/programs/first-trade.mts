import { agentId, ats, until } from './connect.mjs';

// An honest provider asks for 500 stamps. The trade profile is new, so no other listing matches.
const tradeProfile = `translation.${Date.now()}`;
await ats.sandbox.spawnCounterparty({ strategy: 'HONEST', side: 'PROVIDE', tradeProfile, seed: 122 });

// You seek this work. A match run finds the provider and makes a proposal.
const request = { agentId, tradeProfile, side: 'CONSUME', title: 'Five pages', priceStamps: 500 } as const;
const { listingKey } = await ats.listings.publish(request);
const { proposals } = await ats.listings.match({ listingKey });
const [proposal] = proposals;
if (!proposal) throw new Error('no provider was found');

// Both sides accept. Then the trade starts: bonds are reserved, and the price goes into escrow.
const { proposalKey } = proposal;
const { tradeKey } = await until(() => ats.acceptAndStart(proposalKey, { expectedRevisionNo: 1 }));
console.log('the trade has started');

// The provider delivers. You check the items and confirm.
const contract = await until(async () => (await ats.trades.get({ tradeKey }))?.steps[0]?.contract);
console.log(`${contract.items.length} items are delivered`);
await ats.trades.submitCheckpoint({ tradeKey, stepNo: 1, status: 'CONFIRMED' });

// A worker settles the trade.
const { outcome, own } = await until(() => ats.trades.settlement({ tradeKey }));
console.log(outcome, 'paid', own?.paidStamps, 'fee', own?.feesStamps, 'bond returned', own?.bondReleasedStamps);
