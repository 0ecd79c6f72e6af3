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
  ticketPurchases: 'id status',
};

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
];

const TYPES: Readonly<Record<string, string>> = { since: 'DateTime!', beginning: 'DateTime!' };

/** Pages of the market. Its listings of others are those that the scenarios publish; `proof/plans` has many. */
const MARKET: readonly string[] = [
  'filter: { tradeProfile: "none" }',
  'filter: { side: PROVIDE }, orderBy: { field: PRICE_STAMPS }',
  'filter: { tags: ["none"] }',
  'filter: { text: "no listing has this" }',
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

const ownReads: Readonly<Record<string, string>> = Object.fromEntries(
  FILTERS.map(([list, args]) => {
    const variables = new Set(Array.from(args.matchAll(/\$(\w+)/g), ([, name = '']) => name));
    const declared = Array.from(variables, (name) => `$${name}: ${TYPES[name] ?? 'ID!'}`).join(', ');
    const query = variables.size === 0 ? 'query' : `query (${declared})`;
    return [
      `${list}(${args})`,
      `${query} { principal { ${list}(first: 20, ${args}) { nodes { ${String(NODES[list])} } } } }`,
    ];
  }),
);

/** Documents of filtered lists by their names. */
export const filteredReads: Readonly<Record<string, string>> = { ...ownReads, ...marketReads };

/** The values of the variables of a round. */
export function keysOf({ provider, consumer }: Cast, made: Made & { readonly since: string }): Record<string, string> {
  return {
    ...made,
    beginning: new Date(0).toISOString(),
    agentKey: keyOf('agt', consumer.agentId),
    counterpartyKey: keyOf('prn', provider.principalId),
  };
}
