import type { Refusal } from '../../domain/errors/errors';

/** A finished answer: what goes over the wire and, for a mutation, what is kept for its idempotency key. */
export interface HttpResponse {
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
