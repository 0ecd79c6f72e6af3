import { isSuccess } from '../../domain/events/webhook';
import type { Database } from '../../database/transactions/database';
import * as webhooks from '../../database/repositories/webhook-batch';
import type { Services } from '../context';
import { type CompletedAttempt, latencyOf } from './webhook-attempt';

/** Completed attempts, by how they are recorded. */
export interface AttemptsByOutcome {
  /** Attempts at endpoints where all of them succeeded. They need no decision. */
  readonly acknowledged: readonly CompletedAttempt[];
  /** All attempts at endpoints where at least one failed. */
  readonly mixed: readonly CompletedAttempt[];
}

export function partitionByOutcome(completed: readonly CompletedAttempt[]): AttemptsByOutcome {
  const failing = new Set(completed.filter(({ answer }) => !isSuccess(answer)).map(({ claimed }) => claimed.agentId));
  return {
    acknowledged: completed.filter(({ claimed }) => !failing.has(claimed.agentId)),
    mixed: completed.filter(({ claimed }) => failing.has(claimed.agentId)),
  };
}

/** Records successful attempts, and claims due deliveries of up to `maxEndpoints` endpoints. */
export async function processWebhookBatch(
  { store, metrics }: Pick<Services, 'metrics'> & { readonly store: Database },
  acknowledged: readonly CompletedAttempt[],
  claim: Omit<webhooks.WebhookBatchRequest, 'acknowledgements'>,
): Promise<webhooks.WebhookBatch> {
  const acknowledgements = acknowledged.map(({ claimed, attemptedAt, answer }) => ({
    claimed,
    attemptedAt,
    ...answer,
  }));
  const batch = await webhooks.acknowledgeAndClaim(store, { acknowledgements, ...claim });
  for (const attempt of acknowledged) {
    const { deliveryId, agentId } = attempt.claimed;
    if (batch.staleClaims.has(deliveryId) || batch.busyAgents.has(agentId)) continue;
    metrics.webhookTried(null, attempt.answer.durationMs / 1000);
    if (!batch.manualRedeliveries.has(deliveryId)) metrics.webhookDelivered(latencyOf(attempt));
  }
  return batch;
}
