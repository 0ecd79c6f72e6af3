import { keyOf } from '../../../src/domain/keys';
import { publishListing } from '../../../src/operations/commands/listing';
import { runMatch } from '../../../src/operations/commands/match-run';
import { respondToProposal } from '../../../src/operations/commands/proposal';
import {
  activateTrade,
  createTrade,
  publishDeliveryContract,
  submitCheckpoint,
} from '../../../src/operations/commands/trade';
import { valueOrThrow } from '../world/virtual-service';
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
    await publish(state, provider, 'provide', profile);
    await again(state, provider, consumer, await publish(state, consumer, 'consume', profile));
  });
}

async function publish(
  state: SimulationState,
  { party }: Actor,
  side: 'provide' | 'consume',
  profile: string,
): Promise<string> {
  const { principalId, agentId, caller } = party;
  const input = { agent_id: agentId, trade_profile: profile, side, title: 'Nothing', price_stamps: 1 };
  const { listingId } = valueOrThrow(
    await state.world.call('publishListing', caller, (acting) => publishListing(acting, principalId, input)),
  );
  return keyOf('lst', listingId);
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
  const run = valueOrThrow(
    await world.call('runMatch', other.caller, (acting) =>
      runMatch(acting, other.principalId, { listing_key: listingKey, max_proposals: 1 }),
    ),
  );
  const proposalId = run.proposals[0]?.proposal.proposalId;
  if (proposalId === undefined) return;
  const accept = { decision: 'accept' } as const;
  const proposalKey = keyOf('prp', proposalId);
  valueOrThrow(
    await world.call('respondToProposal', one.caller, (acting) =>
      respondToProposal(acting, one.principalId, proposalKey, accept),
    ),
  );
  const tradeKey = valueOrThrow(
    await world.call('createTrade', other.caller, async (acting) => {
      await respondToProposal(acting, other.principalId, proposalKey, accept);
      const { trade } = await createTrade(acting, other.principalId, proposalId);
      const key = keyOf('trd', trade.tradeId);
      await activateTrade(acting, other.principalId, { tradeKey: key });
      return key;
    }),
  );
  const on = { tradeKey, stepNo: 1 };
  const contract = { ...on, summary: 'Nothing', items: [{ item_id: 'nothing', description: 'Nothing', weight: 1 }] };
  valueOrThrow(
    await world.call('publishDeliveryContract', one.caller, (acting) =>
      publishDeliveryContract(acting, one.principalId, contract),
    ),
  );
  valueOrThrow(
    await world.call('submitCheckpoint', other.caller, (acting) =>
      submitCheckpoint(acting, other.principalId, { ...on, status: 'confirmed' }),
    ),
  );
}
