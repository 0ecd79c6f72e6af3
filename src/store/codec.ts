import { assert } from '../domain/errors';

/**
 * Rows and facts by the names of their columns: snake_case outside, camelCase inside. `…_at` is a time, `…_stamps` (and
 * `slash_amount`) an amount. The same rule reads what pg parsed already and what came as JSON (load_facts), so there is
 * no mapper per noun. JSON columns keep their own names: they are stored as the wire spells them.
 */
const names = new Map<string, string>();

function camel(column: string): string {
  let name = names.get(column);
  if (name === undefined) {
    name = column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
    names.set(column, name);
  }
  return name;
}

const columns = new Map<string, string>();

function snake(name: string): string {
  let column = columns.get(name);
  if (column === undefined) {
    column = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    columns.set(name, column);
  }
  return column;
}

/** What `snake` makes of a name. */
type Snake<Name> = Name extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${Snake<Tail>}`
  : '';

/** A row of which these columns were selected: `PickColumns<TradeRow, 'trade_id' | 'state'>`. */
export type PickColumns<Row, Column extends Snake<keyof Row>> = {
  [Name in keyof Row as Snake<Name> extends Column ? Name : never]: Row[Name];
};

function value(column: string, raw: unknown): unknown {
  if (typeof raw === 'string' && column.endsWith('_at')) return new Date(raw);
  if (typeof raw === 'number' && (column.endsWith('_stamps') || column === 'slash_amount')) return BigInt(raw);
  return raw;
}

/** One row or JSON fact as the domain's plain data. */
export function decode<T>(row: object): T {
  const out: Record<string, unknown> = {};
  for (const [column, raw] of Object.entries(row)) out[camel(column)] = value(column, raw);
  return out as T;
}

/** A row that is only shown: times come as text, as the service tells them. */
export type Shown<Row> = {
  [Name in keyof Row]: Date extends Row[Name] ? Row[Name] | string : Row[Name];
};

const SECONDS = '2026-11-20T09:30:00'.length;
const MILLISECONDS = '2026-11-20T09:30:00.000'.length;
const UTC = '+00:00';

/**
 * A time in PostgreSQL's JSON as the service tells it, RFC 3339 in UTC with milliseconds. Every session is in UTC, so there
 * is nothing to reckon; `Date` there and back takes fifteen times as long, and a page of trades has hundreds.
 */
export function timeText(raw: string): string {
  const end = raw.length - UTC.length;
  if (!raw.endsWith(UTC) || (end !== SECONDS && raw[SECONDS] !== '.')) return new Date(raw).toISOString();
  const local = raw.slice(0, Math.min(end, MILLISECONDS));
  return `${(end === SECONDS ? `${local}.` : local).padEnd(MILLISECONDS, '0')}Z`;
}

function shown(column: string, raw: unknown): unknown {
  return typeof raw === 'string' && column.endsWith('_at') ? timeText(raw) : value(column, raw);
}

/** Rows read as JSON, to be shown, of which few columns are asked for. */
export interface LazyRows<T> {
  /** What to select of the table: each column under one letter, for their names would be half of the JSON. */
  readonly select: string;
  /** A row of that: a column is read when its name is. It is no plain data: it cannot be spread. */
  readonly of: (json: object) => T;
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

export function lazily<T extends object>(columns: readonly string[]): LazyRows<T> {
  class Row {
    constructor(readonly raw: Readonly<Record<string, unknown>>) {}
  }
  const select = columns.map((column, at) => {
    const letter = LETTERS.charAt(at);
    assert(letter !== '', 'a row has no more columns than there are letters');
    Object.defineProperty(Row.prototype, camel(column), {
      get(this: Row) {
        return shown(column, this.raw[letter]);
      },
    });
    return `${column} AS ${letter}`;
  });
  return {
    select: select.join(', '),
    of: (json) => new Row(json as Readonly<Record<string, unknown>>) as unknown as T,
  };
}

export function decodeAll<T>(rows: readonly object[] | null | undefined): T[] {
  return (rows ?? []).map((row) => decode<T>(row));
}

/**
 * The domain's plain data as a row for JSON: amounts become integers (all are ≤ 2^53−1 by CHECK), times RFC 3339 when it
 * is written. Nested JSON is left as it is and holds no bigint; JSON.stringify would refuse one.
 */
export function encode(fact: object): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const [name, raw] of Object.entries(fact)) out[snake(name)] = typeof raw === 'bigint' ? Number(raw) : raw;
  return out;
}

/** JSON with amounts as integers at any depth. */
export function toJson(document: unknown): string {
  return JSON.stringify(document, (_, raw: unknown) => (typeof raw === 'bigint' ? Number(raw) : raw));
}
