import type { AgentCaller, ConsoleCaller } from '../../../src/domain/sessions/caller';
import { packOf } from '../../../src/domain/tickets/packs';
import { registerAgent } from '../../../src/operations/commands/agent';
import { provisionPrincipal } from '../../../src/operations/commands/party';
import { receivePayment } from '../../../src/operations/commands/payment';
import type { StripeEvent } from '../../../src/operations/ports';
import { purchaseTickets } from '../../../src/operations/commands/ticket';
import { allBindingsOf } from '../../../src/database/repositories/parties';
import type { StoredPurchase } from '../../../src/database/repositories/purchases';
import { keyOf } from '../../../src/domain/keys';
import { valueOrThrow, type World } from './virtual-service';

/** A principal with one agent, owned by a human of its own. */
export interface Party {
  readonly principalId: string;
  readonly agentId: string;
  readonly caller: AgentCaller;
  /** Stamps bought so far. */
  bought: number;
}

/** Signs a human up with a principal and an agent, and buys a first pack. */
export async function createParty(world: World, consoleId: string, name: string): Promise<Party> {
  const console = (humanId: string | null): ConsoleCaller => ({
    kind: 'console',
    credentialId: consoleId,
    agentText: undefined,
    human: { provider: 'simulated', subject: name, humanId, bindings: [] },
  });
  const { principal, credential } = valueOrThrow(
    await world.call('provisionPrincipal', console(null), (acting) => provisionPrincipal(acting, name)),
  );
  // Each request looks up the human. From now on the human is bound.
  const [owner] = await world.store.inTransaction((tx) => allBindingsOf(tx, principal.principalId));
  const ownerConsole = console(owner?.humanId ?? null);
  const card = { name, capabilities: {} };
  const { agent } = valueOrThrow(
    await world.call('registerAgent', ownerConsole, (acting) => registerAgent(acting, principal.principalId, { card })),
  );
  if (credential === null) throw new Error(`${name} already has a principal.`);
  const { principalId } = principal;
  const { agentId } = agent;
  const { credentialId } = credential;
  const party: Party = {
    principalId,
    agentId,
    caller: { kind: 'agent', credentialId, principalId, agentText: agentId },
    bought: 0,
  };
  await buy(world, party);
  return party;
}

const PACK = 'growth';

/** Buys a pack through the checkout and sends the processor's payment event. */
export async function buy(world: World, party: Party): Promise<void> {
  const { principalId } = party;
  const purchase = valueOrThrow(
    await world.call('purchaseTickets', party.caller, (acting) =>
      purchaseTickets(acting, { principalId }, { pack: PACK }),
    ),
  );
  const { store, services } = world;
  const judged = await store.inTransaction((tx) =>
    receivePayment({ tx, services }, paid(purchase, principalId, tx.now)),
  );
  if (judged.outcome !== 'credited') throw new Error(`a payment was ${judged.outcome}`);
  party.bought += Number(packOf(PACK)?.ticketsStamps ?? 0n);
}

function paid({ sessionId, priceMinor, currency }: StoredPurchase, principalId: string, at: Date): StripeEvent {
  const reference = keyOf('prn', principalId);
  const session = {
    sessionId,
    paymentStatus: 'paid',
    amountTotalMinor: priceMinor,
    currency,
    clientReferenceId: reference,
    livemode: false,
    paymentIntentId: null,
  };
  return {
    eventId: `evt_${sessionId}`,
    type: 'checkout.session.completed',
    session,
    createdAt: at,
    livemode: false,
    paymentIntentId: null,
    reference,
    objectId: sessionId,
    body: '{}',
  };
}
