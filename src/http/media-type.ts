import { Refusal } from '../domain/errors';

const JSON_TYPE = 'application/json';

/** A body is JSON and says so. @throws Refusal 415 `unsupported_media_type` */
export function refuseMediaType({
  body,
  contentType,
}: {
  readonly body: Buffer | undefined;
  readonly contentType: string | undefined;
}): void {
  if (body && mediaType(contentType ?? '') !== JSON_TYPE) throw new Refusal('unsupported_media_type');
}

/** Without its parameters, in lower case. */
function mediaType(text: string): string {
  return (text.split(';')[0] ?? '').trim().toLowerCase();
}

const ACCEPTABLE: ReadonlySet<string> = new Set([JSON_TYPE, 'application/problem+json', 'application/*', '*/*']);

/** Whether an `Accept` header lets JSON in (RFC 9110 §12.5.1); one that is not there lets everything in. */
export function acceptsJson(accept: string | undefined): boolean {
  if (accept === undefined || accept.trim() === '') return true;
  return accept.split(',').some((range) => ACCEPTABLE.has(mediaType(range)) && !/;\s*q=0(\.0*)?\s*(;|$)/i.test(range));
}
