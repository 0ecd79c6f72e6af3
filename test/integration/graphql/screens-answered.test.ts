import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Kind, OperationTypeNode, parse, print } from 'graphql';
import { type Signer, signRequest } from '../../../src/client';
import { firstEventCode } from '../../support/access';
import {
  activate,
  createParty,
  buyTickets,
  mutate,
  type Party,
  propose,
  publishContract,
  startTrade,
  type StartedTrade,
} from '../../support/actors';
import { startTestApp, type TestApp } from '../../support/app';
import { signerOf } from '../../support/exchange';
import { richPushedParty } from '../../support/webhook-agents';
import { Browser, refresh, signIn } from '../sign-in/support';

/** Each screen of the console is one request, which is answered without errors. */

const file = readFileSync(join(__dirname, '..', '..', '..', 'docs', 'examples', 'screens.graphql'), 'utf8');
const screens = parse(file).definitions.flatMap((definition) =>
  definition.kind === Kind.OPERATION_DEFINITION
    ? [{ name: definition.name?.value ?? '', operation: definition.operation, query: print(definition) }]
    : [],
);
const queries = screens
  .filter(({ operation }) => operation === OperationTypeNode.QUERY)
  .map(({ name, query }) => [name, query] as const);
const queryOf = (name: string): string => screens.find((screen) => screen.name === name)?.query ?? '';

let app: TestApp;
let provider: Party;
let consumer: Party;
let trade: StartedTrade;
let listingKey: string;

const PROFILE = 'translation.de-en/v1';

beforeAll(async () => {
  app = await startTestApp({ ATS_WEBHOOK_ALLOW_PRIVATE: 'true' });
  // No server listens on this port, so every attempt of a delivery fails.
  provider = await richPushedParty(app, 'http://127.0.0.1:1024/');
  consumer = await createParty(app, 'Lingua');
  await buyTickets(consumer);
  trade = await startTrade(provider, consumer);
  const offer = { tradeProfile: PROFILE, side: 'PROVIDE', title: 'Translation', tags: [], priceStamps: 500 };
  const published = await mutate<{ listing: { listingKey: string } }>(
    provider.api,
    'publishListing',
    { ...offer, agentId: provider.agentId, visibility: 'MARKET' },
    'listing { listingKey }',
  );
  ({ listingKey } = published.listing);
  await propose(provider, consumer);
}, 120_000);
afterAll(() => app.stop());

/** The callers and keys of the screens that are not those of an agent without variables. */
function callOf(name: string): { readonly signer: Signer; readonly variables: object } {
  const agent = { signer: signerOf(name === 'ListingPage' ? provider : consumer), variables: {} };
  const acting = { provider: 'test', subject: consumer.subject };
  switch (name) {
    case 'TradePage':
      return { ...agent, variables: { k: trade.tradeKey } };
    case 'ListingPage':
      return { ...agent, variables: { k: listingKey } };
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

async function answerOf(name: string, query: string, unsigned: object = {}): Promise<Record<string, unknown>> {
  const { signer, variables } = callOf(name);
  const request = {
    method: 'POST',
    url: `${app.url}/graphql`,
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

/** A part that the answer of a screen contains, where a member could be empty. */
const CONTENTS: ReadonlyMap<string, () => object> = new Map([
  ['Inbox', () => ({ principal: { proposals: { totalCount: 1, nodes: [{ listings: [{}, {}] }] } } })],
  ['ListingPage', () => ({ principal: { listing: { title: 'Translation', visibility: 'MARKET' } } })],
  ['Market', marketContents],
  ['Counterparty', counterpartyContents],
  ['FindPrincipal', () => ({ principals: { totalCount: 1, nodes: [{ displayName: 'Lingua' }] } })],
  ['TradePage', () => ({ principal: { trade: { tradeKey: trade.tradeKey } } })],
]);

function marketContents(): object {
  const offer = { priceStamps: 500, principal: { reputation: { settledTrades: 0 } } };
  const sides = [{ side: 'PROVIDE', activeListings: null }, { side: 'CONSUME' }];
  return { market: { totalCount: 1, nodes: [offer] }, tradeProfiles: [{ tradeProfile: PROFILE, sides }] };
}

function counterpartyContents(): object {
  const reputation = { counterparties: 0, faults: [] };
  return { publicPrincipal: { id: provider.principalKey, displayName: 'pushed', reputation } };
}

// @spec G15
test.each(queries)('The screen %s is answered in one request without errors', async (name, query) => {
  const session = name === 'Switcher' ? await bearer() : {};
  const data = await answerOf(name, query, session);
  expect(Object.values(data)).not.toContain(null);
  expect(data).toMatchObject(CONTENTS.get(name)?.() ?? {});
});

// @spec G15
test('The screen TradePage is answered for a settled trade, whose preview is its record', async () => {
  const { tradeKey } = trade;
  trade = await startTrade(provider, consumer);
  await mutate(consumer.api, 'activateTrade', { tradeKey: trade.tradeKey }, 'trade { id }');
  await mutate(provider.api, 'withdrawFromTrade', { tradeKey: trade.tradeKey }, 'trade { id }');
  const data = await answerOf('TradePage', queryOf('TradePage'));
  trade = { ...trade, tradeKey };
  const record = { outcome: 'COMPENSATED', failureClass: 'F4' };
  expect(data).toMatchObject({ principal: { trade: { lapse: record, settlement: record } } });
});

/** The JWT of a human who has signed in. */
async function bearer(): Promise<object> {
  const browser = new Browser();
  await signIn(browser, app, consumer.subject);
  return { authorization: `Bearer ${(await refresh(browser, app)).jwt}` };
}

// @spec G15
test('The screens OneTrade and Queue get their first events over one subscription each', async () => {
  const one = { query: queryOf('OneTrade'), variables: { k: trade.tradeKey } };
  const updated = firstEventCode(app.url, signerOf(consumer), one);
  await activate(trade);
  await publishContract(trade);
  await mutate(provider.api, 'withdrawFromTrade', { tradeKey: trade.tradeKey }, 'trade { state }');
  expect(await updated).toBe('done');
  const queue = { query: queryOf('Queue'), variables: {} };
  expect(await firstEventCode(app.url, { credential: app.operatorCredential }, queue)).toBe('done');
  expect(queries).toHaveLength(16);
  expect(screens).toHaveLength(18);
});
