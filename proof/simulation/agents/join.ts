import { keyOf } from '../../../src/domain/keys';
import { publishListing, updateListing } from '../../../src/operations/commands/listing';
import type { Place } from '../model/population';
import { settleIn, type Party } from '../world/parties';
import { random, shuffled } from '../world/random';
import { sure } from '../world/world';
import { startAside } from './collusion';
import { seek } from './match';
import type { Actor, Need, Town } from './state';

const HOUR = 3600;
const DAY = 24 * HOUR;

/** Somebody comes to the market: signs up, publishes a listing, and goes on from there. */
export async function arrive(town: Town, place: Place): Promise<void> {
  const party = await settleIn(town.world, town.consoleId, `${place.seat.name} #${String(place.index)}`);
  const actor: Actor = {
    place,
    party,
    parties: [party],
    chance: random(town.seed, 'actor', place.index),
    listingKey: '',
    load: 0,
  };
  town.actors.push(actor);
  town.byPrincipal.set(party.principalId, actor);
  await publish(town, actor);
  if (place.seat.side === 'consumer') planNeeds(town, actor);
  else planOffers(town, actor);
  if (place.strategy.colludes) startAside(town, actor);
}

/** Leaves its principal behind and begins anew under another name. */
export async function beginAnew(town: Town, actor: Actor): Promise<void> {
  const name = `${actor.place.seat.name} #${String(actor.place.index)}.${String(actor.parties.length)}`;
  const party: Party = await settleIn(town.world, town.consoleId, name);
  actor.party = party;
  actor.parties.push(party);
  town.byPrincipal.set(party.principalId, actor);
  await publish(town, actor);
}

async function publish({ world }: Town, actor: Actor): Promise<void> {
  const { place, party } = actor;
  const { seat } = place;
  const input = {
    agent_id: party.agentId,
    trade_profile: seat.tradeProfile,
    side: seat.side === 'provider' ? ('provide' as const) : ('consume' as const),
    title: seat.tradeProfile,
    ...offerOf(actor),
    steps: seat.shares.map((share_bps, index) => ({ title: `Part ${String(index + 1)}`, share_bps })),
    ...(seat.side === 'consumer' && { steps: null }),
  };
  const listing = sure(
    await world.call('publishListing', party.caller, (acting) => publishListing(acting, party.principalId, input)),
  );
  actor.listingKey = keyOf('lst', listing.listingId);
}

const TAGS = ['fast', 'thorough', 'plain', 'formal', 'playful', 'local'];

/**
 * Two tags of six, and a price that differs a little from the seat's: so everybody's best match is another one, and a
 * provider, who changes its offer now and then, is not always the cheapest.
 */
function offerOf({ place, chance }: Actor): { readonly price_stamps: number; readonly tags: string[] } {
  const tags = shuffled(TAGS, chance).slice(0, 2);
  const { side, price } = place.seat;
  return { tags, price_stamps: side === 'consumer' ? price : Math.round(price * (0.95 + chance.next() / 10)) };
}

function planOffers(town: Town, actor: Actor): void {
  const { world } = town;
  world.after(actor.chance.int(4 * DAY, 8 * DAY), async () => {
    if (world.time.now >= town.ends) return;
    const { party, listingKey } = actor;
    const offer = offerOf(actor);
    sure(
      await world.call('updateListing', party.caller, (acting) =>
        updateListing(acting, party.principalId, listingKey, offer),
      ),
    );
    planOffers(town, actor);
  });
}

/** Needs arise for all holders of a seat on the same days: one in four days, each at an hour of its own. */
function planNeeds(town: Town, actor: Actor): void {
  const { world, seed, ends } = town;
  const days = random(seed, 'needs', actor.place.seat.name);
  let at = days.int(DAY / 2, 2 * DAY);
  while (world.time.now + at * 1000 < ends - DAY * 1000) {
    world.after(at + actor.chance.int(0, 12 * HOUR), async () => {
      const need: Need = { consumer: actor, tries: 0, open: [], state: 'seeking' };
      town.needs.push(need);
      await seek(town, need);
    });
    at += days.int(2 * DAY, 6 * DAY);
  }
}
