import type { Db, Statement } from '../transactions/statement';
import { decode, decodeAll } from './codec';

/** Reads rows as plain data of the domain. */
export async function readAll<T>(db: Db, statement: Statement): Promise<T[]> {
  return decodeAll<T>(await db.query<object>(statement));
}

/** Reads the first row. Undefined: there is none. */
export async function readOne<T>(db: Db, statement: Statement): Promise<T | undefined> {
  const [row] = await db.query<object>(statement);
  return row && decode<T>(row);
}
