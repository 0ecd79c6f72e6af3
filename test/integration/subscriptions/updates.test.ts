import { createClient } from 'graphql-ws';
import WebSocket from 'ws';
import { signConnectionParams, type Signer } from '../../../src/client';
import { useTestApp } from '../../support/app';
import { twoParties } from '../../support/trades';
import { signerOf } from '../../support/exchange';
import { until } from '../../support/service';
import { activate, createParty, type Party, propose, publishContract, accept, startTrade } from '../../support/actors';

/** Subscriptions to one object, to filtered events, and to events of all principals of a human. */

type Data = Readonly<Record<string, unknown>>;

const app = useTestApp();
let provider: Party;
let consumer: Party;

beforeAll(async () => {
  ({ provider, consumer } = await twoParties(app));
});

interface Followed {
  readonly received: Data[];
  readonly codes: string[];
  stop(): void;
}

const opened: Followed[] = [];
afterEach(() => {
  for (const followed of opened.splice(0)) followed.stop();
});

/** Follows a subscription of its own socket. */
function follow(signer: Signer, query: string, variables: Record<string, unknown> = {}): Followed {
  const http = `${app.url}/graphql`;
  const url = http.replace(/^http/, 'ws');
  const client = createClient({
    url,
    webSocketImpl: WebSocket,
    retryAttempts: 0,
    connectionParams: () => ({ ...signConnectionParams(http, signer) }),
  });
  const received: Data[] = [];
  const codes: string[] = [];
  client.subscribe<Data>(
    { query, variables },
    {
      next: ({ data }) => {
        if (data) received.push(data);
      },
      error: (errors) => {
        for (const { extensions } of errors as { extensions: { code: string } }[]) codes.push(extensions.code);
      },
      complete: () => undefined,
    },
  );
  const followed = { received, codes, stop: () => void client.dispose() };
  opened.push(followed);
  return followed;
}

const owner = ({ subject }: Party): Signer => ({ credential: app.console, acting: { provider: 'test', subject } });

const TRADE = `subscription ($k: ID!, $after: String) { tradeUpdated(tradeKey: $k, after: $after) {
  tradeKey state nextDeadlineAt steps { stepNo state deadlineAt } } }`;

// @spec SU20
test('tradeUpdated sends the trade after each of its events, missed ones first, and no other trade', async () => {
  const { events } = await provider.api
    .queryOrThrow<{ principal: { events: { pageInfo: { endCursor: string } } } }>(
      '{ principal { events(first: 200) { pageInfo { endCursor } } } }',
    )
    .then(({ principal }) => principal);
  const trade = await startTrade(provider, consumer);
  await startTrade(provider, consumer);
  const { received } = follow(signerOf(consumer), TRADE, { k: trade.tradeKey, after: events.pageInfo.endCursor });
  await until(() => Promise.resolve(received.length > 0), 'the missed event');
  await activate(trade);
  await publishContract(trade);
  const operator = follow({ credential: app.operatorCredential }, TRADE, { k: trade.tradeKey });
  await until(() => Promise.resolve(received.length === 3), 'each event');
  const states = received.map(({ tradeUpdated }) => tradeUpdated as { tradeKey: string; state: string });
  expect(states.map(({ tradeKey }) => tradeKey)).toEqual(Array(3).fill(trade.tradeKey));
  expect(states.at(-1)).toMatchObject({ state: 'EXECUTING', steps: [{ stepNo: 1, state: 'ACTIVE' }] });
  expect(operator.codes).toEqual([]);
});

test('an object of others is not found by a subscription', async () => {
  const otherParty = await createParty(app, 'Stranger');
  const trade = await startTrade(provider, consumer);
  const trades = follow(signerOf(otherParty), TRADE, { k: trade.tradeKey });
  const query = 'subscription ($k: ID!) { proposalUpdated(proposalKey: $k) { state } }';
  const proposals = follow(signerOf(otherParty), query, { k: trade.proposalKey });
  await until(() => Promise.resolve(trades.codes.length + proposals.codes.length === 2), 'both refusals');
  expect([...trades.codes, ...proposals.codes]).toEqual(['trade_not_found', 'proposal_not_found']);
});

// @spec SU21
test('proposalUpdated sends the proposal after each event about it', async () => {
  const proposal = await propose(provider, consumer);
  const query = 'subscription ($k: ID!) { proposalUpdated(proposalKey: $k) { proposalKey state } }';
  const { received } = follow(owner(consumer), query, { k: proposal.proposalKey });
  const feed = follow(signerOf(consumer), 'subscription { events { type } }');
  // Another proposal shows when the subscriptions have begun.
  await until(async () => {
    await propose(provider, consumer);
    return feed.received.length > 0;
  }, 'an event');
  await accept(proposal, provider, consumer);
  await until(() => Promise.resolve(received.length > 0), 'the update');
  expect(received).toEqual([{ proposalUpdated: { proposalKey: proposal.proposalKey, state: 'ACCEPTED' } }]);
});

// @spec SU22
test('events of all principals of a human come in one subscription, filtered by the object', async () => {
  const all = follow(owner(consumer), 'subscription { events(allPrincipals: true) { type data } }');
  const refused = follow(signerOf(consumer), 'subscription { events(allPrincipals: true) { type } }');
  const trade = await startTrade(provider, consumer);
  const query = 'subscription ($k: ID!) { events(tradeKey: $k, subjectKey: $k) { type subjectKey } }';
  const ofTrade = follow(signerOf(consumer), query, { k: trade.tradeKey });
  await until(async () => {
    await startTrade(provider, consumer);
    return all.received.length > 0;
  }, 'an event of all');
  await activate(trade);
  const typesOf = () => ofTrade.received.map(({ events }) => (events as { type: string }).type);
  await until(() => Promise.resolve(typesOf().includes('TRADE_STEP_ACTIVATED')), 'the event of the trade');
  expect(ofTrade.received.map(({ events }) => (events as { subjectKey: string }).subjectKey)).toEqual(
    ofTrade.received.map(() => trade.tradeKey),
  );
  expect(refused.codes).toEqual(['platform_only']);
});

// @spec SU23
test('operatorQueueChanged sends the state of a queue at once', async () => {
  const query = 'subscription { operatorQueueChanged(queue: VERDICT) { queue count oldestAt nextDeadlineAt } }';
  const { received } = follow({ credential: app.operatorCredential }, query);
  const refused = follow(signerOf(consumer), query);
  await until(() => Promise.resolve(received.length > 0 && refused.codes.length > 0), 'the state');
  expect(received[0]).toMatchObject({ operatorQueueChanged: { queue: 'VERDICT', count: 0, oldestAt: null } });
  expect(refused.codes).toEqual(['platform_only']);
});
