/** Queues of payments that wait for an operator. */
export { type FlaggedPayment, flaggedPayments, parkedPurchases } from '../../database/repositories/parked-purchases';
