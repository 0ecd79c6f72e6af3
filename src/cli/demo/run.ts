import type { ClientOptions } from '../../client';
import { eventCursor } from '../../domain/events/event-cursor';
import { buyTickets } from './checkout';
import { bothHear, type Company, type Readings, showBalances } from './context';
import { Ear } from './event-inbox';
import { arriveAs, leave } from './human';
import { accept, closeListings, counter, publishListings, runMatch } from './market';
import { type Party, provision } from './party';
import { type Stage, stamps } from './printer';
import { acceptCreateActivate, createTrade, hearSettlement, playStep, withdraw } from './trade';
import { fund, takeHome } from './wallet';

const COUNTERED = [400, 440];
const FUNDED = { provider: 1_000, consumer: 2_500 };
const TAKEN_HOME = 600;

/** From before its first event, which need not have happened yet. */
function listen(party: Party, url: string | URL): void {
  party.ear = new Ear({ url, credential: party.credential, after: eventCursor(0n) });
}

async function arrive(runId: string, console: ClientOptions, stage: Stage): Promise<Company> {
  stage.step('Two humans, each with a wallet, sign in');
  const ada = await arriveAs('Ada', `${runId}-ada`, console, stage);
  const ben = await arriveAs('Ben', `${runId}-ben`, console, stage);
  const named = [ada, ben].filter(({ signedIn }) => !signedIn).map(({ name, acting }) => `${name} (${acting.subject})`);
  if (named.length > 0) stage.line(`nobody can sign in from here: the console acts for ${named.join(' and ')} unseen`);
  stage.step('Each gets a principal, with a credential and an agent of its own');
  const providing = { name: 'Lingua Works', does: 'Translates books.', owner: ada };
  const provider = await provision(providing, console, `demo-${runId}-lingua-works`);
  stage.said(provider.name, `${provider.principalKey}  ${providing.does}`);
  const consuming = { name: 'Northwind Press', does: 'Commissions translations.', owner: ben };
  const consumer = await provision(consuming, console, `demo-${runId}-northwind-press`);
  stage.said(consumer.name, `${consumer.principalKey}  ${consuming.does}`);
  return { provider, consumer, stage, tradeProfile: `demo.${runId}` };
}

/** Tickets for the wallets, and from there to the principals. */
async function funded(company: Company): Promise<Readings> {
  const { provider, consumer, stage } = company;
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
async function depart(company: Company, console: ClientOptions, before: Readings): Promise<void> {
  const { provider, consumer, stage } = company;
  stage.step(`${provider.owner.name} takes some of it home`);
  await takeHome(provider, TAKEN_HOME, stage);
  await showBalances(company, before);
  if (!provider.owner.signedIn && !consumer.owner.signedIn) return;
  stage.step('Both humans sign out, their agents stay');
  for (const party of [provider, consumer]) {
    await leave(party.owner, console, stage);
    const { ticketBalanceStamps } = await party.read<{ ticketBalanceStamps: number }>('ticketBalanceStamps');
    stage.said(party.name, `reads its ${stamps(ticketBalanceStamps)} tickets with its own credential, as before`);
  }
}

async function completedTrade(company: Company, wanted: string): Promise<void> {
  const { provider, consumer, stage } = company;
  stage.step(`${consumer.name} runs a match`);
  const proposal = await runMatch(company, 'match-1', wanted);
  const { proposalKey } = proposal;
  stage.step(`${consumer.name} makes a counter-offer`);
  await counter(company, proposal, COUNTERED);
  await accept(provider, 'accept-1', proposalKey, 2);
  stage.said(provider.name, 'accepts');
  await bothHear(company, 'PROPOSAL_ACCEPTED', proposalKey);
  stage.step('The trade, in two steps');
  const tradeKey = await createTrade(company, proposalKey);
  await playStep(company, tradeKey, 1);
  await playStep(company, tradeKey, 2);
  stage.step('The trade is settled, without a fault');
  await hearSettlement(company, 'TRADE_COMPLETED', tradeKey);
}

async function brokenTrade(company: Company, wanted: string): Promise<void> {
  const { provider, consumer, stage } = company;
  stage.step(`${consumer.name} runs a match again, and both accept`);
  const { proposalKey } = await runMatch(company, 'match-2', wanted);
  await accept(provider, 'accept-2', proposalKey, 1);
  stage.said(provider.name, 'accepts');
  const tradeKey = await acceptCreateActivate(company, proposalKey);
  stage.step(`${provider.name} withdraws, and the trade is settled with a fault (F4)`);
  await withdraw(company, tradeKey);
  await hearSettlement(company, 'TRADE_FAILED', tradeKey);
}

/**
 * Plays two trades of two principals over public GraphQL and the socket. Every change has a key of the run, so that a
 * run that was cut short goes on where it was when it is played again under the same `runId`.
 */
export async function play(runId: string, console: ClientOptions, stage: Stage): Promise<Company> {
  const company = await arrive(runId, console, stage);
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
    await depart(company, console, after);
    return company;
  } finally {
    provider.ear?.close();
    consumer.ear?.close();
  }
}
