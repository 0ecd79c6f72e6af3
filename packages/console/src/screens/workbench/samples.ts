/** Queries to begin with, by their names. Each gets the key of the principal as a variable. */
export const samples: Readonly<Record<string, string>> = {
  'Balances and limits': `query ($principalKey: ID!) {
  principal(principalKey: $principalKey) {
    displayName
    ticketBalanceStamps
    bondAvailableStamps
    bondReservedStamps
    usage { spentTodayStamps openTradeCount openBondStamps resetsAt }
    economicAnchor { dailySpendLimitStamps maxOpenTrades bondLimitStamps }
  }
}`,
  'What waits for me': `query ($principalKey: ID!) {
  principal(principalKey: $principalKey) {
    attention(first: 20) { kind dueAt subject { __typename id } action { operation costStamps consequence { summary } } }
  }
}`,
  'Newest trades': `query ($principalKey: ID!) {
  principal(principalKey: $principalKey) {
    trades(first: 5) {
      totalCount
      nodes { tradeKey state nextDeadlineAt steps { stepNo title state priceStamps } }
    }
  }
}`,
  'What others offer': `query {
  market(first: 10) {
    totalCount
    nodes { title side priceStamps tradeProfile principal { displayName } }
  }
}`,
  'Prices and windows of the service': `query {
  service { version policyVersion listingFeeStamps activationFeeBps bondBps contractWindowSeconds checkpointWindowSeconds serverTime }
}`,
  'Fields of a type': `query {
  __type(name: "Principal") { fields { name description type { kind name ofType { kind name } } } }
}`,
};
