import { setTimeout as pause } from 'node:timers/promises';
import type { DemoParty } from './party';
import { stamps, type Printer } from './printer';

const POLL_INTERVAL_MS = 300;
/** A person with a card needs a while; the stand-in's button takes milliseconds, or a restart of the server. */
const CHECKOUT_TIMEOUT_MS = 30 * 60_000;
const MOCK_CHECKOUT_TIMEOUT_MS = 90_000;

interface Purchase {
  readonly sessionId: string;
  readonly checkoutUrl: string | null;
  readonly status: 'OPEN' | 'PAID' | 'CREDITED' | 'EXPIRED' | 'PARKED';
  readonly ticketsStamps: number;
}

const FIELDS = 'sessionId checkoutUrl status ticketsStamps';

/** Buys a pack into the owner's wallet: a checkout session, the payment on its page, and the tickets when the processor has told of it. */
export async function buyTickets(party: DemoParty, pack: 'STARTER' | 'GROWTH', stage: Printer): Promise<void> {
  const { purchase } = await party.mutateAsOwner<{ purchase: Purchase }>(
    'buy',
    'purchaseTickets',
    { pack, to: 'WALLET' },
    `purchase { ${FIELDS} }`,
  );
  await pay(party, purchase, stage);
  stage.line(
    party.owner.name,
    `${stamps(purchase.ticketsStamps)} tickets, paid at the checkout, credited by its webhook`,
  );
}

async function pay(party: DemoParty, { sessionId, checkoutUrl }: Purchase, stage: Printer): Promise<void> {
  const standIn = checkoutUrl !== null && isStripeMock(checkoutUrl);
  if (!standIn && checkoutUrl !== null) stage.line(party.owner.name, `waits for you to pay at ${checkoutUrl}`);
  const until = Date.now() + (standIn ? MOCK_CHECKOUT_TIMEOUT_MS : CHECKOUT_TIMEOUT_MS);
  for (;;) {
    if (standIn) await press(checkoutUrl);
    const { status } = await look(party, sessionId);
    if (status === 'CREDITED') return;
    if (status === 'EXPIRED' || status === 'PARKED') throw new Error(`the checkout session is ${status.toLowerCase()}`);
    if (Date.now() > until) throw new Error(`the checkout session was not paid: it is ${status.toLowerCase()}`);
    await pause(POLL_INTERVAL_MS);
  }
}

async function look(party: DemoParty, sessionId: string): Promise<Purchase> {
  const document = `query ($sessionId: String!) { ticketPurchase(sessionId: $sessionId) { ${FIELDS} } }`;
  const { ticketPurchase } = await party.owner.api.query<{ ticketPurchase: Purchase }>(document, { sessionId });
  return ticketPurchase;
}

/** The stand-in's page is on this machine, without a card to fill in; Stripe's is neither. */
function isStripeMock(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && hostname === '127.0.0.1';
}

/** Presses the Pay button; pressing it again changes nothing. Nobody there (the server is down): another time. */
async function press(checkoutUrl: string): Promise<void> {
  const signal = AbortSignal.timeout(10_000);
  await fetch(checkoutUrl, { method: 'POST', redirect: 'manual', signal }).catch(() => undefined);
}
