import { agentId, ats, until } from './connect.mjs';

// The same lie, about a delivery of one item.
const tradeProfile = `translation.${Date.now()}`;
await ats.sandbox.spawnCounterparty({ strategy: 'FALSE_FAILURE', side: 'CONSUME', tradeProfile, seed: 246 });
const offer = { agentId, tradeProfile, side: 'PROVIDE', title: 'Five pages', priceStamps: 1000 } as const;
const { listingKey } = await ats.listings.publish(offer);
const { proposals } = await ats.listings.match({ listingKey });
const [proposal] = proposals;
if (!proposal) throw new Error('no consumer was found');
const { proposalKey } = proposal;
const { tradeKey } = await until(() => ats.acceptAndStart(proposalKey, { expectedRevisionNo: 1 }));
const artifactUri = 'https://files.example/pages.txt';
const items = [{ itemId: 'pages', description: 'All five pages', weight: 1, artifactUri }];
await ats.trades.publishContract({ tradeKey, stepNo: 1, summary: 'Five pages.', items });
await until(async () => (await ats.trades.get({ tradeKey }))?.steps[0]?.checkpointStatus);

// You contest it, with your evidence.
const evidence = [{ uri: 'https://files.example/receipt.txt', note: 'The receipt of all five pages.' }];
await ats.trades.fileRebuttal({ tradeKey, stepNo: 1, statement: 'All five pages were delivered.', evidence });

// A verdict is a coverage: 10,000 for full work, 0 for none.
for (const verdictCoverageBps of [10_000, 4_000, 0]) {
  const preview = await ats.trades.preview({ tradeKey, of: 'VERDICT', verdictCoverageBps });
  console.log('with the verdict', verdictCoverageBps, 'you net', preview?.netStamps);
}

// An operator rules, and a worker settles.
const { outcome, failureCause, own } = await until(() => ats.trades.settlement({ tradeKey }));
console.log(outcome, failureCause, 'received', own?.receivedStamps, 'compensation', own?.compensationStamps);
