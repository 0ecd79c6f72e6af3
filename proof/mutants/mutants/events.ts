import type { Mutant } from '../mutant';

/** Mutants of the event log, its relay and subscriptions. */
export const eventMutants: readonly Mutant[] = [
  {
    name: 'events-ordered-by-id',
    breaks: 'The relay orders events by id, so an event that waited for a lock comes before its cause.',
    violates: 'The event log has the order in which the changes happened.',
    edits: [{ file: 'src/database/events/event-log.ts', find: 'head, log_no NULLS FIRST', replace: 'head' }],
    caughtBy: [{ file: 'test/integration/workers/outbox-relay.test.ts', id: 'relay-order-of-changes' }],
  },
  {
    name: 'outbox-by-id',
    breaks: 'The relay starts after the newest numbered id and misses events that commit late.',
    violates: 'The relay numbers every event, also one that commits late.',
    edits: [
      {
        file: 'src/database/events/event-log.ts',
        find: 'WHERE sequence IS NULL ORDER BY log_no NULLS FIRST, event_id LIMIT',
        replace: `WHERE event_id > coalesce((SELECT event_id FROM event WHERE sequence IS NOT NULL ORDER BY event_id DESC LIMIT 1),
      '00000000-0000-0000-0000-000000000000') ORDER BY event_id LIMIT`,
      },
    ],
    caughtBy: [{ file: 'test/integration/workers/outbox-relay.test.ts', id: 'relay-gap-free' }],
  },
  {
    name: 'expired-relay-lease',
    breaks: 'A relay writes with an old lease token after another relay took the lease.',
    violates: 'One relay at a time holds the lease and numbers events.',
    edits: [
      {
        file: 'src/database/connection/leases.ts',
        find: 'token = $2 AND expires_at',
        replace: 'token >= $2 AND expires_at',
      },
    ],
    caughtBy: [{ file: 'test/integration/workers/outbox-relay.test.ts', id: 'relay-lease' }],
  },
  {
    name: 'no-event-poll',
    breaks: 'Subscriptions rely on notifications alone, so a lost notification loses an event.',
    violates: 'NOTIFY is a hint: readers also poll, and no event is lost.',
    edits: [
      {
        file: 'src/api/subscriptions/subscription-hub.ts',
        find: 'if (this.channels.size === 0) return',
        replace: 'if (this.channels.size >= 0) return',
      },
    ],
    caughtBy: [{ file: 'test/integration/subscriptions/events.test.ts', id: 'event-found-by-poll' }],
  },
  {
    name: 'missed-wakeup',
    breaks: 'A hint that arrives during the delivery of a batch does not start another read.',
    violates: 'A subscription receives each new event without a second hint.',
    edits: [
      {
        file: 'src/api/subscriptions/channel.ts',
        find: `this.isDispatching = false;
    this.requestReadIfDue();`,
        replace: 'this.isDispatching = false;',
      },
    ],
    caughtBy: [{ file: 'test/integration/subscriptions/event-dispatcher.test.ts', id: 'live-hint-during-delivery' }],
  },
  {
    name: 'batch-sent-twice',
    breaks: 'A socket gets the whole batch of its channel, also the events that it has already received.',
    violates: 'A subscription gets missed events first, then live events, without gap or duplicate.',
    edits: [
      {
        file: 'src/api/subscriptions/subscriber-group.ts',
        find: 'firstUnsent === 0 ?',
        replace: 'firstUnsent >= 0 ?',
      },
    ],
    caughtBy: [{ file: 'test/integration/subscriptions/event-dispatcher.test.ts', id: 'live-partial-batch' }],
  },
  {
    name: 'seam-gap',
    breaks: 'A subscription that joins the live channel starts after the newest event instead of its last event.',
    violates: 'A subscription has no gap between missed events and live events.',
    edits: [
      {
        file: 'src/api/subscriptions/channel.ts',
        find: 'this.readPosition = subscriber.position',
        replace: 'this.readPosition = this.newestSequence',
      },
    ],
    caughtBy: [{ file: 'test/integration/subscriptions/events.test.ts', id: 'subscription-seam' }],
  },
  {
    name: 'unread-answers-unbounded',
    breaks: 'The service reads from a socket at full speed although its client reads no answers.',
    violates: 'The memory for a slow reader is bounded.',
    edits: [
      {
        file: 'src/api/subscriptions/socket-connection.ts',
        find: 'this.bufferedBytes <= ',
        replace: 'this.bufferedBytes / 1024 <= ',
      },
    ],
    caughtBy: [{ file: 'test/integration/subscriptions/message-queue.test.ts', id: 'socket-slow-reader' }],
  },
  {
    name: 'subscription-id-reused',
    breaks: 'A subscription id is accepted again while its first subscription still starts.',
    violates: 'Subscriptions of a socket end with the socket, and no event comes twice.',
    edits: [
      {
        file: 'src/api/subscriptions/message-queue.ts',
        find: "header.type === 'subscribe' &&",
        replace: "header.type === 'nothing' &&",
      },
    ],
    caughtBy: [{ file: 'test/integration/subscriptions/message-queue.test.ts', id: 'socket-completed-early' }],
  },
  {
    name: 'last-socket-closed-only',
    breaks: 'A revocation closes only the newest socket of the credential.',
    violates: 'All sockets of a revoked credential are closed with 4401 within 1 s.',
    edits: [
      {
        file: 'src/api/subscriptions/credential-watcher.ts',
        find: 'this.callbacks.get(credentialId) ?? new Set();',
        replace: 'new Set<() => void>();',
      },
    ],
    caughtBy: [{ file: 'test/integration/subscriptions/closing.test.ts', id: 'revocation-closes-sockets' }],
  },
  {
    name: 'catch-up-after-revocation',
    breaks: 'A subscription that catches up does not check whether its credential is revoked.',
    violates: 'No event leaves the service after the revocation of the credential.',
    edits: [
      {
        file: 'src/database/events/feed.ts',
        find: '} AS revoked,',
        replace: '} AND false AS revoked,',
      },
    ],
    caughtBy: [{ file: 'test/integration/subscriptions/closing.test.ts', id: 'revocation-without-notification' }],
  },
  {
    name: 'revoked-subscriber-served',
    breaks: 'A live channel sends its events also to subscribers whose credentials are revoked.',
    violates: 'A lost notification cannot leak an event after a revocation.',
    edits: [{ file: 'src/api/subscriptions/channel.ts', find: 'lost.size > 0', replace: 'lost.size < 0' }],
    caughtBy: [{ file: 'test/integration/subscriptions/channels.test.ts', id: 'revoked-live-subscriber' }],
  },
  {
    name: 'unbound-human-subscribed',
    breaks: 'A subscription of the console continues after the binding of its human was removed.',
    violates: 'A human reads only principals to which a binding exists.',
    edits: [
      {
        file: 'src/api/subscriptions/event-stream.ts',
        find: 'page.bindingRemoved',
        replace: 'page.bindingRemoved && page.head < 0n',
      },
    ],
    caughtBy: [{ file: 'test/integration/subscriptions/events.test.ts', id: 'subscription-of-human' }],
  },
];
