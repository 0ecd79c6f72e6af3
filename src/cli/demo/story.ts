import { setTimeout as pause } from 'node:timers/promises';
import type { ClientOptions, Schema } from '../../client';
import { isLocal, signIn, signOut } from './human';
import { createParty, type DemoParty } from './party';
import { type Printer, stamps } from './printer';
import { DELIVERIES, type DemoContext, playCompletedTrade, playWithdrawnTrade } from './trade';

const ASK = 800;
const BID = 1_000;
const WITHDRAWN = 600;
const POLL_INTERVAL_MS = 300;
/** A person needs time to type a card number; the Stripe mock needs at most a restart of the server. */
const CHECKOUT_TIMEOUT_MS = 30 * 60_000;
const MOCK_CHECKOUT_TIMEOUT_MS = 90_000;

/**
 * Plays two trades of two principals over public GraphQL and WebSocket. Every change has an idempotency key of the
 * run, so that an interrupted run continues under the same `runId`.
 */
export async function runDemo(runId: string, console: ClientOptions, printer: Printer): Promise<DemoContext> {
  const context = await createParties(runId, console, printer);
  const { provider, consumer } = context;
  try {
    provider.subscribe();
    consumer.subscribe();
    await fundParties(context);
    const listings = await publishListings(context, `demo.${runId}`);
    await playCompletedTrade(context, listings.wanted);
    await printBalances(context);
    await playWithdrawnTrade(context, listings.wanted);
    await printBalances(context);
    await closeListing(provider, listings.offered);
    await closeListing(consumer, listings.wanted);
    await wrapUp(context, console);
    return context;
  } finally {
    provider.unsubscribe();
    consumer.unsubscribe();
  }
}

async function createParties(runId: string, console: ClientOptions, printer: Printer): Promise<DemoContext> {
  printer.step('Two humans, each with a wallet, sign in');
  const ada = await signIn('Ada', `${runId}-ada`, console, printer);
  const ben = await signIn('Ben', `${runId}-ben`, console, printer);
  const names = [ada, ben].filter(({ session }) => !session).map(({ name, acting }) => `${name} (${acting.subject})`);
  if (names.length > 0)
    printer.entry(`the demo cannot sign in at this provider: the console acts for ${names.join(' and ')}`);
  printer.step('Each gets a principal, with a credential and an agent of its own');
  const create = async (name: string, description: string, owner: typeof ada): Promise<DemoParty> => {
    const keyPrefix = `demo-${runId}-${name.toLowerCase().replace(' ', '-')}`;
    const party = await createParty(name, description, owner, keyPrefix, console);
    printer.line(name, `${party.identity.principalKey}  ${description}`);
    return party;
  };
  const provider = await create('Lingua Works', 'Translates books.', ada);
  const consumer = await create('Northwind Press', 'Commissions translations.', ben);
  return { provider, consumer, printer };
}

async function fundParties(context: DemoContext): Promise<void> {
  const { provider, consumer, printer } = context;
  printer.step('Both humans buy tickets for their wallets');
  await buyTickets(provider, 'STARTER', printer);
  await buyTickets(consumer, 'GROWTH', printer);
  await printBalances(context);
  printer.step('Both fund their principals');
  const funding = [
    { party: provider, amountStamps: 1_000 },
    { party: consumer, amountStamps: 2_500 },
  ];
  for (const { party, amountStamps } of funding) {
    const { principalKey } = party.identity;
    await party.ownerApi.money.fundPrincipal({ principalKey, amountStamps }, party.key('fundPrincipal'));
    printer.line(party.owner.name, `moves ${stamps(amountStamps)} from the wallet to ${party.name}`);
  }
  await printBalances(context);
}

