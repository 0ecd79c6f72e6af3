/** Queues of trades that wait for an operator. */
export { operatorQueues, type OperatorQueueRow } from '../../database/repositories/operator-queues';
