import { createClient, type Client, type Credential } from '../../client';
import type { CounterpartyStrategy, SpawnCounterpartyInput } from '../../operations/sandbox';
import { ITEMS } from './conduct';
import { random } from './random';

/** Provider of the humans that own the counterparties. */
export const SANDBOX_PROVIDER = 'sandbox';

/** A counterparty with its client, which signs as its agent. */
export interface Party {
  readonly api: Client;
  readonly principalKey: string;
  readonly agentKey: string;
  readonly listingKey: string;
  readonly priceStamps: bigint;
}

interface Founding {
  readonly url: string;
  readonly console: Credential;
  /** The same for a repeated request, which then finds its first counterparty. */
  readonly name: string;
}

/**
 * Creates a principal with an agent, tickets and a listing, over the public API. It finds those that exist.
 *
 * The stored answers of a repeated request may have expired, but its principal stays.
 */
export async function createParty(spawned: SpawnCounterpartyInput, founding: Founding): Promise<Party> {
  const { url, console, name } = founding;
  const { strategy, seed } = spawned;
  const owner = createClient({ url, credential: console, acting: { provider: SANDBOX_PROVIDER, subject: name } });
  const once = (what: string) => ({ idempotencyKey: `${name}-${what}` });
  const displayName = `${titleOf(strategy)} ${String(seed)}`;
  const { principal, credential: issued } = await owner.principals.provision({ displayName }, once('provision'));
  const { principalKey } = principal;
  const credential = issued ?? (await owner.credentials.create({ principalKey }, once('credential')));
  const card = {
    name: displayName,
    description: 'A counterparty of the sandbox.',
    version: '1.0.0',
    capabilities: { pushNotifications: false },
  };
  const [oldAgent] = (await owner.agents.list({ principalKey, last: 1 })).nodes;
  const { agentId, agentKey } =
    oldAgent ?? (await owner.agents.register({ principalKey, card }, once('register'))).agent;
  const api = createClient({ url, credential, agentId });
  const input = listingOf(spawned, agentId);
  const listingKey = await findOrPublish(api, principalKey, input, once);
  return { api, principalKey, agentKey, listingKey, priceStamps: BigInt(input.priceStamps) };
}

/** Returns the key of the listing of a counterparty. Without one it gets tickets first, because a listing has a fee. */
async function findOrPublish(
  api: Client,
  principalKey: string,
  input: ReturnType<typeof listingOf>,
  once: (what: string) => { readonly idempotencyKey: string },
): Promise<string> {
  const [oldListing] = (await api.listings.list({ principalKey, last: 1 })).nodes;
  if (oldListing) return oldListing.listingKey;
  await api.sandbox.grantTickets({ principalKey, pack: 'SCALE' }, once('grant'));
  return (await api.listings.publish(input, once('publish'))).listingKey;
}

function titleOf(strategy: CounterpartyStrategy): string {
  return `${strategy.charAt(0).toUpperCase()}${strategy.slice(1)} counterparty`.replace('_', ' ');
}

/** The listing of a counterparty. Its price depends on the seed: an ask of 500 to 1,000, or a bid of 1,000 to 2,000. */
function listingOf({ side, seed, tradeProfile }: SpawnCounterpartyInput, agentId: string) {
  const chance = random('counterparty listing', seed, side);
  const items = Array.from({ length: ITEMS }, (_, index) => ({
    itemId: `item-${String(index + 1)}`,
    description: `Part ${String(index + 1)} of the work`,
    weight: 1,
  }));
  const offer = side === 'provide' ? { steps: [{ title: 'The work', shareBps: 10_000, items }] } : {};
  return {
    agentId,
    tradeProfile,
    side: side === 'provide' ? ('PROVIDE' as const) : ('CONSUME' as const),
    title: side === 'provide' ? 'Work of a counterparty' : 'Work for a counterparty',
    description: 'A listing of the sandbox.',
    tags: ['sandbox'],
    priceStamps: side === 'provide' ? chance.int(500, 1_000) : chance.int(1_000, 2_000),
    ...offer,
  };
}
