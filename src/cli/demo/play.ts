import type { ClientOptions } from '../../client';
import { buyTickets } from './checkout';
import { bothHear, type Company, showBalances } from './company';
import { Ear } from './ear';
import { accept, closeListings, counter, publishListings, runMatch } from './market';
import { type Party, type PartyPlan, provision } from './party';
import type { Stage } from './stage';
import { acceptCreateActivate, createTrade, hearSettlement, playStep, withdraw } from './trade';

const COUNTERED = [400, 440];

function plans(runId: string): readonly [PartyPlan, PartyPlan] {
  const human = (name: string) => ({ provider: 'demo', subject: `${runId}-${name}` });
  return [
    { name: 'Lingua Works', does: 'Translates books.', acting: human('lingua-works') },
    { name: 'Northwind Press', does: 'Commissions translations.', acting: human('northwind-press') },
  ];
}

/** From its first event on: that one is in the list already, what comes after it comes over the socket. */
async function listen(party: Party, url: string | URL): Promise<void> {
  for (;;) {
    const { events } = await party.read<{ events: { nodes: { cursor: string }[] } }>(
      'events(first: 1) { nodes { cursor } }',
    );
    const [first] = events.nodes;
    if (first) {
      party.ear = new Ear({ url, credential: party.credential, after: first.cursor });
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function arrive(runId: string, console: ClientOptions, stage: Stage): Promise<Company> {
  stage.step('Two principals, each with an owner, a credential and an agent of its own');
  const [providing, consuming] = plans(runId);
  const provider = await provision(providing, console, `demo-${runId}-lingua-works`);
  stage.said(provider.name, `${provider.principalKey}  ${providing.does}`);
  const consumer = await provision(consuming, console, `demo-${runId}-northwind-press`);
  stage.said(consumer.name, `${consumer.principalKey}  ${consuming.does}`);
  return { provider, consumer, stage, tradeProfile: `demo.${runId}` };
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
    stage.step('Both buy tickets');
    await buyTickets(provider, 'STARTER', stage);
    await buyTickets(consumer, 'GROWTH', stage);
    await Promise.all([listen(provider, console.url), listen(consumer, console.url)]);
    const atFirst = await showBalances(company);
    stage.step('Both publish a listing, for the listing fee');
    const listings = await publishListings(company);
    const listed = await showBalances(company, atFirst);
    await completedTrade(company, listings.wanted);
    const between = await showBalances(company, listed);
    await brokenTrade(company, listings.wanted);
    await showBalances(company, between);
    await closeListings(company, listings);
    return company;
  } finally {
    provider.ear?.close();
    consumer.ear?.close();
  }
}
