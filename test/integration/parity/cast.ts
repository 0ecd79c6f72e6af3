import type { Credential, Signer } from '../../../src/client';
import type { Json, Stage } from './suite';

/** Companies and trades with which scenarios begin. */

export interface Company {
  readonly name: string;
  readonly p: { readonly principal_key: string };
  readonly owner: Signer;
  readonly agent: Signer;
  readonly agentKey: string;
  readonly agentId: string;
}

export const credentialOf = (issued: Json): Credential => ({
  apiKey: String(issued['api_key']),
  signingSecret: String(issued['signing_secret']),
});

export const card = (name: string): Json => ({
  name,
  description: 'Trades.',
  version: '1.0.0',
  capabilities: { streaming: false, pushNotifications: false },
});

interface Provisioned {
  readonly principal: { readonly principal_key: string };
  readonly credential: Json;
}

/** A principal with an owner, an agent and a credential. */
export async function found(stage: Stage, name: string): Promise<Company> {
  const owner = stage.human(name);
  const made = await stage.ask<Provisioned>(owner, 'provisionPrincipal', { display_name: name });
  const p = { principal_key: made.principal.principal_key };
  const agent = await stage.ask(owner, 'registerAgent', { ...p, card: card(name) });
  const agentId = String(agent['agent_id']);
  return {
    name,
    p,
    owner,
    agent: { credential: credentialOf(made.credential), agentId },
    agentKey: String(agent['agent_key']),
    agentId,
  };
}

/** Buys tickets through the checkout and pays on the stand-in's page. */
export async function buy(stage: Stage, who: Signer, what: Json): Promise<void> {
  const bought = await stage.ask(who, 'purchaseTickets', what);
  await fetch(String(bought['checkout_url']), { method: 'POST', redirect: 'manual' });
  const session = { session_id: bought['session_id'] };
  await stage.until(who, 'ticketPurchase', session, ({ status }) => status === 'credited');
}

export async function funded(stage: Stage, name: string): Promise<Company> {
  const company = await found(stage, name);
  await buy(stage, company.agent, { pack: 'growth' });
  return company;
}

export async function pair(stage: Stage): Promise<readonly [Company, Company]> {
  return [await funded(stage, 'Seller'), await funded(stage, 'Buyer')];
}

export const listing = (stage: Stage, company: Company, side: 'provide' | 'consume', more: Json = {}): Json => ({
  ...company.p,
  agent_id: company.agentId,
  trade_profile: `${stage.slug}.work`,
  side,
  title: 'Work',
  description: 'Some work.',
  tags: ['work'],
  price_stamps: 1_000,
  ...more,
});

interface Run {
  readonly proposals: readonly { readonly proposal_key: string; readonly proposal_id: string }[];
}

/** Publishes two matching listings and returns the proposal of a match run. */
export async function propose(stage: Stage, seller: Company, buyer: Company, more: Json = {}): Promise<string> {
  const trade_profile = `${stage.slug}.work-${String(stage.transcript.length)}`;
  await stage.ask(seller.agent, 'publishListing', listing(stage, seller, 'provide', { trade_profile, ...more }));
  return match(stage, buyer, listing(stage, buyer, 'consume', { trade_profile }));
}

export async function match(stage: Stage, buyer: Company, wanted: Json): Promise<string> {
  const sought = await stage.ask(buyer.agent, 'publishListing', wanted);
  const run = await stage.ask<Run>(buyer.agent, 'runMatch', { ...buyer.p, listing_key: sought['listing_key'] });
  const key = run.proposals[0]?.proposal_key;
  if (key === undefined) throw new Error('the match run made no proposal');
  return key;
}

export async function accept(stage: Stage, proposal_key: string, ...companies: readonly Company[]): Promise<void> {
  for (const { agent, p } of companies) {
    await stage.ask(agent, 'respondToProposal', { ...p, proposal_key, decision: 'accept' });
  }
}

/** The keys of a trade for one of its parties. */
export type Named = { readonly principal_key: string; readonly trade_key: string };

export interface Deal {
  readonly sold: Named;
  readonly bought: Named;
  readonly proposal_key: string;
}

/** Creates a trade from a proposal that both parties accept. */
export async function create(stage: Stage, seller: Company, buyer: Company, more: Json = {}): Promise<Deal> {
  const proposal_key = await propose(stage, seller, buyer, more);
  await accept(stage, proposal_key, seller, buyer);
  const made = await stage.ask(buyer.agent, 'createTrade', { ...buyer.p, proposal_key });
  const trade_key = String(made['trade_key']);
  return { sold: { ...seller.p, trade_key }, bought: { ...buyer.p, trade_key }, proposal_key };
}

export async function activated(stage: Stage, seller: Company, buyer: Company, more: Json = {}): Promise<Deal> {
  const deal = await create(stage, seller, buyer, more);
  await stage.ask(buyer.agent, 'activateTrade', deal.bought);
  return deal;
}

export const contract = {
  summary: 'All of it.',
  items: [
    { item_id: 'a', description: 'First part', weight: 600 },
    { item_id: 'b', description: 'Second part', weight: 400, artifact_uri: 'https://seller.example/b' },
  ],
};

/** Waits until the trade ends; returns its settlement as this party sees it. */
export async function settled(stage: Stage, who: Signer, trade: Named): Promise<Json> {
  await stage.until(who, 'principal.trade', trade, ({ settled_at }) => settled_at !== null);
  return stage.ask(who, 'principal.trade.settlement', trade);
}
