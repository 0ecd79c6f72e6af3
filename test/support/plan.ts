import { escapeLiteral } from 'pg';
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

const EXPLAIN = 'EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, COSTS OFF)';

export async function explained(db: Db, { text, values = [] }: Statement): Promise<Plan> {
  return planIn(await db.query<Line>({ text: `${EXPLAIN} ${text}`, values }));
}

/** The plan for no values in particular, which a prepared statement has once it was run a few times. */
async function generic(session: Db, { text, values = [] }: Statement): Promise<Plan> {
  await session.query({ text: `SET plan_cache_mode = force_generic_plan` });
  await session.query({ text: `PREPARE asked AS ${text}` });
  const given = values.length === 0 ? '' : `(${values.map(literal).join(', ')})`;
  const plan = planIn(await session.query<Line>({ text: `${EXPLAIN} EXECUTE asked${given}` }));
  await session.query({ text: 'DEALLOCATE asked' });
  return plan;
}

function literal(value: unknown): string {
  if (value === null) return 'NULL';
  if (value instanceof Date) return escapeLiteral(value.toISOString());
  if (Array.isArray(value)) return escapeLiteral(`{${value.map((one) => JSON.stringify(one)).join(',')}}`);
  if (typeof value === 'object') throw new Error('no statement of the service has an object among its values');
  return escapeLiteral(`${value as string | bigint}`);
}

interface Line {
  readonly 'QUERY PLAN': string;
}

function planIn(rows: readonly Line[]): Plan {
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  const [, hit = '0', read = '0'] = /Buffers: shared(?: hit=(\d+))?(?: read=(\d+))?/.exec(plan) ?? [];
  return { text: plan, blocks: Number(hit) + Number(read) };
}

/**
 * Of each statement the most rows that a part of its plan had or left out, be it planned for its values or for any; least
 * rights and settings are the service's.
 */
export async function mostRows(ownerUrl: string, read: (db: Db) => Promise<unknown>): Promise<number[]> {
  const store = await openStore(ownerUrl);
  try {
    const most: number[] = [];
    const explaining: Db = {
      async query(statement) {
        const plans = [await explained(store, statement), await store.inSession((db) => generic(db, statement))];
        const counts = plans.flatMap(({ text }) => [
          ...text.matchAll(/(?:actual rows=|Rows Removed by Filter: )(\d+)/g),
        ]);
        most.push(Math.max(...counts.map(([, rows]) => Number(rows))));
        return [];
      },
    };
    await read(explaining);
    return most;
  } finally {
    await store.close();
  }
}
