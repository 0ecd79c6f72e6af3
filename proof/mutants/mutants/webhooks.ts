import type { Mutant } from '../mutant';

/** Mutants of webhook deliveries and of the addresses that they are sent to. */
export const webhookMutants: readonly Mutant[] = [
  {
    name: 'agents-not-locked',
    breaks:
      'The outcome of an attempt is written without a lock on the agent, so it can disable a URL that has just changed.',
    violates: 'The lock order of webhooks is agents by id, then endpoints, then deliveries.',
    edits: [
      {
        file: 'src/database/repositories/webhooks.ts',
        find: `notifications_disabled_at FROM agent
        WHERE agent_id = ANY ($1::uuid[]) ORDER BY agent_id FOR NO KEY UPDATE`,
        replace: `notifications_disabled_at FROM agent
        WHERE agent_id = ANY ($1::uuid[]) ORDER BY agent_id`,
      },
      {
        file: 'src/database/repositories/webhooks.ts',
        find: `notifications_disabled_at FROM agent
        WHERE agent_id = ANY ($1::uuid[]) FOR NO KEY UPDATE SKIP LOCKED`,
        replace: `notifications_disabled_at FROM agent
        WHERE agent_id = ANY ($1::uuid[])`,
      },
    ],
    caughtBy: [{ file: 'test/integration/workers/webhooks.test.ts', id: 'webhook-url-changed' }],
  },
  {
    name: 'old-url-disables-endpoint',
    breaks: 'The failure of an old URL disables the endpoint although the owner has set a new URL.',
    violates: 'A new URL enables the endpoint, and only its own failures count.',
    edits: [
      {
        file: 'src/operations/commands/webhook-attempt.ts',
        find: 'agent?.notificationUrl === claimed.notificationUrl',
        replace: "agent !== undefined && claimed.notificationUrl !== ''",
      },
    ],
    caughtBy: [{ file: 'test/integration/workers/webhooks.test.ts', id: 'webhook-url-changed' }],
  },
  {
    name: 'old-attempt-disables-endpoint',
    breaks: 'An attempt from before an endpoint was disabled disables it again after its owner enabled it.',
    violates: 'Setting the URL enables the endpoint again.',
    edits: [
      {
        file: 'src/operations/commands/webhook-attempt.ts',
        find: 'isOpen && isSameEndpoint',
        replace: 'isSameEndpoint',
      },
    ],
    caughtBy: [{ file: 'test/integration/workers/webhooks.test.ts', id: 'webhook-enabled-again' }],
  },
  {
    name: 'delivered-when-claimed',
    breaks: 'A delivery is marked as delivered when a worker claims it, so a failed delivery is not retried.',
    violates: 'Only a 2xx answer within the timeout is a success: other deliveries are retried.',
    edits: [
      {
        file: 'sql/webhooks/claim.sql',
        find: 'WHERE w.agent_id = p.agent_id',
        replace: `WHERE w.agent_id = p.agent_id
  ), arrived AS (
    UPDATE webhook_delivery d SET state = 'delivered', due_at = NULL, ended_at = p_at
    FROM claimed c WHERE d.delivery_id = c.delivery_id`,
      },
    ],
    caughtBy: [
      { file: 'test/spec/webhooks.test.ts', id: 'webhook-retry-same-bytes' },
      { file: 'test/integration/workers/webhooks.test.ts', id: 'webhook-worker-killed' },
    ],
  },
  {
    name: 'deliveries-out-of-order',
    breaks: 'Deliveries of one trade are claimed by due time, so a later event can be sent first.',
    violates: 'The first attempts of one agent and trade are in the order of the events.',
    edits: [
      {
        file: 'sql/webhooks/claim.sql',
        find: 'AND (d.trade_id IS NULL OR ',
        replace: 'AND (true OR d.trade_id IS NULL OR ',
      },
    ],
    caughtBy: [{ file: 'test/integration/workers/webhooks.test.ts', id: 'webhook-order-in-trade' }],
  },
  {
    name: 'expired-lease-writes',
    breaks: 'The outcome of an attempt is written although another worker has claimed the delivery.',
    violates: 'A claim is a lease of 45 s with a fencing token.',
    edits: [
      {
        file: 'src/database/repositories/webhooks.ts',
        find: ' === String(claimed.leaseToken)',
        replace: ' !== undefined',
      },
      { file: 'sql/webhooks/lease_held.sql', find: '= p_token, false)', replace: 'IS NOT NULL, false)' },
    ],
    caughtBy: [{ file: 'test/integration/workers/webhooks.test.ts', id: 'webhook-worker-killed' }],
  },
  {
    name: 'retry-with-new-id',
    breaks: 'Each attempt of a delivery has its own webhook-id, so a receiver cannot detect a duplicate.',
    violates: 'The webhook-id is the id of the event in every attempt.',
    edits: [
      {
        file: 'src/workers/webhooks/in-flight-deliveries.ts',
        find: "keyOf('evt', claimed.eventId)",
        replace: "`${keyOf('evt', claimed.eventId)}_${String(claimed.leaseToken)}`",
      },
    ],
    caughtBy: [
      { file: 'test/spec/webhooks.test.ts', id: 'webhook-retry-same-bytes' },
      { file: 'test/integration/workers/webhooks.test.ts', id: 'webhook-worker-killed' },
    ],
  },
  {
    name: 'redelivery-deleted',
    breaks: 'The cleanup deletes a delivery that was sent again by hand at the same moment.',
    violates: 'A delivery that has ended can be sent again by hand.',
    edits: [
      {
        file: 'src/database/repositories/retention.ts',
        find: 'ended_at <= $1 LIMIT $2 FOR UPDATE SKIP LOCKED',
        replace: 'ended_at <= $1 LIMIT $2',
      },
    ],
    caughtBy: [{ file: 'test/integration/workers/webhook-retention.test.ts', id: 'webhook-cleanup-redelivery' }],
  },
  {
    name: 'host-name-checked-only',
    breaks: 'The name of a host is checked, then resolved again to connect, so another address can be used.',
    violates: 'The service connects only to addresses that it has checked, in each attempt.',
    edits: [{ file: 'src/adapters/webhook/targets.ts', find: 'lookup: guard.lookup, ', replace: '...(guard && {}), ' }],
    caughtBy: [{ file: 'test/integration/adapters/webhook-guard.test.ts', id: 'webhook-name-rebinding' }],
  },
  {
    name: 'one-good-address',
    breaks: 'A host is accepted if one of its addresses is public.',
    violates: 'A host is refused if one of its addresses is not public.',
    edits: [{ file: 'src/adapters/webhook/guard.ts', find: '.every(', replace: '.some(' }],
    caughtBy: [{ file: 'test/integration/adapters/webhook-guard.test.ts', id: 'webhook-hostile-hosts' }],
  },
  {
    name: 'capacity-without-share',
    breaks: 'The slow endpoints of one principal can take the whole capacity of a worker.',
    violates: 'A slow or failing receiver does not delay the webhooks of others.',
    edits: [
      {
        file: 'src/workers/webhooks/delivery.ts',
        find: 'const MAX_PER_PRINCIPAL = MAX_IN_FLIGHT / 4;',
        replace: 'const MAX_PER_PRINCIPAL = MAX_IN_FLIGHT;',
      },
    ],
    caughtBy: [{ file: 'test/integration/workers/webhook-shares.test.ts', id: 'webhook-capacity' }],
  },
];
