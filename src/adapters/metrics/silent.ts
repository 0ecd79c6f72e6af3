import type { Metrics } from '../../operations/ports';

const nothing = (): void => undefined;

/** Counts nothing, for ATS_METRICS_PORT=0. */
export const silentMetrics: Metrics = {
  requestAnswered: nothing,
  operationAnswered: nothing,
  answerReplayed: nothing,
  transactionRetried: nothing,
  transactionBatched: nothing,
  batchedTransactionRetried: nothing,
  limitReached: nothing,
  unreadBytesChanged: nothing,
  socketOpened: nothing,
  socketClosed: nothing,
  subscriptionBegun: nothing,
  subscriptionEnded: nothing,
  eventSent: nothing,
  webhookTried: nothing,
  webhookDelivered: nothing,
  webhookDead: nothing,
  endpointDisabled: nothing,
  paymentRecorded: nothing,
  paymentParked: nothing,
  tradeSwept: nothing,
  workerStarted: nothing,
  workerRan: nothing,
};
