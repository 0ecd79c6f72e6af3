import type { CompletedAttempt } from '../../operations/commands/webhook-attempt';
import type { ClaimedDelivery } from '../../database/repositories/webhook-batch';

/** One endpoint's attempts. */
interface EndpointAttempts {
  inFlight: number;
  completed: CompletedAttempt[];
  /** Was left for the next batch: not again. */
  deferredOnce: boolean;
}

/**
 * Attempts that have ended, until they are written: endpoint by endpoint, as an endpoint costs the database as much as its
 * attempts do. So those go first of which nothing is under way any more, and the others wait for no more than one batch.
 */
export class CompletedAttempts {
  private readonly endpoints = new Map<string, EndpointAttempts>();
  private count = 0;

  /** How many are to be written. */
  get size(): number {
    return this.count;
  }

  onStarted({ agentId }: ClaimedDelivery): void {
    const endpoint = this.endpoints.get(agentId);
    if (endpoint) endpoint.inFlight += 1;
    else this.endpoints.set(agentId, { inFlight: 1, completed: [], deferredOnce: false });
  }

  /** @param ended undefined: nothing is known of it */
  onCompleted({ agentId }: ClaimedDelivery, ended: CompletedAttempt | undefined): void {
    const endpoint = this.endpoints.get(agentId);
    if (!endpoint) return;
    endpoint.inFlight -= 1;
    if (ended) {
      endpoint.completed.push(ended);
      this.count += 1;
    }
    if (endpoint.inFlight === 0 && endpoint.completed.length === 0) this.endpoints.delete(agentId);
  }

  /** The next to be written: whole endpoints, until it is so many or more. They stay here until they are `written`. */
  nextBatch(enough: number): CompletedAttempt[] {
    const endpoints = [...this.endpoints.values()].filter(({ completed: ended }) => ended.length > 0);
    const soonest = endpoints.filter(({ inFlight: underWay, deferredOnce: leftOut }) => underWay === 0 || leftOut);
    const batch: CompletedAttempt[] = [];
    for (const endpoint of new Set([...soonest, ...endpoints])) {
      if (batch.length >= enough) endpoint.deferredOnce = true;
      else batch.push(...endpoint.completed);
    }
    return batch;
  }

  /** Takes out a batch that is written. */
  removeWritten(batch: readonly CompletedAttempt[]): void {
    this.count -= batch.length;
    const gone = new Set(batch);
    for (const agentId of new Set(batch.map(({ claimed }) => claimed.agentId))) {
      const endpoint = this.endpoints.get(agentId);
      if (!endpoint) continue;
      endpoint.completed = endpoint.completed.filter((one) => !gone.has(one));
      endpoint.deferredOnce = false;
      if (endpoint.inFlight === 0 && endpoint.completed.length === 0) this.endpoints.delete(agentId);
    }
  }
}
