import { ITEMS } from '../../../src/sandbox/counterparty/conduct';
import type { StepTruth } from '../model/job';
import { buy, createParty, type Party } from '../world/parties';
import type { Actor, SimulationState } from './state';

/**
 * Trades of a provider with an accomplice in a later step.
 *
 * A stranger wants two kinds of work. Both providers belong to one person under two humans' names. The first falls silent,
 * so the second, which is downstream of the fault, may get a part of the slash back.
 */
const DAY = 86_400;

interface Cast {
  readonly actor: Actor;
  readonly accomplice: Party;
  readonly victim: Party;
  /** The listing of the victim, for both kinds of work. */
  readonly listingKey: string;
}

export function startChains(state: SimulationState, actor: Actor): void {
  state.world.after(DAY, async () => {
    const { index, segment } = actor.place;
    const { world, console } = state;
    const accomplice = await createParty(world, console, `${segment.name} #${String(index)} accomplice`);
    const victim = await createParty(world, console, `stranger #${String(index)}`);
    actor.parties.push(accomplice);
    state.byPrincipal.set(accomplice.principalKey, actor);
    state.victims.push(victim);
    const price = Math.round(segment.price / 2);
    const profile = (part: string): string => `chain.${String(index)}.${part}/v1`;
    await offer(state, actor.party, profile('first'), price);
    await offer(state, accomplice, profile('second'), price);
    await again(state, { actor, accomplice, victim, listingKey: await want(state, victim, profile, 2 * price) });
  });
}

async function offer({ world }: SimulationState, { agentId, ats }: Party, profile: string, price: number) {
  const input = {
    agentId,
    tradeProfile: profile,
    side: 'PROVIDE' as const,
    title: 'A part',
    priceStamps: price,
  };
  await world.must('publishListing', () => ats.listings.publish(input));
}

async function want({ world }: SimulationState, victim: Party, profile: (part: string) => string, price: number) {
  const step = (part: string) => ({ title: part, shareBps: 5_000, tradeProfile: profile(part) });
  const input = {
    agentId: victim.agentId,
    tradeProfile: profile('first'),
    side: 'CONSUME' as const,
    title: 'Two parts',
    priceStamps: price,
    steps: [step('first'), step('second')],
  };
  return (await world.must('publishListing', () => victim.ats.listings.publish(input))).listingKey;
}

async function again(state: SimulationState, cast: Cast): Promise<void> {
  if (state.world.time.now >= state.ends) return;
  await play(state, cast);
  state.world.after(cast.actor.chance.int(4 * DAY, 8 * DAY), () => again(state, cast));
}

/** Makes and activates the trade. Its first provider then does nothing, until the sweep settles it. */
async function play(state: SimulationState, { actor, accomplice, victim, listingKey }: Cast): Promise<void> {
  const { world } = state;
  const run = await world.must('runMatch', () => victim.ats.listings.match({ listingKey, maxProposals: 1 }));
  const [found] = run.proposals;
  if (found === undefined) throw new Error('the providers of a chain match their victim');
  const { proposalKey, currentRevision } = found;
  const accept = ({ ats }: Party) =>
    world.must('respondToProposal', () => ats.proposals.respond({ proposalKey, decision: 'ACCEPT' }));
  for (const party of [actor.party, accomplice]) await accept(party);
  for (const party of [actor.party, accomplice, victim]) await buy(world, party);
  await accept(victim);
  const { tradeKey } = await world.must('createTrade', () => victim.ats.trades.create({ proposalKey }));
  await world.must('activateTrade', () => victim.ats.trades.activate({ tradeKey }));
  const prices = currentRevision.terms.steps.map((step) => step.priceStamps);
  state.chains.push({ actor, tradeKey, steps: prices.map((price, index) => work(actor, price, index + 1)) });
}

function work({ place: { segment } }: Actor, price: number, stepNo: number): StepTruth {
  const cost = Math.round(segment.worth / 2);
  return { stepNo, price, cost, value: 0, metIfHonest: ITEMS, worked: 0, metItems: null };
}
