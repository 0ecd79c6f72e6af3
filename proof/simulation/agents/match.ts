import type { Results } from '../../../src/client';
import { DEFAULT_DISPUTE_BURN_BPS } from '../../../src/domain/trades/terms';
import { jobOf } from '../model/job';
import type { ConsumerConduct, ProviderConduct } from '../../../src/sandbox/counterparty/conduct';
import { MISCONDUCT } from '../model/strategies';
import { random } from '../../../src/sandbox/counterparty/random';
import { commit } from './accept';
import { answerCounter, counter } from './negotiate';
import { partyOf, type Actor, type Deal, type Need, type Plan, type SimulationState } from './state';

const HOUR = 3600;
const TRIES = 3;
const PROPOSALS = 2;
// Providers answer within two hours.
const ANSWER_WAIT_SECONDS = 3 * HOUR;
/** Number of deals a provider accepts at once. */
const CAPACITY = 3;

/** Runs a match for a consumer. Three hours later the consumer chooses among the answers. */
export async function seek(state: SimulationState, need: Need): Promise<void> {
  const { world } = state;
  const { party, listingKey } = need.consumer;
  need.tries += 1;
  const run = await world.call('runMatch', () => party.ats.listings.match({ listingKey, maxProposals: PROPOSALS }));
  need.open = run.done ? run.value.proposals.map((proposal) => open(state, need, proposal)) : [];
  if (need.open.length === 0) retry(state, need);
  else world.after(ANSWER_WAIT_SECONDS, () => choose(state, need));
}

function open(state: SimulationState, need: Need, { proposalKey, currentRevision }: Results.ProposalFragment): Deal {
  const { steps } = currentRevision.terms;
  const provider = state.byPrincipal.get(steps[0]?.providerPrincipalKey ?? '');
  if (provider === undefined) throw new Error('The proposal names an unknown provider.');
  const { consumer } = need;
  const prices = steps.map((step) => step.priceStamps);
  const chance = random(state.seed, 'deal', state.deals.length);
  const price = prices.reduce((sum, one) => sum + one, 0);
  const deal: Deal = {
    need,
    provider,
    consumer,
    providerParty: provider.party,
    consumerParty: consumer.party,
    plans: {
      provider: planOf<ProviderConduct>(provider, prices.length),
      consumer: planOf<ConsumerConduct>(consumer, prices.length),
    },
    proposalKey,
    matchPrice: price,
    price,
    revisionNo: 1,
    proposedBy: null,
    countered: { provider: 0, consumer: 0 },
    providerSaid: 'nothing',
    chosen: false,
    closed: false,
    tradeKey: null,
    deadline: 0,
    steps: jobOf(prices, provider.place.segment.worth, consumer.place.segment.worth, chance),
    said: null,
    dispute: null,
    own: {},
    end: null,
  };
  state.deals.push(deal);
  state.byProposal.set(deal.proposalKey, deal);
  return deal;
}

function planOf<C extends ProviderConduct | ConsumerConduct>({ place, chance }: Actor, steps: number): Plan<C> {
  const conduct = (chance.chance(MISCONDUCT) ? place.strategy.conduct : 'honest') as C;
  const drawn = chance.int(1, steps);
  // Work confirmed as a fifth may still pass by verdict. This conduct lies about the last step, so that no step waits
  // for the next.
  const stepNo = { skims: null, false_shortfall: steps, false_partial: steps }[conduct as string];
  return { conduct, stepNo: stepNo === undefined ? drawn : stepNo, broke: false };
}

/** Answers the proposal of a match run as its provider. */
export async function respond(state: SimulationState, deal: Deal): Promise<void> {
  const { provider } = deal;
  if (deal.closed || deal.providerSaid !== 'nothing') return;
  if (provider.load >= CAPACITY) return reject(state, deal, 'provider');
  if (deal.plans.provider.conduct === 'counters') return counter(state, deal, 'provider', 'better');
  const { ats } = deal.providerParty;
  const accept = { proposalKey: deal.proposalKey, decision: 'ACCEPT', expectedRevisionNo: 1 } as const;
  const came = await state.world.call('respondToProposal', () => ats.proposals.respond(accept));
  if (!came.done) return;
  deal.providerSaid = 'accepted';
  provider.load += 1;
}

async function choose(state: SimulationState, need: Need): Promise<void> {
  const open = need.open.filter((deal) => !deal.closed);
  const best =
    open.find((deal) => deal.providerSaid === 'accepted') ?? open.find((deal) => deal.providerSaid === 'countered');
  for (const deal of open) if (deal !== best) await reject(state, deal, 'consumer');
  if (best === undefined) {
    retry(state, need);
    return;
  }
  best.chosen = true;
  if (best.providerSaid === 'countered') return answerCounter(state, best, 'consumer');
  if (best.plans.consumer.conduct !== 'counters') {
    // Only a counter-offer changes the burn of the terms.
    return state.burn === DEFAULT_DISPUTE_BURN_BPS ? commit(state, best) : counter(state, best, 'consumer', 'original');
  }
  return counter(state, best, 'consumer', 'better');
}

export async function reject(state: SimulationState, deal: Deal, side: 'provider' | 'consumer'): Promise<void> {
  const { ats } = partyOf(deal, side);
  const reject = { proposalKey: deal.proposalKey, decision: 'REJECT' } as const;
  await state.world.call('respondToProposal', () => ats.proposals.respond(reject));
}

/** Handles the end of a proposal without a trade. Both sides receive its event. */
export function close(state: SimulationState, deal: Deal): void {
  if (deal.closed) return;
  deal.closed = true;
  if (deal.providerSaid !== 'nothing') deal.provider.load -= 1;
  const { need } = deal;
  need.open = need.open.filter((other) => other !== deal);
  if (deal.chosen && need.state === 'seeking') retry(state, need);
}

function retry(state: SimulationState, need: Need): void {
  const { world, ends } = state;
  if (need.tries >= TRIES || world.time.now >= ends) need.state = 'lost';
  else world.after(need.consumer.chance.int(6 * HOUR, 12 * HOUR), () => seek(state, need));
}
