import type { ClientOptions } from '../../client';
import { eventCursor } from '../../domain/events/event-cursor';
import { buyTickets } from './checkout';
import { waitForBoth, type DemoContext, type BalanceSnapshot, showBalances } from './context';
import { EventInbox } from './event-inbox';
import { signInAs, signOut } from './human';
import { accept, closeListings, counter, publishListings, runMatch } from './market';
import { type DemoParty, provision } from './party';
import { type Printer, stamps } from './printer';
import { acceptCreateActivate, createTrade, waitForSettlement, playStep, withdraw } from './trade';
import { fund, withdrawToWallet } from './wallet';

const COUNTERED = [400, 440];
const FUNDED = { provider: 1_000, consumer: 2_500 };
const WITHDRAWN = 600;

/** From before its first event, which need not have happened yet. */
function listen(party: DemoParty, url: string | URL): void {
  party.inbox = new EventInbox({ url, credential: party.credential, after: eventCursor(0n) });
}

async function createParties(runId: string, console: ClientOptions, stage: Printer): Promise<DemoContext> {
  stage.step('Two humans, each with a wallet, sign in');
  const ada = await signInAs('Ada', `${runId}-ada`, console, stage);
  const ben = await signInAs('Ben', `${runId}-ben`, console, stage);
  const named = [ada, ben].filter(({ signedIn }) => !signedIn).map(({ name, acting }) => `${name} (${acting.subject})`);
  if (named.length > 0) stage.entry(`nobody can sign in from here: the console acts for ${named.join(' and ')} unseen`);
  stage.step('Each gets a principal, with a credential and an agent of its own');
  const providing = { name: 'Lingua Works', does: 'Translates books.', owner: ada };
  const provider = await provision(providing, console, `demo-${runId}-lingua-works`);
  stage.line(provider.name, `${provider.principalKey}  ${providing.does}`);
  const consuming = { name: 'Northwind Press', does: 'Commissions translations.', owner: ben };
  const consumer = await provision(consuming, console, `demo-${runId}-northwind-press`);
  stage.line(consumer.name, `${consumer.principalKey}  ${consuming.does}`);
  return { provider, consumer, printer: stage, tradeProfile: `demo.${runId}` };
}

/** Tickets for the wallets, and from there to the principals. */
async function funded(company: DemoContext): Promise<BalanceSnapshot> {
  const { provider, consumer, printer: stage } = company;
  stage.step('Both humans buy tickets for their wallets');
  await buyTickets(provider, 'STARTER', stage);
  await buyTickets(consumer, 'GROWTH', stage);
  const before = await showBalances(company);
  stage.step('Both fund their principals');
  await fund(provider, FUNDED.provider, stage);
  await fund(consumer, FUNDED.consumer, stage);
  return showBalances(company, before);
}

/** What was earned goes home; who signs out leaves the agents at work. */
async function wrapUp(company: DemoContext, console: ClientOptions, before: BalanceSnapshot): Promise<void> {
  const { provider, consumer, printer: stage } = company;
  stage.step(`${provider.owner.name} takes some of it home`);
  await withdrawToWallet(provider, WITHDRAWN, stage);
  await showBalances(company, before);
  if (!provider.owner.signedIn && !consumer.owner.signedIn) return;
  stage.step('Both humans sign out, their agents stay');
  for (const party of [provider, consumer]) {
    await signOut(party.owner, console, stage);
    const { ticketBalanceStamps } = await party.read<{ ticketBalanceStamps: number }>('ticketBalanceStamps');
    stage.line(party.name, `reads its ${stamps(ticketBalanceStamps)} tickets with its own credential, as before`);
  }
}

async function completedTrade(company: DemoContext, wanted: string): Promise<void> {
  const { provider, consumer, printer: stage } = company;
  stage.step(`${consumer.name} runs a match`);
  const proposal = await runMatch(company, 'match-1', wanted);
  const { proposalKey } = proposal;
  stage.step(`${consumer.name} makes a counter-offer`);
  await counter(company, proposal, COUNTERED);
  await accept(provider, 'accept-1', proposalKey, 2);
  stage.line(provider.name, 'accepts');
  await waitForBoth(company, 'PROPOSAL_ACCEPTED', proposalKey);
  stage.step('The trade, in two steps');
  const tradeKey = await createTrade(company, proposalKey);
  await playStep(company, tradeKey, 1);
  await playStep(company, tradeKey, 2);
  stage.step('The trade is settled, without a fault');
  await waitForSettlement(company, 'TRADE_COMPLETED', tradeKey);
}

async function brokenTrade(company: DemoContext, wanted: string): Promise<void> {
  const { provider, consumer, printer: stage } = company;
  stage.step(`${consumer.name} runs a match again, and both accept`);
  const { proposalKey } = await runMatch(company, 'match-2', wanted);
  await accept(provider, 'accept-2', proposalKey, 1);
  stage.line(provider.name, 'accepts');
  const tradeKey = await acceptCreateActivate(company, proposalKey);
  stage.step(`${provider.name} withdraws, and the trade is settled with a fault (F4)`);
  await withdraw(company, tradeKey);
  await waitForSettlement(company, 'TRADE_FAILED', tradeKey);
}

/**
 * Plays two trades of two principals over public GraphQL and the socket. Every change has a key of the run, so that a
 * run that was cut short goes on where it was when it is played again under the same `runId`.
 */
export async function runDemo(runId: string, console: ClientOptions, stage: Printer): Promise<DemoContext> {
  const company = await createParties(runId, console, stage);
  const { provider, consumer } = company;
  try {
    listen(provider, console.url);
    listen(consumer, console.url);
    const atFirst = await funded(company);
    stage.step('Both publish a listing, for the listing fee');
    const listings = await publishListings(company);
    const listed = await showBalances(company, atFirst);
    await completedTrade(company, listings.wanted);
    const between = await showBalances(company, listed);
    await brokenTrade(company, listings.wanted);
    const after = await showBalances(company, between);
    await closeListings(company, listings);
    await wrapUp(company, console, after);
    return company;
  } finally {
    provider.inbox?.close();
    consumer.inbox?.close();
  }
}
