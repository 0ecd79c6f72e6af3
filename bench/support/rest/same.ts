import { isDeepStrictEqual } from 'node:util';

type Json = Record<string, unknown>;

/** Whether both answers have the same content. Compares REST with GraphQL's data under REST's names. */
export function isSame(graphql: string, rest: string): boolean {
  const { data, errors } = JSON.parse(graphql) as { data?: { principal: { body: unknown } }; errors?: unknown };
  if (data === undefined || errors !== undefined) return false;
  return isDeepStrictEqual(plain(rowsOf(data.principal.body)), plain(rowsOf(JSON.parse(rest))));
}

/** Rows of a list without its cursors. Any other answer stays as it is. */
function rowsOf(answer: unknown): unknown {
  const { nodes, data } = answer as { nodes?: unknown; data?: unknown };
  return nodes ?? data ?? answer;
}

/** Converts names to snake_case and values to lower case, because enum values differ in case. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === 'string') return value.toLowerCase();
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value as Json).map(([name, member]) => [
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    plain(member),
  ]);
  return Object.fromEntries(members) as Json;
}

interface Trade {
  readonly steps: readonly unknown[];
  readonly participants: readonly unknown[];
}

/** Rows as the service reads them: column by column (src/database/sql/codec.ts, `columnarJson`). */
type Columns = readonly (readonly unknown[])[];

/** Whether the floor's first statement returned as many trades, steps and participants as REST. */
export function hasSameRows(rest: string, floor: string): boolean {
  const shown = [rowsOf(JSON.parse(rest))].flat() as Trade[];
  const [[columns] = []] = JSON.parse(floor) as Readonly<Record<string, Columns | undefined>>[][];
  const wanted = {
    trades: shown.length,
    steps: shown.flatMap(({ steps }) => steps).length,
    participants: shown.flatMap(({ participants }) => participants).length,
  };
  return Object.entries(wanted).every(([name, count]) => count > 0 && columns?.[name]?.[0]?.length === count);
}
