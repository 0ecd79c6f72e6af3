import type { EndedAttempt } from '../../operations/commands/webhook-attempt';
import type { ClaimedDelivery } from '../../database/repositories/webhook-batch';

/** One endpoint's attempts. */
interface OfEndpoint {
  underWay: number;
  ended: EndedAttempt[];
  /** Was left for the next batch: not again. */
  leftOut: boolean;
}

/**
 * Attempts that have ended, until they are written: endpoint by endpoint, as an endpoint costs the database as much as its
 * attempts do. So those go first of which nothing is under way any more, and the others wait for no more than one batch.
 */
export class EndedAttempts {
  private readonly endpoints = new Map<string, OfEndpoint>();
  private count = 0;

  /** How many are to be written. */
  get size(): number {
    return this.count;
  }

  begun({ agentId }: ClaimedDelivery): void {
    const endpoint = this.endpoints.get(agentId);
    if (endpoint) endpoint.underWay += 1;
    else this.endpoints.set(agentId, { underWay: 1, ended: [], leftOut: false });
  }

  /** @param ended undefined: nothing is known of it */
  over({ agentId }: ClaimedDelivery, ended: EndedAttempt | undefined): void {
    const endpoint = this.endpoints.get(agentId);
    if (!endpoint) return;
    endpoint.underWay -= 1;
    if (ended) {
      endpoint.ended.push(ended);
      this.count += 1;
    }
    if (endpoint.underWay === 0 && endpoint.ended.length === 0) this.endpoints.delete(agentId);
  }

  /** The next to be written: whole endpoints, until it is so many or more. They stay here until they are `written`. */
  first(enough: number): EndedAttempt[] {
    const endpoints = [...this.endpoints.values()].filter(({ ended }) => ended.length > 0);
    const soonest = endpoints.filter(({ underWay, leftOut }) => underWay === 0 || leftOut);
    const batch: EndedAttempt[] = [];
    for (const endpoint of new Set([...soonest, ...endpoints])) {
      if (batch.length >= enough) endpoint.leftOut = true;
      else batch.push(...endpoint.ended);
    }
    return batch;
  }

  /** Takes out a batch that is written. */
  written(batch: readonly EndedAttempt[]): void {
    this.count -= batch.length;
    const gone = new Set(batch);
    for (const agentId of new Set(batch.map(({ claimed }) => claimed.agentId))) {
      const endpoint = this.endpoints.get(agentId);
      if (!endpoint) continue;
      endpoint.ended = endpoint.ended.filter((one) => !gone.has(one));
      endpoint.leftOut = false;
      if (endpoint.underWay === 0 && endpoint.ended.length === 0) this.endpoints.delete(agentId);
    }
  }
}
