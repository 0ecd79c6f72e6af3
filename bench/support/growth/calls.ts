import { Agent } from 'node:http';
import { signRequest } from '../../../src/client';
import { keyOf } from '../../../src/domain/keys';
import { CONTRACT } from '../effects';
import type { Timed } from '../bench';
import { exchange, type Mutate } from '../http';
import type { Party } from '../market';

/** What two principals do in a round: every read of what they have, and a trade from its listings to its checkpoint. */

export interface Pair {
  readonly provider: Party;
  readonly consumer: Party;
}

export interface Caller {
  readonly mutate: Mutate;
  readonly read: (
    document: string,
    variables?: Readonly<Record<string, unknown>>,
  ) => Promise<Readonly<Record<string, unknown>>>;
}

const PAGE = 'pageInfo { hasNextPage endCursor }';
const STEPS = `steps { stepNo title state priceStamps deadlineAt provider { principalKey displayName } consumer { principalKey displayName } }`;

/** Documents by the name of what they read; first pages, as anybody asks for them. */
const READS: Readonly<Record<string, string>> = {
  'principal, its balances': '{ principal { displayName ticketBalanceStamps bondAvailableStamps } }',
  'trades, a page': `{ principal { trades(first: 20) { nodes { tradeKey state ${STEPS} settlement { outcome } } ${PAGE} } } }`,
  'proposals, a page': `{ principal { proposals(first: 20) { nodes { proposalKey state currentRevision { revisionNo } } ${PAGE} } } }`,
  'listings, a page': `{ principal { listings(first: 20) { nodes { listingKey state priceStamps } ${PAGE} } } }`,
  'events, a page': `{ principal { events(first: 50) { nodes { id type } ${PAGE} } } }`,
  'postings, a page': `{ principal { postings(first: 50) { nodes { id kind amountStamps balanceAfterStamps } ${PAGE} } } }`,
};

export function openRead(base: string, party: Party): { readonly read: Caller['read']; close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const url = `${base}/graphql`;
  const read: Caller['read'] = async (query, variables = {}) => {
    const request = {
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    };
    const signed = signRequest(request, party, { now: new Date() });
    const { status, text } = await exchange(agent, 'POST', url, signed.headers, signed.body as string);
    const { data, errors } = JSON.parse(text) as { data?: Record<string, unknown>; errors?: unknown };
    if (status !== 200 || errors !== undefined || !data) throw new Error(`${String(status)} ${text}`);
    return data;
  };
  return { read, close: () => agent.destroy() };
}

export async function readAll({ read }: Caller, tradeKey: string, timed: Timed): Promise<void> {
  for (const [name, document] of Object.entries(READS)) await timed(name, () => read(document));
  const one = `query ($key: ID!) { principal { trade(tradeKey: $key) { tradeKey state ${STEPS} settlement { outcome settledAt } } } }`;
  await timed('a trade', () => read(one, { key: tradeKey }));
}

interface Proposed {
  readonly matchRun: { readonly proposals: readonly { readonly proposalKey: string }[] };
}

const documentOf = (field: string, payload: string): string =>
  `mutation ($input: ${field.charAt(0).toUpperCase()}${field.slice(1)}Input!) { ${field}(input: $input) { ${payload} } }`;

/** A trade from its listings to the checkpoint; answers its key. */
export async function live({ mutate }: Caller, pair: Pair, profile: string, timed: Timed): Promise<string> {
  const { provider, consumer } = pair;
  const call = <T>(by: Party, field: string, input: object, payload: string): Promise<T> =>
    timed(field, () => mutate<T>(by, documentOf(field, payload), { ...input }));
  const offer = await publish(call, provider, 'PROVIDE', profile);
  const wanted = await publish(call, consumer, 'CONSUME', profile);
  const run = await call<Proposed>(
    consumer,
    'runMatch',
    { listingKey: wanted },
    'matchRun { proposals { proposalKey } }',
  );
  const proposalKey = run.matchRun.proposals[0]?.proposalKey;
  if (proposalKey === undefined) throw new Error('the two listings do not meet');
  const terms = termsOf(pair);
  await call(
    consumer,
    'respondToProposal',
    { proposalKey, decision: 'COUNTER', expectedRevisionNo: 1, terms },
    'proposal { state }',
  );
  await call(
    provider,
    'respondToProposal',
    { proposalKey, decision: 'ACCEPT', expectedRevisionNo: 2 },
    'proposal { state }',
  );
  const { trade } = await call<{ trade: { tradeKey: string } }>(
    consumer,
    'createTrade',
    { proposalKey },
    'trade { tradeKey }',
  );
  const { tradeKey } = trade;
  await call(consumer, 'activateTrade', { tradeKey }, 'trade { state }');
  const items = CONTRACT.items.map(({ item_id: itemId, description, weight }) => ({ itemId, description, weight }));
  await call(
    provider,
    'publishDeliveryContract',
    { tradeKey, stepNo: 1, summary: CONTRACT.summary, items },
    'trade { state }',
  );
  await call(consumer, 'submitCheckpoint', { tradeKey, stepNo: 1, status: 'CONFIRMED' }, 'trade { state }');
  for (const [by, listingKey] of [
    [provider, offer],
    [consumer, wanted],
  ] as const) {
    await call(by, 'updateListing', { listingKey, lifecycleAction: 'CLOSE' }, 'listing { state }');
  }
  await call(provider, 'reserveBond', { amountStamps: 5 }, 'principal { id }');
  await call(provider, 'releaseBond', { amountStamps: 5 }, 'principal { id }');
  return tradeKey;
}

type Call = <T>(by: Party, field: string, input: object, payload: string) => Promise<T>;

async function publish(call: Call, party: Party, side: 'PROVIDE' | 'CONSUME', tradeProfile: string): Promise<string> {
  const listing = {
    tradeProfile,
    title: 'Work',
    description: 'Some work.',
    tags: [],
    priceStamps: 900,
    side,
    agentId: party.agentId,
  };
  const answer = await call<{ listing: { listingKey: string } }>(
    party,
    'publishListing',
    listing,
    'listing { listingKey }',
  );
  return answer.listing.listingKey;
}

function termsOf({ provider, consumer }: Pair): object {
  const step = {
    stepNo: 1,
    title: 'Work',
    providerPrincipalKey: keyOf('prn', provider.principalId),
    providerAgentId: provider.agentId,
    consumerPrincipalKey: keyOf('prn', consumer.principalId),
    consumerAgentId: consumer.agentId,
    priceStamps: 900,
    contractWindowSeconds: 86_400,
    checkpointWindowSeconds: 86_400,
  };
  return { steps: [step], coverageThresholdBps: 8000 };
}
