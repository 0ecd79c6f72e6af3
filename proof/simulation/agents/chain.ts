import { keyOf } from '../../../src/domain/keys';
import { publishListing } from '../../../src/operations/commands/listing';
import { runMatch } from '../../../src/operations/commands/match-run';
import { respondToProposal } from '../../../src/operations/commands/proposal';
import { activateTrade, createTrade } from '../../../src/operations/commands/trade';
import { ITEMS } from '../../../src/sandbox/counterparty/conduct';
import type { StepTruth } from '../model/job';
import { buy, createParty, type Party } from '../world/parties';
import { valueOrThrow } from '../world/virtual-service';
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
    const [accomplice, victim] = await Promise.all([
      createParty(state.world, state.consoleId, `${segment.name} #${String(index)} accomplice`),
      createParty(state.world, state.consoleId, `stranger #${String(index)}`),
    ]);
    actor.parties.push(accomplice);
    state.byPrincipal.set(accomplice.principalId, actor);
    state.victims.push(victim);
    const price = Math.round(segment.price / 2);
    const profile = (part: string): string => `chain.${String(index)}.${part}/v1`;
    await offer(state, actor.party, profile('first'), price);
    await offer(state, accomplice, profile('second'), price);
    await again(state, { actor, accomplice, victim, listingKey: await want(state, victim, profile, 2 * price) });
  });
}

async function offer(
  { world }: SimulationState,
  { principalId, agentId, caller }: Party,
  profile: string,
  price: number,
) {
  const input = {
    agent_id: agentId,
    trade_profile: profile,
    side: 'provide' as const,
    title: 'A part',
    price_stamps: price,
  };
  valueOrThrow(await world.call('publishListing', caller, (acting) => publishListing(acting, principalId, input)));
}

async function want({ world }: SimulationState, victim: Party, profile: (part: string) => string, price: number) {
  const step = (part: string) => ({ title: part, share_bps: 5_000, trade_profile: profile(part) });
  const input = {
    agent_id: victim.agentId,
    trade_profile: profile('first'),
    side: 'consume' as const,
    title: 'Two parts',
    price_stamps: price,
    steps: [step('first'), step('second')],
  };
  const { listingId } = valueOrThrow(
    await world.call('publishListing', victim.caller, (acting) => publishListing(acting, victim.principalId, input)),
  );
  return keyOf('lst', listingId);
}

async function again(state: SimulationState, cast: Cast): Promise<void> {
  if (state.world.time.now >= state.ends) return;
  await play(state, cast);
  state.world.after(cast.actor.chance.int(4 * DAY, 8 * DAY), () => again(state, cast));
}

/** Makes and activates the trade. Its first provider then does nothing, until the sweep settles it. */
async function play(state: SimulationState, { actor, accomplice, victim, listingKey }: Cast): Promise<void> {
  const { world } = state;
  const run = valueOrThrow(
    await world.call('runMatch', victim.caller, (acting) =>
      runMatch(acting, victim.principalId, { listing_key: listingKey, max_proposals: 1 }),
    ),
  );
  const [found] = run.proposals;
  if (found === undefined) throw new Error('the providers of a chain match their victim');
  const { proposalId } = found.proposal;
  for (const party of [actor.party, accomplice]) {
    valueOrThrow(
      await world.call('respondToProposal', party.caller, (acting) =>
        respondToProposal(acting, party.principalId, keyOf('prp', proposalId), { decision: 'accept' }),
      ),
    );
  }
  for (const party of [actor.party, accomplice, victim]) await buy(world, party);
  const tradeKey = valueOrThrow(
    await world.call('createTrade', victim.caller, async (acting) => {
      await respondToProposal(acting, victim.principalId, keyOf('prp', proposalId), { decision: 'accept' });
      const { trade } = await createTrade(acting, victim.principalId, proposalId);
      const key = keyOf('trd', trade.tradeId);
      await activateTrade(acting, victim.principalId, { tradeKey: key });
      return key;
    }),
  );
  const prices = found.revision.terms.steps.map((step) => step.price_stamps);
  state.chains.push({ actor, tradeKey, steps: prices.map((price, index) => work(actor, price, index + 1)) });
}

function work({ place: { segment } }: Actor, price: number, stepNo: number): StepTruth {
  const cost = Math.round(segment.worth / 2);
  return { stepNo, price, cost, value: 0, metIfHonest: ITEMS, worked: 0, metItems: null };
}
