import { parseKey } from '../../../src/domain/keys';

type Json = Record<string, unknown>;

/**
 * Normalizes the trades of an answer of any server. It unwraps lists, uses ids for keys, numbers for amounts, one form
 * of time and lower case states. Equal texts are equal answers.
 */
export function tradesIn(answer: string): string {
  const parsed = JSON.parse(answer) as Json;
  if (parsed['errors'] !== undefined) throw new Error(answer.slice(0, 1_000));
  const trades = plain(unwrapped(parsed['data'] ?? parsed));
  if (!Array.isArray(trades) || trades.length === 0) throw new Error('an answer without trades');
  return JSON.stringify(trades);
}

/** The list of an answer, below objects with one member. */
function unwrapped(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const members = Object.values(value as Json);
  return members.length === 1 ? unwrapped(members[0]) : value;
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => plain(unwrapped(one)));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value as Json).map(([name, raw]): [string, unknown] => {
    const inner = unwrapped(raw);
    if (typeof inner === 'object') return [name, plain(inner)];
    return [name.replace(/Key$/, 'Id'), scalar(name, inner)];
  });
  return Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function scalar(name: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (name.endsWith('Key')) return parseKey(value)?.id;
  if (name.endsWith('At')) return new Date(value).toISOString();
  if (name.endsWith('Stamps') || name.endsWith('Amount')) return Number(value);
  return name === 'displayName' || name === 'title' ? value : value.toLowerCase();
}
