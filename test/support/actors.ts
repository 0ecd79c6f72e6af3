import { randomUUID } from 'node:crypto';
import { type Client as ApiClient, createClient, type Credential } from '../../src/client';
import type { TestApp } from './app';

/** A principal with an owner at the console, an agent and its own credential, created by signed GraphQL. */
export interface Party {
  readonly subject: string;
  readonly principalKey: string;
  readonly agentKey: string;
  readonly agentId: string;
  readonly credential: Credential;
  /** Signs as the principal's agent. */
  readonly api: ApiClient;
  /** The console acting for the owner. */
  readonly owner: ApiClient;
}

type Vars = Record<string, unknown>;

/** Runs one mutation with one input and returns its payload. */
export async function mutate<T = Vars>(
  api: ApiClient,
  field: string,
  input: Vars,
  selection: string,
  idempotencyKey?: string,
): Promise<T> {
  const type = `${field.charAt(0).toUpperCase()}${field.slice(1)}Input`;
  const document = `mutation ($input: ${type}!) { ${field}(input: $input) { ${selection} } }`;
  const data = await api.mutate<Record<string, T>>(
    document,
    { input },
    idempotencyKey === undefined ? {} : { idempotencyKey },
  );
  return data[field] as T;
}

/** Reads fields of the principal. */
export async function principal<T = Vars>(
  api: ApiClient,
  selection: string,
  variables: Vars = {},
  declared = '',
): Promise<T> {
  const data = await api.queryOrThrow<{ principal: T }>(`query ${declared} { principal { ${selection} } }`, variables);
  return data.principal;
}

const CARD = {
  name: 'Test agent',
  description: 'Trades in tests.',
  version: '1.0.0',
  capabilities: { streaming: false, pushNotifications: false },
};

export async function createParty(app: Pick<TestApp, 'url' | 'consoleFor'>, name: string): Promise<Party> {
  const subject = `${name}-${randomUUID()}`;
  const owner = app.consoleFor(subject);
  const provisioned = await mutate<{ principal: { principalKey: string }; credential: Credential }>(
    owner,
    'provisionPrincipal',
    { displayName: name },
    'principal { principalKey } credential { apiKey signingSecret }',
  );
  const { principalKey } = provisioned.principal;
  const { agent } = await mutate<{ agent: { agentKey: string; agentId: string } }>(
    owner,
    'registerAgent',
    { principalKey, card: { ...CARD, name } },
    'agent { agentKey agentId }',
  );
  const { credential } = provisioned;
  const api = createClient({ url: app.url, credential, agentId: agent.agentId });
  return { subject, principalKey, ...agent, credential, api, owner };
}

/** Buys tickets through the checkout: session, payment on the stand-in's page, webhook. */
export async function buyTickets(party: Party, pack: 'STARTER' | 'GROWTH' | 'SCALE' = 'GROWTH'): Promise<void> {
  const { purchase } = await mutate<{ purchase: { sessionId: string; checkoutUrl: string } }>(
    party.api,
    'purchaseTickets',
    { pack },
    'purchase { sessionId checkoutUrl }',
  );
  // The stand-in answers after the service accepted its webhook.
  await fetch(purchase.checkoutUrl, { method: 'POST', redirect: 'manual' });
}

export interface Deal {
  readonly provider: Party;
  readonly consumer: Party;
  readonly proposalKey: string;
}

/** Returns the key of the new listing. */
export async function publishListing({ api }: Party, input: Vars): Promise<string> {
  type Published = { listing: { listingKey: string } };
  return (await mutate<Published>(api, 'publishListing', input, 'listing { listingKey }')).listing.listingKey;
}

/** Runs a match, and returns the key of its first proposal. */
export async function matchOf({ api }: Party, listingKey: string, more: Vars = {}): Promise<string> {
  type Run = { matchRun: { proposals: { proposalKey: string }[] } };
  const { matchRun } = await mutate<Run>(
    api,
    'runMatch',
    { listingKey, ...more },
    'matchRun { proposals { proposalKey } }',
  );
  const proposalKey = matchRun.proposals[0]?.proposalKey;
  if (proposalKey === undefined) throw new Error('the match run made no proposal');
  return proposalKey;
}

