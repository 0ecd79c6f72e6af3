import type { Refusal } from '../../domain/errors/errors';

/** A complete HTTP response; a mutation stores it for its idempotency key. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An HTTP response that may be long. A long body is UTF-8 already. */
export interface LongResponse extends Omit<HttpResponse, 'body'> {
  readonly body: string | Buffer;
}

/** A response whose body is not serialized yet. */
export interface JsonResponse extends Omit<HttpResponse, 'body'> {
  readonly json: unknown;
}

export function serialize({ json, ...response }: JsonResponse): HttpResponse {
  return { ...response, body: JSON.stringify(json) };
}

/** Returns the headers that belong to the code of a refusal. */
export function refusalHeaders(refusal: Refusal): Record<string, string> {
  switch (refusal.code) {
    case 'idempotency_key_in_progress':
    case 'service_unavailable':
    case 'payment_processor_unavailable':
      return { 'retry-after': '1' };
    case 'rate_limited': {
      // The limits of a minute replace it by the seconds until their reset.
      const seconds = refusal.members['retry_after_seconds'];
      return { 'retry-after': typeof seconds === 'number' ? String(seconds) : '1' };
    }
    default:
      return {};
  }
}
