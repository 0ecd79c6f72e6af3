import { change, GET, PATCH, POST, type RouteDefinition } from './route';

const P = '/principals/{principal_key}';

export const market: readonly RouteDefinition[] = [
  GET(
    '/market',
    `query (
      $limit: Int, $cursor: String, $tradeProfile: String, $side: ListingSide, $tag: [String!], $text: String,
      $maxPriceStamps: Stamps, $orderBy: MarketOrderField, $direction: OrderDirection
    ) {
      body: market(first: $limit, after: $cursor, orderBy: { field: $orderBy, direction: $direction }, filter: {
        tradeProfile: $tradeProfile, side: $side, tags: $tag, text: $text, maxPriceStamps: $maxPriceStamps
      }) { nodes { ...PublicListing } pageInfo { ...Page } }
    }`,
  ),
  GET(
    '/trade-profiles',
    `query ($prefix: String, $limit: Int) {
      body: tradeProfiles(prefix: $prefix, first: $limit) {
        tradeProfile
        sides { side activeListings priceQuartilesStamps }
      }
    }`,
    { page: { default: 20, max: 50 } },
  ),
  GET(
    '/public-principals/{principal_key}',
    `query ($principalKey: ID!) {
      body: publicPrincipal(principalKey: $principalKey) { ...PublicPrincipalWithReputation }
    }`,
  ),
  GET(
    '/public-principals/{principal_key}/agents',
    `query ($principalKey: ID!, $limit: Int, $cursor: String) { publicPrincipal(principalKey: $principalKey) {
      body: agents(first: $limit, after: $cursor) { nodes { ...PublicAgent } pageInfo { ...Page } }
    } }`,
  ),
  GET(
    `${P}/listings`,
    `query (
      $principalKey: ID!, $limit: Int, $cursor: String, $state: [ListingState!], $side: ListingSide, $agentKey: ID,
      $tradeProfile: String, $tag: [String!], $text: String
    ) { principal(principalKey: $principalKey) {
      body: listings(first: $limit, after: $cursor, filter: {
        states: $state, side: $side, agentKey: $agentKey, tradeProfile: $tradeProfile, tags: $tag, text: $text
      }) { nodes { ...Listing } pageInfo { ...Page } }
    } }`,
  ),
  POST(`${P}/listings`, 201, change('publishListing', 'body: listing { ...Listing }')),
  GET(
    `${P}/listings/{listing_key}`,
    `query ($principalKey: ID!, $listingKey: ID!) { principal(principalKey: $principalKey) {
      body: listing(listingKey: $listingKey) { ...ListingWithActions }
    } }`,
  ),
  PATCH(`${P}/listings/{listing_key}`, 200, change('updateListing', 'body: listing { ...Listing }')),
  POST(`${P}/match-runs`, 201, change('runMatch', 'body: matchRun { ...MatchRun }')),
  GET(
    `${P}/match-runs/{match_run_id}`,
    `query ($principalKey: ID!, $matchRunId: ID!) { principal(principalKey: $principalKey) {
      body: matchRun(matchRunId: $matchRunId) { ...MatchRun }
    } }`,
  ),
  GET(
    `${P}/proposals`,
    `query (
      $principalKey: ID!, $limit: Int, $cursor: String, $state: [ProposalState!], $listingKey: ID, $matchRunId: ID, $agentKey: ID,
      $counterpartyKey: ID, $awaitingMe: Boolean, $expiresBefore: DateTime, $orderBy: ProposalOrderField, $direction: OrderDirection
    ) { principal(principalKey: $principalKey) {
      body: proposals(first: $limit, after: $cursor, orderBy: { field: $orderBy, direction: $direction }, filter: {
        states: $state, listingKey: $listingKey, matchRunId: $matchRunId, agentKey: $agentKey,
        counterpartyKey: $counterpartyKey, awaitingMe: $awaitingMe, expiresBefore: $expiresBefore
      }) { nodes { ...Proposal } pageInfo { ...Page } }
    } }`,
  ),
  GET(
    `${P}/proposals/{proposal_key}`,
    `query ($principalKey: ID!, $proposalKey: ID!) { principal(principalKey: $principalKey) {
      body: proposal(proposalKey: $proposalKey) { ...ProposalWithActions }
    } }`,
  ),
  GET(
    `${P}/proposals/{proposal_key}/settlement-preview`,
    `query ($principalKey: ID!, $proposalKey: ID!, $of: PreviewEvent!, $stepNo: Int!, $coverageBps: Int,
      $checkpointStatus: CheckpointStatus, $verdictCoverageBps: Int) { principal(principalKey: $principalKey) {
        proposal(proposalKey: $proposalKey) { body: settlementPreview(of: $of, stepNo: $stepNo, coverageBps: $coverageBps,
          checkpointStatus: $checkpointStatus, verdictCoverageBps: $verdictCoverageBps) { ...SettlementPreview }
    } } }`,
  ),
  POST(`${P}/proposals/{proposal_key}/respond`, 200, change('respondToProposal', 'body: proposal { ...Proposal }')),
];
