import type { Db, Statement } from '../../src/store/db';
import type { Connection } from './ledger';

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
