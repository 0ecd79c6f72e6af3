import { ACCEPTANCE_ITEMS } from '../model/job';
import type { Place } from '../model/population';
import { createParty, type Party } from '../world/parties';
import { random, shuffled } from '../../../src/sandbox/counterparty/random';
import { startChains } from './chain';
import { startAside } from './collusion';
import { seek } from './match';
import type { Actor, Need, SimulationState } from './state';

const HOUR = 3600;
const DAY = 24 * HOUR;

/** Adds an actor to the market: signs up, publishes a listing and plans its needs. */
export async function arrive(state: SimulationState, place: Place): Promise<void> {
  const party = await createParty(state.world, state.console, `${place.segment.name} #${String(place.index)}`);
  const actor: Actor = {
    place,
    party,
    parties: [party],
    chance: random(state.seed, 'actor', place.index),
    listingKey: '',
    load: 0,
  };
  state.actors.push(actor);
  state.byPrincipal.set(party.principalKey, actor);
  await publish(state, actor);
  if (place.segment.side === 'consumer') planNeeds(state, actor);
  else planOffers(state, actor);
  if (place.strategy.colludes) startAside(state, actor);
  if (place.strategy.chains) startChains(state, actor);
}

/** Leaves the old principal and starts again under another name. */
export async function restartUnderNewName(state: SimulationState, actor: Actor): Promise<void> {
  const name = `${actor.place.segment.name} #${String(actor.place.index)}.${String(actor.parties.length)}`;
  const party: Party = await createParty(state.world, state.console, name);
  actor.party = party;
  actor.parties.push(party);
  state.byPrincipal.set(party.principalKey, actor);
  await publish(state, actor);
}

async function publish({ world, agreesItems }: SimulationState, actor: Actor): Promise<void> {
  const { place, party } = actor;
  const { segment } = place;
  const input = {
    agentId: party.agentId,
    tradeProfile: segment.tradeProfile,
    side: segment.side === 'provider' ? ('PROVIDE' as const) : ('CONSUME' as const),
    title: segment.tradeProfile,
    ...offerOf(actor),
    steps: segment.shares.map((shareBps, index) => ({
      title: `Part ${String(index + 1)}`,
      shareBps,
      ...(agreesItems && { items: ACCEPTANCE_ITEMS }),
    })),
    ...(segment.side === 'consumer' && { steps: null }),
  };
  const { listingKey } = await world.must('publishListing', () => party.ats.listings.publish(input));
  actor.listingKey = listingKey;
}

const TAGS = ['fast', 'thorough', 'plain', 'formal', 'playful', 'local'];

/**
 * Two tags of six, and a price near the segment's price. So the best match differs for each actor, and a provider that
 * changes its offer is not always the cheapest.
 */
function offerOf({ place, chance }: Actor): { readonly priceStamps: number; readonly tags: string[] } {
  const tags = shuffled(TAGS, chance).slice(0, 2);
  const { side, price } = place.segment;
  return { tags, priceStamps: side === 'consumer' ? price : Math.round(price * (0.95 + chance.next() / 10)) };
}

function planOffers(state: SimulationState, actor: Actor): void {
  const { world } = state;
  world.after(actor.chance.int(4 * DAY, 8 * DAY), async () => {
    if (world.time.now >= state.ends) return;
    const { party, listingKey } = actor;
    const offer = offerOf(actor);
    await world.must('updateListing', () => party.ats.listings.update({ listingKey, ...offer }));
    planOffers(state, actor);
  });
}

/** Plans needs on the same days for all holders of a segment: one in four days, at an hour of each actor's own. */
function planNeeds(state: SimulationState, actor: Actor): void {
  const { world, seed, ends } = state;
  const days = random(seed, 'needs', actor.place.segment.name);
  let at = days.int(DAY / 2, 2 * DAY);
  while (world.time.now + at * 1000 < ends - DAY * 1000) {
    world.after(at + actor.chance.int(0, 12 * HOUR), async () => {
      const need: Need = { consumer: actor, tries: 0, open: [], state: 'seeking' };
      state.needs.push(need);
      await seek(state, need);
    });
    at += days.int(2 * DAY, 6 * DAY);
  }
}
