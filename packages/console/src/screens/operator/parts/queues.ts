import { LiveStream } from '../../../api/stream';

/** The queues of trades that wait for operators, in the order of their urgency. */
export const queueNames = ['VERDICT', 'SETTLEMENT', 'OVERDUE'] as const;
export type QueueName = (typeof queueNames)[number];

/** The names of the queues, and the reason for which a trade waits in each. */
export const queueTexts: Readonly<Record<QueueName, { readonly name: string; readonly about: string }>> = {
  VERDICT: {
    name: 'Verdict',
    about: 'The consumer contests a delivery. You can rule it before its deadline.',
  },
  SETTLEMENT: {
    name: 'Settlement',
    about: 'A settlement failed, and its trade is quarantined. Remove the cause, then settle the trade again.',
  },
  OVERDUE: {
    name: 'Overdue',
    about: 'A deadline has passed and the service has not applied it yet.',
  },
};

const streams: Readonly<Record<QueueName, LiveStream>> = {
  VERDICT: new LiveStream('queues/VERDICT'),
  SETTLEMENT: new LiveStream('queues/SETTLEMENT'),
  OVERDUE: new LiveStream('queues/OVERDUE'),
};

/** The stream of the changes of a queue. */
export const queueStream = (queue: QueueName): LiveStream => streams[queue];

/** The queue that a word of the address names; by default that of the verdicts. */
export const queueOf = (word: string | undefined): QueueName =>
  queueNames.find((name) => name.toLowerCase() === word?.toLowerCase()) ?? 'VERDICT';
