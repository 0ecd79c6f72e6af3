import type { CompletedAttempt } from '../../operations/commands/webhook-attempt';
import type { ClaimedDelivery } from '../../database/repositories/webhook-batch';

/** The attempts of one endpoint. */
interface EndpointAttempts {
  inFlight: number;
  completed: CompletedAttempt[];
  /** Whether a batch has left it out; the next batch must include it. */
  deferredOnce: boolean;
  /** Whether its last write was skipped, because another transaction had locked its rows. */
  isSkipped: boolean;
}

/**
 * Collects completed attempts by endpoint until they are written.
 * Writing an endpoint costs as much as writing its attempts. So endpoints without attempts in flight are written first,
 * and the others wait for at most one batch.
 */
export class CompletedAttempts {
  private readonly endpoints = new Map<string, EndpointAttempts>();
  private count = 0;

  /** The number of attempts to write. */
  get size(): number {
    return this.count;
  }

  /** Whether there are attempts to write that the last write of their endpoint has not skipped. */
  get hasUnskipped(): boolean {
    return [...this.endpoints.values()].some(({ completed, isSkipped }) => completed.length > 0 && !isSkipped);
  }

  onStarted({ agentId }: ClaimedDelivery): void {
    const endpoint = this.endpoints.get(agentId);
    if (endpoint) endpoint.inFlight += 1;
    else this.endpoints.set(agentId, { inFlight: 1, completed: [], deferredOnce: false, isSkipped: false });
  }

  /** @param attempt undefined if its outcome is unknown */
  onCompleted({ agentId }: ClaimedDelivery, attempt: CompletedAttempt | undefined): void {
    const endpoint = this.endpoints.get(agentId);
    if (!endpoint) return;
    endpoint.inFlight -= 1;
    if (attempt) {
      endpoint.completed.push(attempt);
      this.count += 1;
    }
    this.deleteIfIdle(agentId, endpoint);
  }

  /** Returns the attempts of whole endpoints, at least `size` if there are; `removeWritten` removes them. */
  nextBatch(size: number): CompletedAttempt[] {
    const endpoints = [...this.endpoints.values()].filter(({ completed }) => completed.length > 0);
    const first = endpoints.filter(({ inFlight, deferredOnce }) => inFlight === 0 || deferredOnce);
    const batch: CompletedAttempt[] = [];
    for (const endpoint of new Set([...first, ...endpoints])) {
      if (batch.length >= size) endpoint.deferredOnce = true;
      else batch.push(...endpoint.completed);
    }
    return batch;
  }

  /** Moves endpoints that other transactions have locked behind the others. */
  postpone(agentIds: Iterable<string>): void {
    for (const agentId of agentIds) {
      const endpoint = this.endpoints.get(agentId);
      if (!endpoint) continue;
      endpoint.isSkipped = true;
      this.endpoints.delete(agentId);
      this.endpoints.set(agentId, endpoint);
    }
  }

  /** Removes a written batch. */
  removeWritten(batch: readonly CompletedAttempt[]): void {
    this.count -= batch.length;
    const written = new Set(batch);
    for (const agentId of new Set(batch.map(({ claimed }) => claimed.agentId))) {
      const endpoint = this.endpoints.get(agentId);
      if (!endpoint) continue;
      endpoint.completed = endpoint.completed.filter((attempt) => !written.has(attempt));
      endpoint.deferredOnce = false;
      endpoint.isSkipped = false;
      this.deleteIfIdle(agentId, endpoint);
    }
  }

  private deleteIfIdle(agentId: string, { inFlight, completed }: EndpointAttempts): void {
    if (inFlight === 0 && completed.length === 0) this.endpoints.delete(agentId);
  }
}
