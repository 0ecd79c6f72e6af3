import { keyOf } from '../../../src/domain/keys';
import type { Cast } from './calls';
import type { Made } from './trade-scenarios';

/** A filtered page of each list of a principal, by the name of what it reads. Variables are the keys of a round. */
const NODES: Readonly<Record<string, string>> = {
  trades: 'tradeKey state nextDeadlineAt',
  proposals: 'proposalKey state',
  listings: 'listingKey state',
  postings: 'id kind amountStamps',
  events: 'id type',
  agents: 'agentKey name',
  approvals: 'approvalKey status',
  principals: 'principalKey displayName',
  operatorTrades: 'tradeKey state',
  ticketPurchases: 'id status',
};

const OF_ACCOUNT = 'filter: { kinds: [WALLET_RETURN], accounts: [TICKETS], createdFrom: $beginning }';

const FILTERS: readonly (readonly [list: string, args: string])[] = [
  ['trades', 'filter: { states: [BOND_RESERVED, EXECUTING, CONFIRMING] }, orderBy: { field: NEXT_DEADLINE_AT }'],
  ['trades', 'filter: { states: [COMPLETED] }'],
  ['trades', 'filter: { outcomes: [FAILED, COMPENSATED] }'],
  ['trades', 'filter: { agentKey: $agentKey }'],
  ['trades', 'filter: { counterpartyKey: $counterpartyKey }'],
  ['trades', 'filter: { proposalKey: $proposalKey }'],
  ['trades', 'filter: { tradeProfile: "none" }'],
  ['trades', 'filter: { createdFrom: $since }'],
  ['trades', 'filter: { createdTo: $beginning }'],
  ['trades', 'filter: { awaitingMe: true }'],
  ['trades', 'filter: { dueBefore: $since }'],
  ['trades', 'orderBy: { field: SETTLED_AT }'],
  ['proposals', 'filter: { states: [PROPOSED, COUNTERED], awaitingMe: true }, orderBy: { field: EXPIRES_AT }'],
  ['proposals', 'filter: { states: [REJECTED] }'],
  ['proposals', 'filter: { listingKey: $listingKey }'],
  ['proposals', 'filter: { matchRunId: $matchRunId }'],
  ['proposals', 'filter: { agentKey: $agentKey }'],
  ['proposals', 'filter: { counterpartyKey: $counterpartyKey }'],
  ['proposals', 'filter: { expiresBefore: $since }'],
  ['listings', 'filter: { states: [ACTIVE] }'],
  ['listings', 'filter: { states: [CLOSED] }'],
  ['listings', 'filter: { side: PROVIDE }'],
  ['listings', 'filter: { agentKey: $agentKey }'],
  ['listings', 'filter: { tradeProfile: "none" }'],
  ['listings', 'filter: { tags: ["none"] }'],
  ['listings', 'filter: { text: "no listing has this" }'],
  ['postings', 'filter: { kinds: [LISTING_FEE] }'],
  ['postings', 'filter: { kinds: [WALLET_RETURN] }'],
  ['postings', OF_ACCOUNT],
  ['postings', 'filter: { accounts: [WALLET] }'],
  ['postings', 'filter: { accounts: [TICKETS] }'],
  ['postings', 'filter: { tradeKey: $tradeKey }'],
  ['postings', 'filter: { listingKey: $listingKey }'],
  ['postings', 'filter: { createdFrom: $since }'],
  ['postings', 'filter: { createdTo: $beginning }'],
  ['ticketPurchases', 'filter: { statuses: [PARKED] }'],
  ['events', 'orderBy: { direction: DESC }'],
  ['events', 'filter: { types: [TRADE_FAILED] }'],
  ['events', 'filter: { subjectKey: $tradeKey }'],
  ['events', 'filter: { tradeKey: $tradeKey }'],
  ['events', 'filter: { from: $since }'],
  ['events', 'filter: { to: $beginning }'],
  ['agents', 'filter: { text: "no agent has this" }'],
  ['agents', 'filter: { hasDisabledWebhook: true }'],
  ['approvals', 'filter: { statuses: [PENDING] }'],
  ['approvals', 'filter: { agentKey: $agentKey }'],
];

/** Lists below an object of the principal. */
const NESTED: Readonly<Record<string, string>> = {
  'agent.webhookDeliveries(states: [DEAD])':
    'agent(agentKey: $agentKey) { webhookDeliveries(first: 20, filter: { states: [DEAD] }) { nodes { deliveryKey } } }',
  'agent.webhookDeliveries(eventTypes: [TRADE_FAILED])':
    'agent(agentKey: $agentKey) { webhookDeliveries(first: 20, filter: { eventTypes: [TRADE_FAILED] }) { nodes { deliveryKey } } }',
  'agent.listings(states: [ACTIVE])':
    'agent(agentKey: $agentKey) { listings(first: 20, filter: { states: [ACTIVE] }) { nodes { listingKey } } }',
  'listing.proposals': 'listing(listingKey: $listingKey) { proposals(first: 20) { nodes { proposalKey } } }',
  'trade.postings': 'trade(tradeKey: $tradeKey) { postings(first: 20) { nodes { id } } }',
  attention: 'attention(first: 20) { kind dueAt }',
};

