import type { Db, Statement } from '../../src/store/db';
import type { Connection } from './ledger';
import { openStore } from './service';

/** What PostgreSQL did for a statement. */
export interface Plan {
  readonly text: string;
  /** Blocks touched. */
  readonly blocks: number;
}

export function planOf(db: Connection, { text, values = [] }: Statement): Promise<Plan> {
  return explained({ query: (statement) => db.sql(statement.text, ...(statement.values ?? [])) }, { text, values });
}

export async function explained(db: Db, { text, values = [] }: Statement): Promise<Plan> {
  const rows = await db.query<{ 'QUERY PLAN': string }>({
    text: `EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, COSTS OFF) ${text}`,
    values,
  });
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  const [, hit = '0', read = '0'] = /Buffers: shared(?: hit=(\d+))?(?: read=(\d+))?/.exec(plan) ?? [];
  return { text: plan, blocks: Number(hit) + Number(read) };
}

/** Of each statement the most rows that a part of its plan had or left out; least rights and settings are the service's. */
export async function mostRows(ownerUrl: string, read: (db: Db) => Promise<unknown>): Promise<number[]> {
  const store = await openStore(ownerUrl);
  try {
    const most: number[] = [];
    const explaining: Db = {
      async query(statement) {
        const { text } = await explained(store, statement);
        const counts = text.matchAll(/(?:actual rows=|Rows Removed by Filter: )(\d+)/g);
        most.push(Math.max(...Array.from(counts, ([, rows]) => Number(rows))));
        return [];
      },
    };
    await read(explaining);
    return most;
  } finally {
    await store.close();
  }
}
