import { assert } from '../../domain/errors/errors';

/**
 * Converts rows and JSON objects between snake_case columns and camelCase members.
 *
 * `…_at` is a time, `…_stamps` and `slash_amount` are amounts. One rule reads rows of `pg` and JSON of `load_decision_data`, so no
 * noun needs a mapper. JSON columns keep the names of the wire.
 */
function camel(column: string): string {
  return column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

const columns = new Map<string, string>();

/** The column of a member: `agentId` → `agent_id`. */
export function snake(name: string): string {
  let column = columns.get(name);
  if (column === undefined) {
    column = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    columns.set(name, column);
  }
  return column;
}

/** The type of `snake`. */
type Snake<Name> = Name extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${Snake<Tail>}`
  : '';

/** A row of which these columns were selected: `PickColumns<TradeRow, 'trade_id' | 'state'>`. */
export type PickColumns<Row, Column extends Snake<keyof Row>> = {
  [Name in keyof Row as Snake<Name> extends Column ? Name : never]: Row[Name];
};

type Read = (raw: unknown) => unknown;

const time: Read = (raw) => (typeof raw === 'string' ? new Date(raw) : raw);
const amount: Read = (raw) => (typeof raw === 'number' ? BigInt(raw) : raw);
const unchanged: Read = (raw) => raw;

/** The reader of a column, by its name. */
function readerOf(column: string, times: Read): Read {
  if (column.endsWith('_at')) return times;
  return column.endsWith('_stamps') || column === 'slash_amount' ? amount : unchanged;
}

interface Field {
  readonly name: string;
  readonly read: Read;
}

const fields = new Map<string, Field>();

function fieldOf(column: string): Field {
  let field = fields.get(column);
  if (field === undefined) {
    field = { name: camel(column), read: readerOf(column, time) };
    fields.set(column, field);
  }
  return field;
}

/** Converts one row or JSON object to the domain's plain data. */
export function decode<T>(row: object): T {
  const out: Record<string, unknown> = {};
  for (const [column, raw] of Object.entries(row)) {
    const { name, read } = fieldOf(column);
    out[name] = read(raw);
  }
  return out as T;
}

/** A row that is only shown: times come as text, as the service tells them. */
export type WithTimeText<Row> = {
  [Name in keyof Row]: Date extends Row[Name] ? Row[Name] | string : Row[Name];
};

const SECONDS = '2026-11-20T09:30:00'.length;
const MILLISECONDS = '2026-11-20T09:30:00.000'.length;
const UTC = '+00:00';

/**
 * Formats a time of PostgreSQL's JSON as RFC 3339 in UTC with milliseconds.
 *
 * Every session is in UTC, so cutting the text is enough. A round trip through `Date` takes fifteen times as long.
 */
export function formatTimestamp(raw: string): string {
  const end = raw.length - UTC.length;
  if (!raw.endsWith(UTC) || (end !== SECONDS && raw[SECONDS] !== '.')) return new Date(raw).toISOString();
  const local = raw.slice(0, Math.min(end, MILLISECONDS));
  return `${(end === SECONDS ? `${local}.` : local).padEnd(MILLISECONDS, '0')}Z`;
}

const shownTime: Read = (raw) => (typeof raw === 'string' ? formatTimestamp(raw) : raw);

/**
 * Rows that a subquery selects as JSON by column, decoded when a column is read.
 * Row objects would repeat all column names, and PostgreSQL would look up each type once a row (decision 0026).
 */
export interface ColumnarRows<T> {
  /** The subquery of these rows, `FROM …` with its order. It yields JSON text, or null if there are none. */
  readonly select: (from: string) => string;
  /** Returns the rows. Their columns are getters on the prototype, so they cannot be spread. */
  readonly decode: (json: string | null | undefined) => T[];
}

/** @param absent columns of `T` that are not selected; reading one is an error */
export function columnarJson<T extends object>(
  columns: readonly string[],
  absent: readonly string[] = [],
): ColumnarRows<T> {
  type Columns = readonly (readonly unknown[])[];
  class Row {
    constructor(
      readonly columns: Columns,
      readonly at: number,
    ) {}
  }
  columns.forEach((column, index) => {
    const read = readerOf(column, shownTime);
    Object.defineProperty(Row.prototype, camel(column), {
      get(this: Row) {
        return read(this.columns[index]?.[this.at]);
      },
    });
  });
  for (const column of absent) {
    Object.defineProperty(Row.prototype, camel(column), {
      get: () => assert(false, `the column ${column} was not selected`),
    });
  }
  const packed = columns.map((column) => `json_agg(${column})`).join(` || ',' || `);
  return {
    select: (from) => `(SELECT '[' || ${packed} || ']' FROM (SELECT ${columns.join(', ')} ${from}) one)`,
    decode: (json) => {
      const all = json == null ? [] : (JSON.parse(json) as Columns);
      return (all[0] ?? []).map((_, at) => new Row(all, at) as unknown as T);
    },
  };
}

export function decodeAll<T>(rows: readonly object[] | null | undefined): T[] {
  return (rows ?? []).map((row) => decode<T>(row));
}

/**
 * Converts plain data of the domain to a row for JSON.
 *
 * Amounts become integers: all are at most 2^53−1 by CHECK. Nested JSON stays as it is and holds no bigint.
 */
export function encode(data: object): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const [name, raw] of Object.entries(data)) out[snake(name)] = typeof raw === 'bigint' ? Number(raw) : raw;
  return out;
}

/** Serializes JSON, with amounts at any depth as integers. */
export function toJson(document: unknown): string {
  return JSON.stringify(document, (_, raw: unknown) => (typeof raw === 'bigint' ? Number(raw) : raw));
}