const NO_NAME = 'filter: { text: "no principal has this" }';
/** Names of reads that compare up to 10,000 rows. A small database has fewer. */
export const COMPARED: readonly string[] = [`principals(${NO_NAME})`, `postings(${OF_ACCOUNT})`];

const OPERATOR_FILTERS: readonly (readonly [list: string, args: string])[] = [
  ['principals', 'filter: { bindingSubject: "no human has this" }'],
  ['principals', 'filter: { principalKey: $counterpartyKey }'],
  ['principals', 'filter: { createdFrom: $since }'],
  ['operatorTrades', 'filter: { states: [EXECUTING] }'],
  ['operatorTrades', 'filter: { states: [COMPLETED] }'],
  ['operatorTrades', 'filter: { outcomes: [COMPENSATED] }'],
  ['operatorTrades', 'filter: { failureClasses: [F4] }'],
  ['operatorTrades', 'filter: { principalKey: $counterpartyKey }'],
  ['operatorTrades', 'filter: { agentKey: $agentKey }'],
  ['operatorTrades', 'filter: { proposalKey: $proposalKey }'],
  ['operatorTrades', 'filter: { createdFrom: $since }'],
  ['operatorTrades', 'filter: { createdTo: $beginning }'],
  ['operatorTrades', 'filter: { dueBefore: $since }'],
  // The last one, because it reads 10,000 rows, and the next read finds the caches without its own.
  ['principals', NO_NAME],
];

const TYPES: Readonly<Record<string, string>> = { since: 'DateTime!', beginning: 'DateTime!' };

/** Pages of the market. Its listings of others are those that the scenarios publish; `proof/plans` has many. */
const MARKET: readonly string[] = [
  'filter: { tradeProfile: "none" }',
  'filter: { side: PROVIDE }, orderBy: { field: PRICE_STAMPS }',
  'filter: { tags: ["none"] }',
  'filter: { text: "no listing has this" }',
  'filter: { maxPriceStamps: 1 }',
  'filter: { maxPriceStamps: 1 }, orderBy: { field: PRICE_STAMPS }',
];
const OFFER = 'listingKey priceStamps principal { reputation { settledTrades } }';

const marketReads: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    MARKET.map((args) => [`market(${args})`, `{ market(first: 20, ${args}) { nodes { ${OFFER} } } }`]),
  ),
  tradeProfiles: '{ tradeProfiles { tradeProfile sides { activeListings priceQuartilesStamps } } }',
  publicPrincipal: `query ($counterpartyKey: ID!) { publicPrincipal(principalKey: $counterpartyKey) {
    reputation { settledTrades counterparties } } }`,
};

/** A document with the variables that its selection has. */
function queryOf(selection: string): string {
  const variables = new Set(Array.from(selection.matchAll(/\$(\w+)/g), ([, name = '']) => name));
  const declared = Array.from(variables, (name) => `$${name}: ${TYPES[name] ?? 'ID!'}`).join(', ');
  return `${variables.size === 0 ? 'query' : `query (${declared})`} { ${selection} }`;
}

const pageOf = (list: string, args: string): string =>
  `${list}(first: 20, ${args}) { nodes { ${String(NODES[list])} } }`;

const ownReads = Object.fromEntries<string>([
  ...FILTERS.map(([list, args]) => [`${list}(${args})`, queryOf(`principal { ${pageOf(list, args)} }`)] as const),
  ...Object.entries(NESTED).map(([name, selection]) => [name, queryOf(`principal { ${selection} }`)] as const),
]);

/** Documents of filtered lists of a principal and of the market, by their names. */
export const filteredReads: Readonly<Record<string, string>> = { ...ownReads, ...marketReads };

/** Documents of filtered lists that only operators read, by their names. */
export const operatorReads: Readonly<Record<string, string>> = Object.fromEntries(
  OPERATOR_FILTERS.map(([list, args]) => [`${list}(${args})`, queryOf(pageOf(list, args))]),
);

/** The values of the variables of a round. */
export function keysOf({ provider, consumer }: Cast, made: Made & { readonly since: string }): Record<string, string> {
  return {
    ...made,
    beginning: new Date(0).toISOString(),
    agentKey: keyOf('agt', consumer.agentId),
    counterpartyKey: keyOf('prn', provider.principalId),
  };
}
