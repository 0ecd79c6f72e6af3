/** Reads of the facts of decisions, without locks. */
export { type Facts, readFacts, readPrincipalFacts } from '../../database/repositories/facts';
export { readFaultRecords, type RecordKey } from '../../database/repositories/fault-record';
export { mandatesOf, type MandateWithUse, readMandateFacts } from '../../database/repositories/mandates';
export { activeListingsLike, firstAgents } from '../../database/repositories/listings';
export { walletBalance } from '../../ledger/ledger';
