import { agentId, ats, until } from './connect.mjs';

// This consumer pays 1,000 stamps. It will say that the work failed, although it did not.
const tradeProfile = `translation.${Date.now()}`;
await ats.sandbox.spawnCounterparty({ strategy: 'FALSE_FAILURE', side: 'CONSUME', tradeProfile, seed: 246 });

// You offer the work for the same price, and the trade starts.
const offer = { agentId, tradeProfile, side: 'PROVIDE', title: 'Five pages', priceStamps: 1000 } as const;
const { listingKey } = await ats.listings.publish(offer);
const { proposals } = await ats.listings.match({ listingKey });
const [proposal] = proposals;
if (!proposal) throw new Error('no consumer was found');
const { proposalKey } = proposal;
const { tradeKey } = await until(() => ats.acceptAndStart(proposalKey, { expectedRevisionNo: 1 }));

// You deliver all five pages.
const items = [1, 2, 3, 4, 5].map((page) => ({
  itemId: `page-${page}`,
  description: `Page ${page}`,
  weight: 1,
  artifactUri: `https://files.example/page-${page}.txt`,
}));
await ats.trades.publishContract({ tradeKey, stepNo: 1, summary: 'Five pages.', items });
const status = await until(async () => (await ats.trades.get({ tradeKey }))?.steps[0]?.checkpointStatus);
console.log(`the consumer says ${status}`);

// You contest that, before the deadline of the step. Now it is a dispute.
const evidence = [{ uri: 'https://files.example/receipt.txt', note: 'The receipt of all five pages.' }];
await ats.trades.fileRebuttal({ tradeKey, stepNo: 1, statement: 'All five pages were delivered.', evidence });

// Each end has a preview.
const unruled = await ats.trades.preview({ tradeKey, of: 'LAPSE' });
const ruled = await ats.trades.preview({ tradeKey, of: 'VERDICT', verdictCoverageBps: 10_000 });
console.log('without a ruling you net', unruled?.netStamps);
console.log('with a ruling for you, you net', ruled?.netStamps);

// No operator rules within 14 days.
await ats.sandbox.advanceClock({ seconds: 15 * 86_400 });
const { outcome, failureCause, own } = await until(() => ats.trades.settlement({ tradeKey }));
console.log(outcome, failureCause, 'received', own?.receivedStamps, 'burnt', own?.burntStamps);
