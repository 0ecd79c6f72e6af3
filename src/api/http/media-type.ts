import { Refusal } from '../../domain/errors/errors';

const JSON_TYPE = 'application/json';

/** A body is JSON and says so, and is not compressed. @throws Refusal 415 `unsupported_media_type` */
export function refuseMediaType({ body, contentType, contentEncoding }: Sent): void {
  if (!body) return;
  if (mediaType(contentType ?? '') !== JSON_TYPE) throw new Refusal('unsupported_media_type');
  if ((contentEncoding ?? 'identity').trim().toLowerCase() !== 'identity') {
    throw new Refusal('unsupported_media_type', 'Bodies are taken as they are: send it without Content-Encoding.');
  }
}

interface Sent {
  readonly body: Buffer | undefined;
  readonly contentType: string | undefined;
  readonly contentEncoding: string | undefined;
}

/** Without its parameters, in lower case. */
function mediaType(text: string): string {
  return (text.split(';')[0] ?? '').trim().toLowerCase();
}

const ACCEPTABLE: ReadonlySet<string> = new Set([JSON_TYPE, 'application/problem+json', 'application/*', '*/*']);

/** Whether an `Accept` header lets JSON in (RFC 9110 §12.5.1); one that is not there lets everything in. */
export function acceptsJson(accept: string | undefined): boolean {
  if (accept === undefined || accept.trim() === '') return true;
  return ranges(accept).some((range) => ACCEPTABLE.has(range));
}

/** Whether an `Accept` header names this very type. */
export function names(accept: string | undefined, type: string): boolean {
  return accept !== undefined && ranges(accept).includes(type);
}

/** The media ranges of an `Accept` header, without those it rules out (`q=0`). */
function ranges(accept: string): string[] {
  return accept
    .split(',')
    .filter((range) => !/;\s*q=0(\.0*)?\s*(;|$)/i.test(range))
    .map(mediaType);
}
