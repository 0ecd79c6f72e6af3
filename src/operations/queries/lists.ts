/** The lists of the API, and how they are read. */
export { presentFilter } from '../../database/sql/filters';
export { type Count, readCounts, readPages } from '../../database/sql/list-reader';
export { type List, type ListPlan, type ListRequest, planList } from '../../database/sql/lists';
export { approvals, approvalsOfAgent } from '../../database/lists/approvals';
export { events, eventsOfSubject, eventsOfTrade } from '../../database/lists/events';
export {
  listings,
  listingsOfAgent,
  market,
  type MarketFilter,
  matchRuns,
  matchRunsOfListing,
} from '../../database/lists/market';
export {
  flaggedPayments,
  operatorActs,
  operatorActsOfSubject,
  parkedPurchases,
  principals,
} from '../../database/lists/operators';
export {
  tradesAwaitingVerdict,
  tradesOfPlatform,
  tradesOverdue,
  tradesQuarantined,
} from '../../database/lists/operator-trades';
export {
  agents,
  bindings,
  credentials,
  signingKeys,
  ticketPurchases,
  walletPurchases,
  webhookDeliveries,
} from '../../database/lists/parties';
export { proposals, proposalsOfListing } from '../../database/lists/proposals';
export { trades } from '../../database/lists/trades';
