import { parseKey, prefixes } from '../../../src/domain/keys';
import type { Json, TranscriptLine } from './suite';

/**
 * Replaces values that differ between runs, such as ids, times and secrets, with numbers by first appearance.
 * Two transcripts are equal only if equal values occur at the same places in both.
 */

const KINDS: readonly (readonly [string, string])[] = [
  ['host', String.raw`https?://(?:127\.0\.0\.1|localhost):\d+`],
  ['key', String.raw`\b(?:${Object.keys(prefixes).join('|')})_[0-9a-hjkmnp-tv-z]{26}\b`],
  ['id', String.raw`\b[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\b`],
  ['time', String.raw`\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3,6}Z`],
  ['secret', String.raw`\b(?:sk_live|sk_test|whsec)_[\w+/=-]+`],
  ['api_key', String.raw`\bak_(?:live|test)_\w+`],
  ['session', String.raw`\bcs_test_\w+`],
  // `credential_invalid` names what the service received, which differs between the APIs.
  ['authority', String.raw`(?<=the authority )\S+`],
  ['path', String.raw`(?<=and the path )\S+`],
  ['sha256', String.raw`\b[0-9a-f]{64}\b`],
];
const ANY = new RegExp(KINDS.map(([kind, pattern]) => `(?<${kind}>${pattern})`).join('|'), 'g');

/** Measured or coarse members: the comparison covers only whether they are null. */
const MEASURED = new Set([
  'kept_answer_bytes',
  'duration_ms',
  'last_used_at',
  'skew_seconds',
  'sequence',
  'server_time',
]);
/** Members whose content is opaque to clients. */
const OPAQUE = new Set(['next_cursor', 'cursor']);

export function normal(transcript: readonly TranscriptLine[]): unknown[] {
  const numbers = new Map<string, number>();
  const number = (kind: string, text: string): string => {
    const label = `${kind} ${text}`;
    if (!numbers.has(label)) numbers.set(label, numbers.size + 1);
    return String(numbers.get(label));
  };
  const text = (value: string): string =>
    value.replace(ANY, (found: string, ...more: unknown[]) => {
      const groups = more.at(-1) as Readonly<Record<string, string | undefined>>;
      const kind = KINDS.find(([name]) => groups[name] !== undefined)?.[0] ?? '';
      if (kind === 'path') return '<path>';
      // A key and an id with the same bits name the same object.
      const key = kind === 'key' ? parseKey(found) : undefined;
      return key ? `<${key.prefix} ${number('id', key.id)}>` : `<${kind} ${number(kind, found)}>`;
    });
  const member = (name: string, value: unknown): unknown => {
    if (value === null) return null;
    if (MEASURED.has(name)) return '<measured>';
    return OPAQUE.has(name) ? `<cursor ${number('cursor', value as string)}>` : walk(value);
  };
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value);
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value as Json)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, inner]) => [text(name), member(name, inner)]),
    );
  };
  return transcript.map(({ field, outcome }) => ({ field, ...(walk(outcome) as Json) }));
}
