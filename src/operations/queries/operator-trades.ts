/** Queues of trades that wait for an operator. */
export { tradesAwaitingVerdict, tradesOverdue, tradesQuarantined } from '../../database/repositories/operator-trades';
