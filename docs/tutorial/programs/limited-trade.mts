import { isKnownError } from 'agent-trading-client';
import { agentId, ats, until } from './connect.mjs';

// An honest provider asks for 1,000 stamps.
const tradeProfile = `translation.${Date.now()}`;
await ats.sandbox.spawnCounterparty({ strategy: 'HONEST', side: 'PROVIDE', tradeProfile, seed: 281 });
const request = { agentId, tradeProfile, side: 'CONSUME', title: 'Five pages', priceStamps: 1000 } as const;
const { listingKey } = await ats.listings.publish(request);
const { proposals } = await ats.listings.match({ listingKey });
const [proposal] = proposals;
if (!proposal) throw new Error('no provider was found');
const { proposalKey } = proposal;

// The mandate does not allow this price.
try {
  await ats.acceptAndStart(proposalKey, { expectedRevisionNo: 1 });
} catch (error) {
  if (!isKnownError(error) || error.code !== 'mandate_exceeded') throw error;
  console.log(error.code, error.members.limit);
}

// It allows a counter of 400 stamps, and the provider accepts that.
const { terms } = proposal.currentRevision;
const steps = terms.steps.map((step) => ({ ...step, priceStamps: 400 }));
await ats.proposals.respond({ proposalKey, decision: 'COUNTER', expectedRevisionNo: 1, terms: { ...terms, steps } });
const { tradeKey } = await until(() => ats.acceptAndStart(proposalKey, { expectedRevisionNo: 2 }));

// Price, fee and bond are committed. After the settlement, the price and the fee remain as use.
console.log('committed', (await ats.agents.mandate({ agentKey: agentId }))?.usedStamps);
await until(async () => (await ats.trades.get({ tradeKey }))?.steps[0]?.contract);
await ats.trades.submitCheckpoint({ tradeKey, stepNo: 1, status: 'CONFIRMED' });
await until(() => ats.trades.settlement({ tradeKey }));
const mandate = await ats.agents.mandate({ agentKey: agentId });
console.log('used', mandate?.usedStamps, 'left', mandate?.headroomStamps);
