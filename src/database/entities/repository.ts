import 'reflect-metadata';
import { createHash } from 'node:crypto';
import { DataSource, type ObjectLiteral, type Repository } from 'typeorm';
import type { Db } from '../transactions/statement';
import { entityClasses } from './index';
import { columnNaming } from './naming';

/** The metadata of the entities. It never connects: statements run through a `Db`. */
class EntityMetadataSource extends DataSource {
  constructor() {
    super({ type: 'postgres', entities: entityClasses, namingStrategy: columnNaming });
    // It waits for no I/O, so it is complete before the first connection to a database.
    void this.buildMetadatas();
  }
}

const source = new EntityMetadataSource();
const names = new Map<string, string>();

/** Prepares each text once per connection. The texts are few if lists are compared by `Any`, not by `In`. */
function statementName(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = `orm_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
    names.set(text, name);
  }
  return name;
}

/**
 * A TypeORM repository whose statements run through a `Db`.
 *
 * So they have the `Db`'s transaction, order, budget, timeouts and retries, and errors of `pg` arrive unwrapped. An
 * `affected` count is that of RETURNING.
 */
export function repository<Row extends ObjectLiteral>(db: Db, entity: new () => Row): Repository<Row> {
  const query = async (text: string, values: unknown[] = [], structured = false): Promise<unknown> => {
    const rows = await db.query<object>({ name: statementName(text), text, values });
    return structured ? { raw: rows, records: rows, affected: rows.length } : rows;
  };
  // TypeORM must not begin a transaction of its own: the `Db` has done so, or runs single statements.
  return Object.assign(source.createQueryRunner(), { query, isTransactionActive: true }).manager.getRepository(entity);
}

/** Runs an INSERT, UPDATE or DELETE. Returns the rows of its RETURNING clause, by the names of their columns. */
export async function executeReturning<Returned>(builder: {
  execute(): Promise<{ readonly raw: unknown }>;
}): Promise<Returned[]> {
  return (await builder.execute()).raw as Returned[];
}
