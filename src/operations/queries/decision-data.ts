/** Reads of the data of decisions, without locks. */
export { type DecisionData, readDecisionData, readPrincipalData } from '../../database/repositories/decisions';
export { readFaultRecords, type RecordKey } from '../../database/repositories/fault-record';
export { mandatesOf, type MandateWithUse, readMandateData } from '../../database/repositories/mandates';
export { activeListingsLike, firstAgents } from '../../database/repositories/listings';
export { walletBalance } from '../../ledger/ledger';
