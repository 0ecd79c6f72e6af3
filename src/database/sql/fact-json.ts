import { createHash } from 'node:crypto';
import { canonical } from '../../domain/canonical';
import { projectFacts } from '../../domain/trades/facts';
import type { TradeFact, TradeRows } from '../../domain/trades/fact-types';
import { decode, decodeAll, encode } from './codec';

/** Facts of trades as the canonical JSON (RFC 8785) that `trade_fact.body` holds. Names are those of the columns. */

const PREFIX = 'ats-fact-v1';

/** Columns of `trade` that no fact has: the settlement worker's note about the trade. */
const NOTES: ReadonlySet<string> = new Set(['settlementError', 'settlementErrorAt']);

/** A row for `canonical`, which knows no times. */
function plain(row: object): object {
  return Object.fromEntries(
    Object.entries(encode(row)).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  );
}

/** The text of a fact. Its digest is over this text. */
export function factBody(fact: TradeFact): string {
  const nested = Object.entries(fact).map(([name, value]): [string, unknown] => {
    if (name === 'trade' || name === 'settings') return [name, plain(value as object)];
    if (name === 'steps' || name === 'participants') return [name, (value as object[]).map(plain)];
    return [name, value];
  });
  return canonical(encode(Object.fromEntries(nested)));
}

interface FactJson {
  readonly trade?: object;
  readonly steps?: object[];
  readonly participants?: object[];
  readonly settings?: object;
}

/** Parses the text of a fact. */
export function parseFact(body: string): TradeFact {
  const { trade, steps, participants, settings, ...rest } = JSON.parse(body) as FactJson;
  return {
    ...decode<object>(rest),
    ...(trade && { trade: withoutNotes(decode(trade)) }),
    ...(steps && { steps: decodeAll(steps) }),
    ...(participants && { participants: decodeAll(participants) }),
    ...(settings && { settings: decode(settings) }),
  } as TradeFact;
}

function withoutNotes(trade: object): object {
  return Object.fromEntries(Object.entries(trade).filter(([name]) => !NOTES.has(name)));
}

/** A fact as the database stores it: its text, and the hex digest that chains it to the fact before. */
export type StoredFact = readonly [body: string, sha256: string];

/** The digest of a fact does not follow from its text and the digest before it. */
export class BrokenChain extends Error {
  override readonly name = 'BrokenChain';
}

/** Parses the facts of a trade, oldest first. @throws BrokenChain that names the first fact with a wrong digest */
function parseFacts(stored: readonly StoredFact[]): TradeFact[] {
  let previous = '';
  return stored.map(([body, sha256], index) => {
    const digest = createHash('sha256').update(PREFIX).update(previous, 'hex').update(body).digest('hex');
    if (digest !== sha256) throw new BrokenChain(`its fact ${String(index + 1)} is not the one that was chained`);
    previous = sha256;
    return parseFact(body);
  });
}

/** The rows of a trade by its facts, or why no trade can have them. */
export function projectionOf(tradeId: string, stored: readonly StoredFact[] | null): TradeRows | Error {
  try {
    return projectFacts(tradeId, parseFacts(stored ?? []));
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
