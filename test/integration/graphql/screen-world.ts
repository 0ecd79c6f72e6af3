import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Kind, parse, print } from 'graphql';
import { type Signer, signRequest } from '../../../src/client';
import {
  buyTickets,
  createParty,
  mutate,
  type Party,
  propose,
  startTrade,
  type StartedTrade,
} from '../../support/actors';
import type { TestApp } from '../../support/app';
import { signerOf } from '../../support/exchange';
import { richPushedParty } from '../../support/webhook-agents';
import { Browser, refresh, signIn } from '../sign-in/support';

/** The screens of docs/examples/screens.graphql, and two parties who see them. */

const file = readFileSync(join(__dirname, '..', '..', '..', 'docs', 'examples', 'screens.graphql'), 'utf8');
export const screens = parse(file).definitions.flatMap((definition) =>
  definition.kind === Kind.OPERATION_DEFINITION
    ? [{ name: definition.name?.value ?? '', operation: definition.operation, query: print(definition) }]
    : [],
);

export const PROFILE = 'translation.de-en/v1';

export class ScreenWorld {
  private constructor(
    readonly app: TestApp,
    readonly provider: Party,
    readonly consumer: Party,
    /** The trade and the listing that screens of one object show. */
    public trade: StartedTrade,
    private readonly listingKey: string,
  ) {}

  static async open(app: TestApp): Promise<ScreenWorld> {
    // No server listens on this port, so every attempt of a delivery fails.
    const provider = await richPushedParty(app, 'http://127.0.0.1:1024/');
    const consumer = await createParty(app, 'Lingua');
    await buyTickets(consumer);
    const trade = await startTrade(provider, consumer);
    const listingKey = await publish(provider, PROFILE);
    await propose(provider, consumer);
    return new ScreenWorld(app, provider, consumer, trade, listingKey);
  }

  /** The callers and keys of the screens that are not those of an agent without variables. */
  private callOf(name: string): { readonly signer: Signer; readonly variables: object } {
    const { app, provider, consumer } = this;
    const agent = { signer: signerOf(name === 'ListingPage' ? provider : consumer), variables: {} };
    const acting = { provider: 'test', subject: consumer.subject };
    switch (name) {
      case 'TradePage':
        return { ...agent, variables: { k: this.trade.tradeKey } };
      case 'ListingPage':
        return { ...agent, variables: { k: this.listingKey } };
      case 'ActiveListings':
        return { ...agent, variables: { a: consumer.agentKey } };
      case 'Counterparty':
        return { ...agent, variables: { k: provider.principalKey } };
      case 'WalletStatement':
        return { ...agent, signer: { credential: app.console, acting } };
      case 'Switcher':
        return { ...agent, signer: { credential: app.console } };
      case 'FindPrincipal':
        return { ...agent, signer: { credential: app.operatorCredential } };
      default:
        return agent;
    }
  }

  /** The headers of a screen beside the signature. */
  async headersOf(name: string): Promise<object> {
    if (name !== 'Switcher') return {};
    const browser = new Browser();
    await signIn(browser, this.app, this.consumer.subject);
    return { authorization: `Bearer ${(await refresh(browser, this.app)).jwt}` };
  }

  async answerOf(name: string, query: string, unsigned: object = {}): Promise<Record<string, unknown>> {
    const { signer, variables } = this.callOf(name);
    const request = {
      method: 'POST',
      url: `${this.app.url}/graphql`,
      headers: { 'content-type': 'application/json', ...unsigned },
      body: JSON.stringify({ query, variables }),
    };
    const { url, headers, body } = signRequest(request, signer, { now: new Date() });
    const response = await fetch(url, { method: 'POST', headers, body: body as string });
    expect(response.status).toBe(200);
    const answer = (await response.json()) as { data: Record<string, unknown>; errors?: object[] };
    expect(answer.errors).toBeUndefined();
    return answer.data;
  }
}

/** Publishes an offer in the market. Returns its key. */
export async function publish({ api, agentId }: Party, tradeProfile: string): Promise<string> {
  const offer = {
    tradeProfile,
    side: 'PROVIDE',
    title: 'Translation',
    tags: [],
    priceStamps: 500,
    visibility: 'MARKET',
  };
  const { listing } = await mutate<{ listing: { listingKey: string } }>(
    api,
    'publishListing',
    { ...offer, agentId },
    'listing { listingKey }',
  );
  return listing.listingKey;
}
