import { Agent } from 'node:http';
import { signRequest } from '../../../src/client';
import { keyOf } from '../../../src/domain/keys';
import type { Timed } from '../bench';
import { exchange } from '../http';
import type { Caller, Cast, Read } from './calls';
import { COMPARED, filteredReads, keysOf, operatorReads } from './filters';
import type { Made } from './trade-scenarios';

const PAGE = 'pageInfo { hasNextPage endCursor }';
const TRADES = `nodes { tradeKey state steps { stepNo title state priceStamps deadlineAt
  provider { principalKey displayName } consumer { principalKey displayName } } settlement { outcome } }`;

/** Documents by the name of what they read. A page is the first one unless the name says otherwise. */
const OWN: Readonly<Record<string, string>> = {
  'principal, its balances': '{ principal { displayName ticketBalanceStamps bondAvailableStamps } }',
  'trades, a page': `{ principal { trades(first: 20) { ${TRADES} ${PAGE} } } }`,
  'trades, the oldest': `{ principal { trades(last: 20) { ${TRADES} ${PAGE} } } }`,
  'proposals, a page': `{ principal { proposals(first: 20) { nodes { proposalKey state currentRevision { revisionNo } } ${PAGE} } } }`,
  'listings, a page': `{ principal { listings(first: 20) { nodes { listingKey state priceStamps } ${PAGE} } } }`,
  'events, a page': `{ principal { events(first: 50) { nodes { id type } ${PAGE} } } }`,
  'postings, a page': `{ principal { postings(first: 50) { nodes { id kind amountStamps balanceAfterStamps } ${PAGE} } } }`,
  'postings, the oldest': `{ principal { postings(last: 50) { nodes { id kind amountStamps balanceAfterStamps } ${PAGE} } } }`,
  'agents, credentials':
    '{ principal { agents(first: 20) { nodes { agentKey } } credentials(first: 20) { nodes { credentialId } } } }',
};

const GRAPH = 'tradeGraph(since: $since, first: 50) { edges { trades volumeStamps } }';

const ONE: Readonly<Record<string, string>> = {
  'a trade': `query ($tradeKey: ID!) { principal { trade(tradeKey: $tradeKey) { tradeKey state settlement { outcome settledAt } } } }`,
  'a proposal': `query ($proposalKey: ID!) { principal { proposal(proposalKey: $proposalKey) { state revisions { revisionNo } } } }`,
  'a listing': `query ($listingKey: ID!) { principal { listing(listingKey: $listingKey) { state title } } }`,
  'a match run': `query ($matchRunId: ID!) { principal { matchRun(matchRunId: $matchRunId) { state proposals { proposalKey } } } }`,
  'nodes, by keys': `query ($tradeKey: ID!, $listingKey: ID!) { nodes(ids: [$tradeKey, $listingKey]) { id } }`,
  'tradeGraph, of this run': `query ($since: DateTime!) { principal { ${GRAPH} } }`,
  'tradeGraph, of all': `query ($beginning: DateTime!) { principal { ${GRAPH.replace('$since', '$beginning')} } }`,
};

/** Reads of more rows in a larger database, up to a bound: 5,000 trades, 1,000 listings, and rows that a filter compares. */
export const BOUNDED: ReadonlySet<string> = new Set(['tradeGraph, of all', 'tradeProfiles', ...COMPARED]);

const DELIVERIES = `query ($agentKey: ID!) { principal { agent(agentKey: $agentKey) {
  newest: webhookDeliveries(first: 20) { nodes { deliveryKey state attempts { status } } }
  oldest: webhookDeliveries(last: 1) { nodes { deliveryKey } } } } }`;

const OPERATORS: Readonly<Record<string, string>> = {
  'parkedPurchases, flaggedPayments':
    '{ parkedPurchases(first: 20) { nodes { sessionId } } flaggedPayments(first: 20) { nodes { eventId } } }',
  operatorTrades: '{ operatorTrades(awaiting: VERDICT, first: 20) { nodes { tradeKey } } }',
  'operatorTrades, by deadline':
    '{ operatorTrades(orderBy: { field: NEXT_DEADLINE_AT }, first: 20) { nodes { tradeKey } } }',
  'operatorTrades, by settlement':
    '{ operatorTrades(orderBy: { field: SETTLED_AT }, first: 20) { nodes { tradeKey } } }',
  operatorLog: '{ operatorLog(first: 20) { nodes { id } } }',
  operatorQueues: '{ operatorQueues { queue count } }',
};

/** Keys for the reads of a round, and the instant since when rounds are played. */
interface ReadBy extends Made {
  readonly since: string;
}

/** Runs every read. Returns the key of a webhook delivery that can be sent again. */
export async function readAll({ read }: Caller, cast: Cast, made: ReadBy, timed: Timed): Promise<string> {
  const { consumer, owner, operator } = cast;
  for (const [name, document] of Object.entries(OWN)) await timed(name, () => read(consumer, document));
  const keys: Readonly<Record<string, string>> = keysOf(cast, made);
  const variablesOf = (document: string) =>
    Object.fromEntries(Array.from(document.matchAll(/\$(\w+):/g), ([, variable = '']) => [variable, keys[variable]]));
  for (const [name, document] of Object.entries({ ...ONE, ...filteredReads }))
    await timed(name, () => read(consumer, document, variablesOf(document)));
  await timed('wallet', () => read(owner, '{ wallet { balanceStamps } }'));
  const principal = { key: keyOf('prn', consumer.principalId) };
  await timed('bindings', () =>
    read(owner, `query ($key: ID!) { principal(principalKey: $key) { bindings { nodes { role } } } }`, principal),
  );
  for (const [name, document] of Object.entries({ ...OPERATORS, ...operatorReads }))
    await timed(name, () => read(operator, document, variablesOf(document)));
  const agent = { agentKey: keyOf('agt', consumer.agentId) };
  const answer = await timed('webhook deliveries, a page', () => read(consumer, DELIVERIES, agent));
  return oldestOf(answer);
}

interface Deliveries {
  readonly agent: { readonly oldest: { readonly nodes: readonly { readonly deliveryKey: string }[] } };
}

function oldestOf({ principal }: Awaited<ReturnType<Read>>): string {
  const [oldest] = (principal as Deliveries).agent.oldest.nodes;
  if (!oldest) throw new Error('No webhook delivery reports the completed trades.');
  return oldest.deliveryKey;
}

export function openRead(base: string): { readonly read: Read; close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const url = `${base}/graphql`;
  const read: Read = async (by, query, variables = {}) => {
    const request = {
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    };
    const signed = signRequest(request, by, { now: new Date() });
    const { status, text } = await exchange(agent, 'POST', url, signed.headers, signed.body as string);
    const { data, errors } = JSON.parse(text) as { data?: Record<string, unknown>; errors?: unknown };
    if (status !== 200 || errors !== undefined || !data) throw new Error(`${String(status)} ${text}`);
    return data;
  };
  return { read, close: () => agent.destroy() };
}
