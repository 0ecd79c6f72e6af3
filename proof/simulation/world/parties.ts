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
import { sure, type World } from './world';

/** A principal with one agent, in the name of a human of its own. */
export interface Party {
  readonly principalId: string;
  readonly agentId: string;
  readonly caller: AgentCaller;
  /** Stamps it has bought. */
  bought: number;
}

/** A human signs up, gets a principal and an agent, and buys a first pack. */
export async function settleIn(world: World, consoleId: string, name: string): Promise<Party> {
  const console = (humanId: string | null): ConsoleCaller => ({
    kind: 'console',
    credentialId: consoleId,
    agentText: undefined,
    human: { provider: 'simulated', subject: name, humanId, bindings: [] },
  });
  const { principal, credential } = sure(
    await world.call('provisionPrincipal', console(null), (acting) => provisionPrincipal(acting, name)),
  );
  // Who a human is, is looked up with every request: from now on this one is known.
  const [owner] = await world.store.inTransaction((tx) => allBindingsOf(tx, principal.principalId));
  const known = console(owner?.humanId ?? null);
  const card = { name, capabilities: {} };
  const { agent } = sure(
    await world.call('registerAgent', known, (acting) => registerAgent(acting, principal.principalId, { card })),
  );
  if (credential === null) throw new Error(`${name} had a principal already`);
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

/** A purchase through the checkout, and the processor's word that it is paid. */
export async function buy(world: World, party: Party): Promise<void> {
  const { principalId } = party;
  const purchase = sure(
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
