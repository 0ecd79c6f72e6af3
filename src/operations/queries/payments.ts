/** Payments that wait for an operator. */
export type { FlaggedPayment } from '../../database/repositories/parked-purchases';
