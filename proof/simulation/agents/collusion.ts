import type { Actor, SimulationState } from './state';

/**
 * Trades of a colluding pair on a private trade profile. One person owns both principals under two humans' names. They
 * trade for one stamp each, so that the provider gets a long record with few faults.
 */
const DAY = 86_400;

/** Started by the second of the two that arrives. */
export function startAside(state: SimulationState, actor: Actor): void {
  const partner = state.actors.find(({ place }) => place.index === actor.place.partner);
  if (partner === undefined) return;
  const [provider, consumer] = actor.place.segment.side === 'provider' ? [actor, partner] : [partner, actor];
  state.world.after(DAY, async () => {
    const profile = `aside.${String(provider.place.index)}/v1`;
    await publish(state, provider, 'PROVIDE', profile);
    await again(state, provider, consumer, await publish(state, consumer, 'CONSUME', profile));
  });
}

async function publish(
  state: SimulationState,
  { party }: Actor,
  side: 'PROVIDE' | 'CONSUME',
  profile: string,
): Promise<string> {
  const { agentId, ats } = party;
  const input = { agentId, tradeProfile: profile, side, title: 'Nothing', priceStamps: 1 };
  return (await state.world.must('publishListing', () => ats.listings.publish(input))).listingKey;
}

async function again(state: SimulationState, provider: Actor, consumer: Actor, listingKey: string): Promise<void> {
  if (state.world.time.now >= state.ends) return;
  await sham(state, provider, consumer, listingKey);
  state.world.after(consumer.chance.int(DAY, 2 * DAY), () => again(state, provider, consumer, listingKey));
}

async function sham(
  state: SimulationState,
  { party: one }: Actor,
  { party: other }: Actor,
  listingKey: string,
): Promise<void> {
  const { world } = state;
  const run = await world.must('runMatch', () => other.ats.listings.match({ listingKey, maxProposals: 1 }));
  const proposalKey = run.proposals[0]?.proposalKey;
  if (proposalKey === undefined) return;
  for (const { ats } of [one, other]) {
    await world.must('respondToProposal', () => ats.proposals.respond({ proposalKey, decision: 'ACCEPT' }));
  }
  const { tradeKey } = await world.must('createTrade', () => other.ats.trades.create({ proposalKey }));
  await world.must('activateTrade', () => other.ats.trades.activate({ tradeKey }));
  const on = { tradeKey, stepNo: 1 };
  const contract = { ...on, summary: 'Nothing', items: [{ itemId: 'nothing', description: 'Nothing', weight: 1 }] };
  await world.must('publishDeliveryContract', () => one.ats.trades.publishContract(contract));
  await world.must('submitCheckpoint', () => other.ats.trades.submitCheckpoint({ ...on, status: 'CONFIRMED' }));
}
