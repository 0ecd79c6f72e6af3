import { type FieldError, invalid } from '../../domain/errors/errors';
import { idFromKeyOrUuid, keyOrUuidError, minIdAt, type Prefix } from '../../domain/keys';

/** Adds a parameter and returns its SQL. */
export type AddValue = (value: unknown, type: SqlType) => string;
export type SqlType = 'uuid' | 'uuid[]' | 'text' | 'text[]' | 'timestamptz' | 'bigint' | 'boolean';

/** One branch of a list's query. Each one is read in the order of an index of its own. */
export interface Branch {
  readonly where: string;
  /** More tables of the branch: `JOIN trade_counterparty c USING (trade_id)`. */
  readonly join?: string;
  /** The part of `where` that bounds the order of the list. */
  readonly range?: string;
}

/**
 * How a member of a filter becomes conditions. `now` is the time of the request. `owner` is the SQL of the owner's id, and absent
 * in lists of the platform. A look-up with it is made once. A look-up with a column of the list is made for each row.
 */
export type FilterMember = (
  value: never,
  add: AddValue,
  now: Date,
  owner: string | undefined,
) => Branch | readonly Branch[];

export type FilterMembers = Readonly<Record<string, FilterMember>>;
export type Filter = Readonly<Record<string, unknown>>;

/** An error of a member's value, without its pointer. */
export class FilterError extends Error {}

/**
 * Returns the branches of a filter: one of each of its members, in every combination.
 * @throws Refusal 400 `validation_failed` with the path of a member that has an unknown value
 */
export function branchesOf(
  members: FilterMembers,
  filter: Filter,
  add: AddValue,
  { now, owner }: { readonly now: Date; readonly owner: string | undefined },
): readonly Branch[] {
  const errors: FieldError[] = [];
  let branches: readonly Branch[] = [{ where: 'true' }];
  for (const [name, value] of Object.entries(filter)) {
    const member = members[name];
    if (!member || value === null || value === undefined) continue;
    try {
      if (Array.isArray(value) && value.length === 0)
        throw new FilterError('must name at least one value, or be left out');
      const others = [member(value as never, add, now, owner)].flat();
      branches = branches.flatMap((branch) => others.map((other) => combine(branch, other)));
    } catch (error) {
      if (!(error instanceof FilterError)) throw error;
      errors.push({ pointer: `/filter/${restName(name)}`, detail: error.message });
    }
  }
  if (errors.length > 0) throw invalid(errors);
  return branches;
}

/** Joins two branches: a row must be in both. */
export function combine(one: Branch, other: Branch): Branch {
  const ranges = [one.range, other.range].filter((range) => range !== undefined);
  return {
    where: one.where === 'true' ? other.where : `${one.where} AND ${other.where}`,
    join: `${one.join ?? ''} ${other.join ?? ''}`.trim(),
    ...(ranges.length > 0 && { range: ranges.join(' AND ') }),
  };
}

const restName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Removes absent members, so that equal filters have equal cursors. Undefined if none is left. */
export function presentFilter(filter: object | null | undefined): Filter | undefined {
  const members = Object.entries(filter ?? {}).filter(([, value]) => value !== null && value !== undefined);
  return members.length === 0 ? undefined : Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A column that has one value. */
export const equals =
  (column: string, type: SqlType = 'text') =>
  (value: unknown, add: AddValue): Branch => ({ where: `${column} = ${add(value, type)}` });

/** A column that has one of a few values. Each value is read in its own order. */
export const oneOf =
  (column: string) =>
  (values: readonly unknown[], add: AddValue): Branch[] =>
    [...new Set(values)].map((value) => ({ where: `${column} = ${add(value, 'text')}` }));

/** A column that has one of some values. The rows are few, or most rows have them. */
export const among =
  (column: string) =>
  (values: readonly unknown[], add: AddValue): Branch => ({ where: `${column} = ANY (${add(values, 'text[]')})` });

/** A column with the id of a key. */
export const hasKey =
  (prefix: Prefix, column: string, join?: string) =>
  (key: string, add: AddValue): Branch => ({
    where: `${column} = ${add(idOfKey(prefix, key), 'uuid')}`,
    ...(join !== undefined && { join }),
  });

export const before =
  (column: string) =>
  (time: Date, add: AddValue): Branch => ({ where: `${column} < ${add(time, 'timestamptz')}` });

// An id is made in the transaction of its row. No transaction takes longer.
const LONGEST_TRANSACTION_MS = 600_000;

/** Rows created from a time on. Ids are in the order of creation, so the range of ids is read. */
export const createdFrom =
  (id: string, column: string) =>
  (time: Date, add: AddValue): Branch => ({
    where: `${id} >= ${add(minIdAt(time), 'uuid')} AND ${column} >= ${add(time, 'timestamptz')}`,
  });

/** Rows created before a time. */
export const createdTo =
  (id: string, column: string) =>
  (time: Date, add: AddValue): Branch => {
    const last = minIdAt(new Date(time.getTime() + LONGEST_TRANSACTION_MS));
    return { where: `${id} < ${add(last, 'uuid')} AND ${column} < ${add(time, 'timestamptz')}` };
  };

/** Returns the id of a key or UUID. @throws FilterError for any other text */
export function idOfKey(prefix: Prefix, key: string): string {
  const id = idFromKeyOrUuid(prefix, key);
  if (id === undefined) throw new FilterError(keyOrUuidError(prefix));
  return id;
}

/** A pattern of LIKE for texts that contain the value. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
