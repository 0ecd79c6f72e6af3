import { Refusal } from '../domain/errors';
import { isTransient } from '../store/transient';

/** A finished answer: what goes over the wire and, for a mutation, what is kept for its idempotency key. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Headers that a refusal of this code always brings along (contract §§3–5). */
export function refusalHeaders(refusal: Refusal): Record<string, string> {
  switch (refusal.code) {
    case 'idempotency_key_in_progress':
    case 'service_unavailable':
    case 'payment_processor_unavailable':
      return { 'retry-after': '1' };
    default:
      return {};
  }
}

/** What anything thrown is to the caller: a refusal stays one, everything else tells nothing of the inside. */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  // The database was away, busy, or the work ran into others once too often: the same key may be sent again.
  if (isTransient(error))
    return new Refusal('service_unavailable', 'The service is busy or a part of it is away; nothing was done.');
  return new Refusal('internal_error');
}