/** Buys a pack of tickets and pays for it at the checkout page. */
async function buyTickets(party: DemoParty, pack: 'STARTER' | 'GROWTH', printer: Printer): Promise<void> {
  const { owner, ownerApi } = party;
  const purchase = await ownerApi.money.purchaseTickets({ pack, to: 'WALLET' }, party.key('purchaseTickets'));
  const { sessionId, checkoutUrl, ticketStamps } = purchase;
  // The Stripe mock's page is on this machine and has one button; Stripe's own page needs a person.
  const mockUrl = checkoutUrl !== null && isLocal(checkoutUrl) ? checkoutUrl : undefined;
  if (mockUrl === undefined && checkoutUrl !== null) printer.line(owner.name, `waits for you to pay at ${checkoutUrl}`);
  const deadline = Date.now() + (mockUrl === undefined ? CHECKOUT_TIMEOUT_MS : MOCK_CHECKOUT_TIMEOUT_MS);
  for (;;) {
    // A second press changes nothing. If the server is down, the next round presses again.
    const press = { method: 'POST', redirect: 'manual', signal: AbortSignal.timeout(10_000) } as const;
    if (mockUrl !== undefined) await fetch(mockUrl, press).catch(() => undefined);
    const { status } = await ownerApi.money.purchase({ sessionId });
    if (status === 'CREDITED') break;
    if (status === 'EXPIRED' || status === 'PARKED' || Date.now() > deadline)
      throw new Error(`the purchase failed: its checkout session is ${status.toLowerCase()}; run the demo again`);
    await pause(POLL_INTERVAL_MS);
  }
  printer.line(owner.name, `${stamps(ticketStamps)} tickets, paid at the checkout, credited by its webhook`);
}

type Offer = Pick<Schema.PublishListingInput, 'side' | 'priceStamps' | 'steps'>;

async function publishListings(context: DemoContext, tradeProfile: string) {
  const { provider, consumer, printer } = context;
  printer.step('Both publish a listing, for the listing fee');
  const publish = async (party: DemoParty, offer: Offer): Promise<string> => {
    const title = 'A novel, German to English';
    const { agentId } = party.identity;
    const input = { agentId, tradeProfile, title, tags: ['translation', 'fiction'], ...offer };
    return (await party.api.listings.publish(input, party.key('publishListing'))).listingKey;
  };
  const steps = DELIVERIES.map(({ items }, index) => {
    return { title: index === 0 ? 'First half' : 'Second half', shareBps: 5000, items };
  });
  const offered = await publish(provider, { side: 'PROVIDE', priceStamps: ASK, steps });
  printer.line(provider.name, `offers it for ${stamps(ASK)}, in two steps`);
  const wanted = await publish(consumer, { side: 'CONSUME', priceStamps: BID });
  printer.line(consumer.name, `wants it for ${stamps(BID)} at most`);
  await printBalances(context);
  return { offered, wanted };
}

async function closeListing(party: DemoParty, listingKey: string): Promise<void> {
  await party.api.listings.update({ listingKey, lifecycleAction: 'CLOSE' }, party.key('updateListing'));
}

/** Moves earnings to the wallet and signs both humans out; their agents keep working. */
async function wrapUp(context: DemoContext, console: ClientOptions): Promise<void> {
  const { provider, consumer, printer } = context;
  printer.step(`${provider.owner.name} withdraws some of the earnings`);
  const input = { principalKey: provider.identity.principalKey, amountStamps: WITHDRAWN };
  await provider.ownerApi.money.returnFunds(input, provider.key('returnFunds'));
  printer.line(provider.owner.name, `moves ${stamps(WITHDRAWN)} from ${provider.name} to the wallet`);
  await printBalances(context);
  if (!provider.owner.session && !consumer.owner.session) return;
  printer.step('Both humans sign out, their agents stay');
  for (const party of [provider, consumer]) {
    await signOut(party.owner, console, printer);
    const tickets = stamps((await party.api.principals.get()).ticketBalanceStamps);
    printer.line(party.name, `reads its ${tickets} tickets with its own credential, as before`);
  }
}

async function printBalances({ provider, consumer, printer }: DemoContext): Promise<void> {
  for (const party of [provider, consumer]) {
    const { ticketBalanceStamps, bondAvailableStamps, bondReservedStamps } = await party.api.principals.get();
    const wallet = await party.ownerApi.money.wallet();
    const tickets = `wallet ${stamps(wallet.balanceStamps)}, tickets ${stamps(ticketBalanceStamps)}`;
    const bond = `bond available ${stamps(bondAvailableStamps)}, bond reserved ${stamps(bondReservedStamps)}`;
    printer.line(party.name, `${tickets}, ${bond}`);
  }
}
