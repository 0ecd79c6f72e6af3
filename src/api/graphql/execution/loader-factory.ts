import DataLoader from 'dataloader';
import { assert } from '../../../domain/errors/errors';
import type { Db } from '../../../operations/context';
import { decode, rowsByKey, rowsOfCurrentRevision } from '../../../operations/queries/rows';

/** Rows that were read, each with the id by which it is loaded. */
type Keyed<T> = readonly (readonly [id: unknown, object: T])[];

/** Returns the objects in the order of their ids, for a kind of object that is never deleted. */
export function inOrderOf<T>(ids: readonly string[], objects: readonly T[], idOf: (object: T) => string): T[] {
  const byId = new Map(objects.map((object) => [idOf(object), object]));
  return ids.map((id) => {
    const object = byId.get(id);
    assert(object, 'an object of this kind is never deleted');
    return object;
  });
}

/** Creates loaders over one connection. Each reads the rows of one level of the answer in one statement. */
export class LoaderFactory {
  constructor(
    private readonly db: Db,
    private readonly cache: boolean,
  ) {}

  /** A loader over a function that returns the existing objects in any order. */
  byId<T>(
    find: (db: Db, ids: readonly string[]) => Promise<readonly T[]>,
    idOf: (object: T) => string,
  ): DataLoader<string, T | undefined> {
    return this.single(async (ids) => (await find(this.db, ids)).map((object) => [idOf(object), object]));
  }

  /** A loader of the row with a unique key. */
  row<R>(table: string, key: string, columns?: readonly string[]): DataLoader<string, R | undefined> {
    return this.single((ids) => this.select<R>(table, key, key, ids, columns));
  }

  /** A loader of the rows with a key, in an order. */
  rows<R>(table: string, key: string, order: string, columns?: readonly string[]): DataLoader<string, R[]> {
    return this.grouped((ids) => this.select<R>(table, key, order, ids, columns));
  }

  /** A loader of the rows of each proposal's current revision. A proposal may have fifty revisions. */
  ofCurrentRevision<R>(table: string): DataLoader<string, R[]> {
    return this.grouped(async (ids) => {
      const rows = await rowsOfCurrentRevision(this.db, table, ids);
      return rows.map((row) => [row['proposal_id'], decode<R>(row)]);
    });
  }

  batch<T>(load: (ids: readonly string[]) => Promise<T[]>): DataLoader<string, T> {
    return new DataLoader(load, { cache: this.cache });
  }

  grouped<T>(read: (ids: readonly string[]) => Promise<Keyed<T>>): DataLoader<string, T[]> {
    return this.batch(async (ids) => {
      const groups = new Map<unknown, T[]>(ids.map((id) => [id, []]));
      for (const [id, object] of await read(ids)) groups.get(id)?.push(object);
      return ids.map((id) => groups.get(id) ?? []);
    });
  }

  private single<T>(read: (ids: readonly string[]) => Promise<Keyed<T>>): DataLoader<string, T | undefined> {
    return this.batch(async (ids) => {
      const objects = new Map(await read(ids));
      return ids.map((id) => objects.get(id));
    });
  }

  private async select<R>(
    table: string,
    key: string,
    order: string,
    ids: readonly string[],
    columns: readonly string[] = ['*'],
  ): Promise<Keyed<R>> {
    const rows = await rowsByKey(this.db, { table, key, order, columns }, ids);
    return rows.map((row) => [row[key], decode<R>(row)]);
  }
}
