import { keyOf } from '../../../src/domain/keys';
import { CONTRACT } from '../effects';
import type { Party } from '../market';
import type { Call, Cast } from './calls';

/** Keys of what a round made, for the reads after it. */
export interface Made {
  readonly tradeKey: string;
  readonly proposalKey: string;
  readonly matchRunId: string;
  readonly listingKey: string;
}

interface Met {
  readonly proposalKey: string;
  readonly matchRunId: string;
  readonly offer: string;
  readonly wanted: string;
}

/** Plays a trade from its listings to a confirmed checkpoint. */
export async function playConfirmedTrade(call: Call, cast: Cast, profile: string): Promise<Made> {
  const { consumer } = cast;
  const deal = await agreed(call, cast, profile);
  const tradeKey = await createTrade(call, cast, deal.proposalKey);
  await call(consumer, 'submitCheckpoint', { tradeKey, stepNo: 1, status: 'CONFIRMED' }, 'trade { state }');
  await closeListings(call, cast, deal);
  return { ...deal, tradeKey, listingKey: deal.wanted };
}

/** Plays a trade with a failed checkpoint, a rebuttal, a verdict and the operator's settlement. */
export async function playDisputedTrade(call: Call, cast: Cast, profile: string): Promise<void> {
  const { provider, consumer, operator } = cast;
  const deal = await agreed(call, cast, profile);
  const tradeKey = await createTrade(call, cast, deal.proposalKey);
  const results = CONTRACT.items.map(({ item_id: itemId }) => ({ itemId, met: false, note: 'Not as described.' }));
  await call(
    consumer,
    'submitCheckpoint',
    { tradeKey, stepNo: 1, status: 'FAILED', results },
    'trade { state }',
    'submitCheckpoint, failed',
  );
  await call(
    provider,
    'fileRebuttal',
    { tradeKey, stepNo: 1, statement: 'It is as described.', evidence: [{ uri: 'https://example.org/delivery' }] },
    'trade { state }',
  );
  await call(
    operator,
    'evaluateTrade',
    { tradeKey, verdict: 'FAIL', reason: 'Nothing was delivered.' },
    'trade { state }',
  );
  await call(operator, 'settleTrade', { tradeKey }, 'trade { state }');
  await closeListings(call, cast, deal);
}

/** Plays a trade whose provider withdraws, and a rejected proposal. */
export async function playEndedTrades(call: Call, cast: Cast, profile: string): Promise<void> {
  const { provider, consumer } = cast;
  const deal = await agreed(call, cast, `${profile}-withdrawn`);
  const tradeKey = await createTrade(call, cast, deal.proposalKey);
  await call(provider, 'withdrawFromTrade', { tradeKey }, 'trade { state }');
  await closeListings(call, cast, deal);
  const other = await proposed(call, cast, `${profile}-rejected`);
  const { proposalKey } = other;
  await call(
    consumer,
    'respondToProposal',
    { proposalKey, decision: 'REJECT', expectedRevisionNo: 1 },
    'proposal { state }',
    'respondToProposal, rejecting',
  );
  await closeListings(call, cast, other);
}

async function proposed(call: Call, { provider, consumer }: Cast, profile: string): Promise<Met> {
  const offer = await publish(call, provider, 'PROVIDE', profile);
  const wanted = await publish(call, consumer, 'CONSUME', profile);
  const { matchRun } = await call<{ matchRun: { matchRunId: string; proposals: { proposalKey: string }[] } }>(
    consumer,
    'runMatch',
    { listingKey: wanted },
    'matchRun { matchRunId proposals { proposalKey } }',
  );
  const proposalKey = matchRun.proposals[0]?.proposalKey;
  if (proposalKey === undefined) throw new Error('The two listings do not match.');
  return { proposalKey, matchRunId: matchRun.matchRunId, offer, wanted };
}

async function agreed(call: Call, cast: Cast, profile: string): Promise<Met> {
  const { provider, consumer } = cast;
  const deal = await proposed(call, cast, profile);
  const { proposalKey } = deal;
  const counter = { proposalKey, decision: 'COUNTER', expectedRevisionNo: 1, terms: termsOf(cast) };
  await call(consumer, 'respondToProposal', counter, 'proposal { state }');
  const acceptance = { proposalKey, decision: 'ACCEPT', expectedRevisionNo: 2 };
  await call(provider, 'respondToProposal', acceptance, 'proposal { state }');
  return deal;
}

/** Plays a trade of the proposal up to its delivery contract. */
async function createTrade(call: Call, { provider, consumer }: Cast, proposalKey: string): Promise<string> {
  const { trade } = await call<{ trade: { tradeKey: string } }>(
    consumer,
    'createTrade',
    { proposalKey },
    'trade { tradeKey }',
  );
  const { tradeKey } = trade;
  await call(consumer, 'activateTrade', { tradeKey }, 'trade { state }');
  const items = CONTRACT.items.map(({ item_id: itemId, description, weight }) => ({ itemId, description, weight }));
  const contract = { tradeKey, stepNo: 1, summary: CONTRACT.summary, items };
  await call(provider, 'publishDeliveryContract', contract, 'trade { state }');
  return tradeKey;
}

async function closeListings(call: Call, { provider, consumer }: Cast, { offer, wanted }: Met): Promise<void> {
  await call(provider, 'updateListing', { listingKey: offer, lifecycleAction: 'CLOSE' }, 'listing { state }');
  await call(consumer, 'updateListing', { listingKey: wanted, lifecycleAction: 'CLOSE' }, 'listing { state }');
}

async function publish(call: Call, party: Party, side: 'PROVIDE' | 'CONSUME', tradeProfile: string): Promise<string> {
  const listing = {
    tradeProfile,
    title: 'Work',
    description: 'Some work.',
    tags: [],
    priceStamps: 900,
    side,
    agentId: party.agentId,
  };
  const answer = await call<{ listing: { listingKey: string } }>(
    party,
    'publishListing',
    listing,
    'listing { listingKey }',
  );
  return answer.listing.listingKey;
}

function termsOf({ provider, consumer }: Cast): object {
  const step = {
    stepNo: 1,
    title: 'Work',
    providerPrincipalKey: keyOf('prn', provider.principalId),
    providerAgentId: provider.agentId,
    consumerPrincipalKey: keyOf('prn', consumer.principalId),
    consumerAgentId: consumer.agentId,
    priceStamps: 900,
    contractWindowSeconds: 86_400,
    checkpointWindowSeconds: 86_400,
  };
  return { steps: [step], coverageThresholdBps: 8000 };
}
