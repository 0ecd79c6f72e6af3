import { Refusal } from '../../domain/errors/errors';

const JSON_TYPE = 'application/json';

/** @throws Refusal 415 `unsupported_media_type` if a body is not declared as JSON or is compressed */
export function refuseMediaType({ body, contentType, contentEncoding }: Sent): void {
  if (!body) return;
  if (mediaType(contentType ?? '') !== JSON_TYPE) throw new Refusal('unsupported_media_type');
  if ((contentEncoding ?? 'identity').trim().toLowerCase() !== 'identity') {
    throw new Refusal(
      'unsupported_media_type',
      'Compressed bodies are not supported. Send the body without Content-Encoding.',
    );
  }
}

interface Sent {
  readonly body: Buffer | undefined;
  readonly contentType: string | undefined;
  readonly contentEncoding: string | undefined;
}

/** Returns the type without parameters, in lower case. */
function mediaType(text: string): string {
  return (text.split(';')[0] ?? '').trim().toLowerCase();
}

const ACCEPTABLE: ReadonlySet<string> = new Set([JSON_TYPE, 'application/problem+json', 'application/*', '*/*']);

/** Tells whether an `Accept` header allows JSON (RFC 9110 §12.5.1); no header allows every type. */
export function acceptsJson(accept: string | undefined): boolean {
  if (accept === undefined || accept.trim() === '') return true;
  return ranges(accept).some((range) => ACCEPTABLE.has(range));
}

/** Tells whether an `Accept` header contains exactly this type. */
export function names(accept: string | undefined, type: string): boolean {
  return accept !== undefined && ranges(accept).includes(type);
}

/** Returns the media ranges of an `Accept` header, without those with `q=0`. */
function ranges(accept: string): string[] {
  return accept
    .split(',')
    .filter((range) => !/;\s*q=0(\.0*)?\s*(;|$)/i.test(range))
    .map(mediaType);
}