/** Publishes two matching listings and returns the proposal of a match run. */
export async function propose(
  provider: Party,
  consumer: Party,
  options: { price?: number; steps?: { title: string; shareBps: number; items?: object[] }[]; profile?: string } = {},
): Promise<Deal> {
  const { price = 1000, profile = `test.${randomUUID().slice(0, 8)}`, steps } = options;
  const listing = {
    tradeProfile: profile,
    title: 'Work',
    description: 'Some work.',
    tags: ['work'],
    priceStamps: price,
  };
  const offer = { ...listing, side: 'PROVIDE', agentId: provider.agentId, ...(steps && { steps }) };
  await publishListing(provider, offer);
  const wanted = await publishListing(consumer, { ...listing, side: 'CONSUME', agentId: consumer.agentId });
  return { provider, consumer, proposalKey: await matchOf(consumer, wanted) };
}

export async function accept({ proposalKey }: Pick<Deal, 'proposalKey'>, ...parties: Party[]): Promise<void> {
  for (const { api } of parties) {
    await mutate(api, 'respondToProposal', { proposalKey, decision: 'ACCEPT' }, 'proposal { state }');
  }
}

export interface StartedTrade extends Deal {
  readonly tradeKey: string;
}

/** Returns the key of the new trade. */
export async function createTrade({ api }: Party, proposalKey: string): Promise<string> {
  type Created = { trade: { tradeKey: string } };
  return (await mutate<Created>(api, 'createTrade', { proposalKey }, 'trade { tradeKey }')).trade.tradeKey;
}

/** Creates a trade from a proposal that both parties accept. */
export async function startTrade(
  provider: Party,
  consumer: Party,
  options: Parameters<typeof propose>[2] = {},
): Promise<StartedTrade> {
  const deal = await propose(provider, consumer, options);
  await accept(deal, provider, consumer);
  return { ...deal, tradeKey: await createTrade(consumer, deal.proposalKey) };
}

export const activate = (trade: StartedTrade, by: Party = trade.consumer) =>
  mutate(by.api, 'activateTrade', { tradeKey: trade.tradeKey }, 'trade { state steps { stepNo state deadlineAt } }');

export const publishContract = (trade: StartedTrade, stepNo = 1, by: Party = trade.provider) =>
  mutate(
    by.api,
    'publishDeliveryContract',
    {
      tradeKey: trade.tradeKey,
      stepNo,
      summary: 'All of it.',
      items: [
        { itemId: 'a', description: 'First part', weight: 6000 / 10 },
        { itemId: 'b', description: 'Second part', weight: 4000 / 10 },
      ],
    },
    'step { state contractPublishedAt deadlineAt } trade { state }',
  );

export const checkpoint = (
  trade: StartedTrade,
  input: Vars = { status: 'CONFIRMED' },
  stepNo = 1,
  by: Party = trade.consumer,
) =>
  mutate(
    by.api,
    'submitCheckpoint',
    { tradeKey: trade.tradeKey, stepNo, ...input },
    'step { checkpointStatus coverageBps deadlineAt } trade { state }',
  );

/** Polls until the answer satisfies the condition; a test never sleeps for a fixed time. */
export async function until<T>(ask: () => Promise<T>, good: (answer: T) => boolean, withinMs = 60_000): Promise<T> {
  const end = Date.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (good(answer)) return answer;
    if (Date.now() > end) throw new Error(`still not so after ${String(withinMs)} ms: ${JSON.stringify(answer)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const TERMINAL = ['COMPLETED', 'FAILED', 'COMPENSATED'];

/** Waits for the worker to settle the trade and returns its settlement as this party sees it. */
export async function settled(trade: StartedTrade, by: Party = trade.provider): Promise<Vars> {
  const selection = `trade(tradeKey: $key) { state settlement {
    outcome failureClass failureCause faultedStepNo faultPrincipalKey slashAmount comp { principalKey amount exposureBasis kind }
    own { paidStamps receivedStamps feesStamps bondReleasedStamps bondSlashedStamps compensationStamps } } }`;
  const { trade: found } = await until(
    () =>
      principal<{ trade: { state: string; settlement: Vars } }>(
        by.api,
        selection,
        { key: trade.tradeKey },
        '($key: ID!)',
      ),
    (answer) => TERMINAL.includes(answer.trade.state),
  );
  return { state: found.state, ...found.settlement };
}

export interface Balances {
  readonly ticketBalanceStamps: number;
  readonly bondAvailableStamps: number;
  readonly bondReservedStamps: number;
}

export const balances = ({ api }: Party): Promise<Balances> =>
  principal<Balances>(api, 'ticketBalanceStamps bondAvailableStamps bondReservedStamps');
