import type { Client, Credential } from '../../../src/client';
import { assert } from '../../../src/domain/errors/errors';
import { idOf } from '../../../src/domain/keys';
import { packOf } from '../../../src/domain/tickets/packs';
import { deliver, sessionEvent } from '../../../test/support/payments';
import type { World } from './virtual-service';

/** A principal with one agent, owned by a human of its own. */
export interface Party {
  readonly principalKey: string;
  readonly principalId: string;
  readonly agentId: string;
  /** Signs as the agent. */
  readonly ats: Client;
  /** Stamps bought so far. */
  bought: number;
}

/** Signs a human up with a principal and an agent, and buys a first pack. */
export async function createParty(world: World, console: Credential, name: string): Promise<Party> {
  const owner = world.clientOf({ credential: console, human: name });
  const { principal, credential } = await world.must('provisionPrincipal', () =>
    owner.principals.provision({ displayName: name }),
  );
  if (!credential) throw new Error(`${name} already has a principal.`);
  const { principalKey } = principal;
  const { agent } = await world.must('registerAgent', () =>
    owner.agents.register({ principalKey, card: { name, capabilities: {} } }),
  );
  const { agentId } = agent;
  const principalId = idOf('prn', principalKey);
  assert(principalId, 'a principal has a key');
  const ats = world.clientOf({ credential, agentId });
  const party: Party = { principalKey, principalId, agentId, ats, bought: 0 };
  await buy(world, party);
  return party;
}

const PACK = 'growth';

/** Buys a pack through the checkout and sends the processor's signed payment event. */
export async function buy(world: World, party: Party): Promise<void> {
  const { ats, principalKey } = party;
  const { sessionId, ticketStamps } = await world.must('purchaseTickets', () =>
    ats.money.purchaseTickets({ pack: 'GROWTH' }),
  );
  const paid = { id: sessionId, amount_total: packOf(PACK)?.priceMinor ?? 0, client_reference_id: principalKey };
  await deliver(world, sessionEvent(paid, undefined, `evt_${sessionId}`));
  const purchase = await ats.money.purchase({ sessionId });
  if (purchase.status !== 'CREDITED') throw new Error(`a paid purchase is ${purchase.status}`);
  party.bought += ticketStamps;
}
