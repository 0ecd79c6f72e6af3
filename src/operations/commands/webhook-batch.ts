import { isSuccess } from '../../domain/events/webhook';
import type { Store } from '../../database/transactions/database';
import * as turns from '../../database/repositories/webhook-batch';
import type { Services } from '../context';
import { type EndedAttempt, latencyOf } from './webhook-attempt';

/** What has ended, and how it is written. */
export interface SortedOut {
  /** Of endpoints at which everything arrived: nothing has to be decided. */
  readonly arrived: readonly EndedAttempt[];
  /** Everything of endpoints at which something failed, or may have. */
  readonly judged: readonly EndedAttempt[];
}

export function sortOut(ended: readonly EndedAttempt[]): SortedOut {
  const unclear = new Set(ended.filter(({ answer }) => !isSuccess(answer)).map(({ claimed }) => claimed.agentId));
  return {
    arrived: ended.filter(({ claimed }) => !unclear.has(claimed.agentId)),
    judged: ended.filter(({ claimed }) => unclear.has(claimed.agentId)),
  };
}

/** Writes attempts that arrived, and claims what is due at up to so many endpoints. */
export async function takeTurn(
  { store, metrics }: Pick<Services, 'metrics'> & { readonly store: Store },
  arrived: readonly EndedAttempt[],
  looking: { readonly endpoints: number; readonly leaseSeconds: number },
): Promise<turns.Turn> {
  const arrivals = arrived.map(({ claimed, attemptedAt, answer }) => ({ claimed, attemptedAt, ...answer }));
  const turn = await turns.takeTurn(store, { arrivals, ...looking });
  for (const one of arrived) {
    const { deliveryId } = one.claimed;
    if (turn.unwritten.has(deliveryId)) continue;
    metrics.webhookTried(null, one.answer.durationMs / 1000);
    if (!turn.repeated.has(deliveryId)) metrics.webhookDelivered(latencyOf(one));
  }
  return turn;
}
