import { isDeepStrictEqual } from 'node:util';

type Json = Record<string, unknown>;

/** Whether both answers say the same of the same: what REST has, compared with GraphQL's `body` under REST's names. */
export function isSame(graphql: string, rest: string): boolean {
  const { data, errors } = JSON.parse(graphql) as { data?: { principal: { body: unknown } }; errors?: unknown };
  if (data === undefined || errors !== undefined) return false;
  return isDeepStrictEqual(plain(rowsOf(data.principal.body)), plain(rowsOf(JSON.parse(rest))));
}

/** The rows of a list, without its cursors; of anything else itself. */
function rowsOf(answer: unknown): unknown {
  const { nodes, data } = answer as { nodes?: unknown; data?: unknown };
  return nodes ?? data ?? answer;
}

/** Names in snake_case, and values in lower case: enum values are. */
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

/** Whether the floor's first statement answered as many trades, steps and participants as REST shows. */
export function hasSameRows(rest: string, floor: string): boolean {
  const shown = [rowsOf(JSON.parse(rest))].flat() as Trade[];
  const [[sheet] = []] = JSON.parse(floor) as Readonly<Record<string, Columns | undefined>>[][];
  const wanted = {
    trades: shown.length,
    steps: shown.flatMap(({ steps }) => steps).length,
    participants: shown.flatMap(({ participants }) => participants).length,
  };
  return Object.entries(wanted).every(([name, count]) => count > 0 && sheet?.[name]?.[0]?.length === count);
}
