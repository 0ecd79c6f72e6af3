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

/** Accepts, and returns the key of the approval that this needs. */
async function askOwner(): Promise<string> {
  try {
    await ats.acceptAndStart(proposalKey, { expectedRevisionNo: 1 });
  } catch (error) {
    if (!isKnownError(error) || error.code !== 'approval_required') throw error;
    console.log(error.code, error.members.committedStamps);
    return String(error.members.approvalKey);
  }
  throw new Error('the mandate needs no approval');
}

// The call commits nothing, and asks the owner.
const approvalKey = await askOwner();
const status = await until(async () => {
  const approval = await ats.agents.approval({ approvalKey });
  return approval?.status === 'PENDING' ? undefined : approval?.status;
});
console.log('the request is', status);
if (status !== 'APPROVED') process.exit();

// Now the agent sends its call again. The client gives it a new idempotency key.
const { tradeKey } = await until(() => ats.acceptAndStart(proposalKey, { expectedRevisionNo: 1 }));
await until(async () => (await ats.trades.get({ tradeKey }))?.steps[0]?.contract);
await ats.trades.submitCheckpoint({ tradeKey, stepNo: 1, status: 'CONFIRMED' });
const { outcome, own } = await until(() => ats.trades.settlement({ tradeKey }));
console.log(outcome, 'paid', own?.paidStamps, 'fee', own?.feesStamps);
