import { isSuccess } from '../../domain/events/webhook';
import type { Database } from '../../database/transactions/database';
import * as turns from '../../database/repositories/webhook-batch';
import type { Services } from '../context';
import { type CompletedAttempt, latencyOf } from './webhook-attempt';

/** What has ended, and how it is written. */
export interface AttemptsByOutcome {
  /** Of endpoints at which everything arrived: nothing has to be decided. */
  readonly acknowledged: readonly CompletedAttempt[];
  /** Everything of endpoints at which something failed, or may have. */
  readonly failed: readonly CompletedAttempt[];
}

export function partitionByOutcome(ended: readonly CompletedAttempt[]): AttemptsByOutcome {
  const unclear = new Set(ended.filter(({ answer }) => !isSuccess(answer)).map(({ claimed }) => claimed.agentId));
  return {
    acknowledged: ended.filter(({ claimed }) => !unclear.has(claimed.agentId)),
    failed: ended.filter(({ claimed }) => unclear.has(claimed.agentId)),
  };
}

/** Writes attempts that arrived, and claims what is due at up to so many endpoints. */
export async function processWebhookBatch(
  { store, metrics }: Pick<Services, 'metrics'> & { readonly store: Database },
  arrived: readonly CompletedAttempt[],
  looking: { readonly endpoints: number; readonly leaseSeconds: number },
): Promise<turns.WebhookBatch> {
  const arrivals = arrived.map(({ claimed, attemptedAt, answer }) => ({ claimed, attemptedAt, ...answer }));
  const turn = await turns.acknowledgeAndClaim(store, { acknowledgements: arrivals, ...looking });
  for (const one of arrived) {
    const { deliveryId } = one.claimed;
    if (turn.staleClaims.has(deliveryId)) continue;
    metrics.webhookTried(null, one.answer.durationMs / 1000);
    if (!turn.manualRedeliveries.has(deliveryId)) metrics.webhookDelivered(latencyOf(one));
  }
  return turn;
}
