import { change, GET, POST, type RouteDefinition } from './route';

const P = '/principals/{principal_key}';

export const money: readonly RouteDefinition[] = [
  GET('/wallet', 'query { body: wallet { balanceStamps } }'),
  POST(
    `${P}/wallet/fund`,
    200,
    `mutation ($input: FundPrincipalInput!) {
      body: fundPrincipal(input: $input) { transferKey principal { ...Principal } walletBalanceStamps }
    }`,
  ),
  POST(
    `${P}/wallet/return`,
    200,
    `mutation ($input: ReturnFundsInput!) {
      body: returnFunds(input: $input) { transferKey principal { ...Principal } walletBalanceStamps }
    }`,
  ),
  GET(
    `${P}/ledger/postings`,
    `query (
      $principalKey: ID!, $limit: Int, $cursor: String, $kind: [TransferKind!], $account: [LedgerAccountKind!], $tradeKey: ID,
      $listingKey: ID, $createdFrom: DateTime, $createdTo: DateTime
    ) { principal(principalKey: $principalKey) {
      body: postings(first: $limit, after: $cursor, filter: {
        kinds: $kind, accounts: $account, tradeKey: $tradeKey, listingKey: $listingKey,
        createdFrom: $createdFrom, createdTo: $createdTo
      }) { nodes { ...Posting } pageInfo { ...Page } }
    } }`,
  ),
  POST(`${P}/bond/reserve`, 200, change('reserveBond', 'body: principal { ...Principal }')),
  POST(`${P}/bond/release`, 200, change('releaseBond', 'body: principal { ...Principal }')),
  GET(
    `${P}/tickets/purchases`,
    `query ($principalKey: ID!, $limit: Int, $cursor: String, $status: [PurchaseStatus!]) {
      principal(principalKey: $principalKey) {
        body: ticketPurchases(first: $limit, after: $cursor, filter: { statuses: $status }) {
          nodes { ...TicketPurchase } pageInfo { ...Page }
        }
      }
    }`,
  ),
  GET('/tickets/packs', 'query { body: ticketPacks { ...TicketPack } }'),
  POST('/tickets/purchase', 201, change('purchaseTickets', 'body: purchase { ...TicketPurchase }')),
  GET(
    '/tickets/purchase-status',
    'query ($sessionId: String!) { body: ticketPurchase(sessionId: $sessionId) { ...TicketPurchase } }',
  ),
  GET('/ledger/audit', 'query { body: ledgerAudit { ...LedgerAudit } }'),
];
