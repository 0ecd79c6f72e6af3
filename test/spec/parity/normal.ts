import { parseKey, prefixes } from '../../../src/domain/keys';
import type { Json, TranscriptLine } from './suite';

/**
 * Replaces whatever differs from run to run (ids, keys, times, cursors, addresses, secrets) by numbers in the order of
 * first appearance: two transcripts are equal only if the same things are the same thing in both.
 */

const KINDS: readonly (readonly [string, string])[] = [
  ['host', String.raw`https?://(?:127\.0\.0\.1|localhost):\d+`],
  ['key', String.raw`\b(?:${Object.keys(prefixes).join('|')})_[0-9a-hjkmnp-tv-z]{26}\b`],
  ['id', String.raw`\b[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\b`],
  ['time', String.raw`\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3,6}Z`],
  ['secret', String.raw`\b(?:sk_live|whsec)_[\w+/=-]+`],
  ['api_key', String.raw`\bak_live_\w+`],
  ['session', String.raw`\bcs_test_\w+`],
  ['sha256', String.raw`\b[0-9a-f]{64}\b`],
];
const ANY = new RegExp(KINDS.map(([kind, pattern]) => `(?<${kind}>${pattern})`).join('|'), 'g');

/** Members that are measured, or as coarse as a minute: only whether they are null is compared. */
const MEASURED = new Set(['duration_ms', 'last_used_at', 'skew_seconds', 'sequence', 'server_time']);
/** Members that nobody looks into. */
const OPAQUE = new Set(['next_cursor', 'cursor']);

export function normal(told: readonly TranscriptLine[]): unknown[] {
  const numbers = new Map<string, number>();
  const number = (kind: string, text: string): string => {
    const known = `${kind} ${text}`;
    if (!numbers.has(known)) numbers.set(known, numbers.size + 1);
    return String(numbers.get(known));
  };
  const text = (value: string): string =>
    value.replace(ANY, (found: string, ...more: unknown[]) => {
      const groups = more.at(-1) as Readonly<Record<string, string | undefined>>;
      const kind = KINDS.find(([name]) => groups[name] !== undefined)?.[0] ?? '';
      // A key and an id of the same bits are the same thing in two spellings.
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
  return told.map(({ field, outcome }) => ({ field, ...(walk(outcome) as Json) }));
}
