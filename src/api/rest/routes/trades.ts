import { change, GET, POST, type RouteDefinition } from './route';

const P = '/principals/{principal_key}';
const T = `${P}/trades/{trade_key}`;
const S = `${T}/steps/{step_no}`;

export const trades: readonly RouteDefinition[] = [
  GET('/policies', 'query { body: policies { ...Policy } }'),
  POST('/policies/{policy_version}/activation', 200, change('activatePolicy', 'body: policy { ...Policy }')),
  GET(
    '/policies/{policy_version}/backtest',
    `query ($policyVersion: String!, $since: DateTime!, $until: DateTime!) {
      body: policyBacktest(policyVersion: $policyVersion, since: $since, until: $until) { ...PolicyBacktest }
    }`,
  ),
  // Clients search the whole list by proposal_id after a 409.
  GET(
    `${P}/trades`,
    `query (
      $principalKey: ID!, $limit: Int, $cursor: String, $proposalId: ID, $state: [TradeState!], $outcome: [SettlementOutcome!],
      $agentKey: ID, $counterpartyKey: ID, $proposalKey: ID, $tradeProfile: String, $createdFrom: DateTime, $createdTo: DateTime,
      $awaitingMe: Boolean, $dueBefore: DateTime, $orderBy: TradeOrderField, $direction: OrderDirection
    ) { principal(principalKey: $principalKey) {
      body: trades(
        first: $limit, after: $cursor, proposalId: $proposalId, orderBy: { field: $orderBy, direction: $direction },
        filter: {
          states: $state, outcomes: $outcome, agentKey: $agentKey, counterpartyKey: $counterpartyKey, proposalKey: $proposalKey,
          tradeProfile: $tradeProfile, createdFrom: $createdFrom, createdTo: $createdTo, awaitingMe: $awaitingMe,
          dueBefore: $dueBefore
        }
      ) { nodes { ...TradeInList } pageInfo { ...Page } }
    } }`,
    { page: { default: 1_000, max: 1_000 } },
  ),
  POST(`${P}/trades`, 201, change('createTrade', 'body: trade { ...Trade }')),
  GET(
    T,
    `query ($principalKey: ID!, $tradeKey: ID!) { principal(principalKey: $principalKey) {
      body: trade(tradeKey: $tradeKey) { ...TradeWithActions }
    } }`,
  ),
  // Only GraphQL can also name the trade by its proposal.
  POST(
    `${T}/activate`,
    200,
    `mutation ($principalKey: ID!, $tradeKey: ID!) {
      activateTrade(input: { principalKey: $principalKey, tradeKey: $tradeKey }) { body: trade { ...Trade } }
    }`,
  ),
  POST(`${T}/withdraw`, 200, change('withdrawFromTrade', 'body: trade { ...Trade }')),
  POST(`${S}/delivery-contract`, 200, change('publishDeliveryContract', 'body: step { ...TradeStep }')),
  POST(`${S}/checkpoint`, 200, change('submitCheckpoint', 'body: step { ...TradeStep }')),
  POST(`${S}/rebuttal`, 200, change('fileRebuttal', 'body: step { ...TradeStep }')),
  GET(
    `${T}/settlement-preview`,
    `query ($principalKey: ID!, $tradeKey: ID!, $of: PreviewEvent!, $coverageBps: Int, $checkpointStatus: CheckpointStatus,
      $verdictCoverageBps: Int) { principal(principalKey: $principalKey) { trade(tradeKey: $tradeKey) {
        body: settlementPreview(of: $of, coverageBps: $coverageBps, checkpointStatus: $checkpointStatus,
          verdictCoverageBps: $verdictCoverageBps) { ...SettlementPreview }
    } } }`,
  ),
  GET(
    `${T}/settlement`,
    `query ($principalKey: ID!, $tradeKey: ID!) { principal(principalKey: $principalKey) {
      trade(tradeKey: $tradeKey) { body: settlement { ...Settlement } }
    } }`,
    { absent: 'settlement_not_found' },
  ),
  GET(
    `${T}/settlement/evidence`,
    `query ($principalKey: ID!, $tradeKey: ID!) { principal(principalKey: $principalKey) {
      trade(tradeKey: $tradeKey) { settlement { body: evidence } }
    } }`,
    { absent: 'settlement_not_found' },
  ),
  GET(
    `${P}/trade-graph`,
    `query ($principalKey: ID!, $limit: Int, $since: DateTime) { principal(principalKey: $principalKey) {
      body: tradeGraph(first: $limit, since: $since) {
        nodes { principal { principalKey displayName } trades faults }
        edges {
          providerPrincipalKey consumerPrincipalKey trades completed compensated failed open volumeStamps
        }
      }
    } }`,
    { page: { default: 500, max: 1_000 } },
  ),
  GET(
    '/trades',
    `query (
      $limit: Int, $cursor: String, $awaiting: OperatorQueue, $state: [TradeState!], $outcome: [SettlementOutcome!],
      $failureClass: [FailureClass!], $principalKey: ID, $agentKey: ID, $proposalKey: ID, $createdFrom: DateTime,
      $createdTo: DateTime, $dueBefore: DateTime, $orderBy: TradeOrderField, $direction: OrderDirection
    ) {
      body: operatorTrades(
        first: $limit, after: $cursor, orderBy: { field: $orderBy, direction: $direction },
        filter: {
          awaiting: $awaiting, states: $state, outcomes: $outcome, failureClasses: $failureClass, principalKey: $principalKey,
          agentKey: $agentKey, proposalKey: $proposalKey, createdFrom: $createdFrom, createdTo: $createdTo, dueBefore: $dueBefore
        }
      ) { nodes { ...TradeInList } pageInfo { ...Page } }
    }`,
  ),
  GET('/trades/{trade_key}', 'query ($tradeKey: ID!) { body: operatorTrade(tradeKey: $tradeKey) { ...Trade } }'),
  POST('/trades/{trade_key}/evaluation', 200, change('evaluateTrade', 'body: trade { ...Trade }')),
  POST('/trades/{trade_key}/settle', 200, change('settleTrade', 'body: settlement { ...Settlement }')),
];
