import { escapeLiteral } from 'pg';
import type { Db, Statement } from '../../src/database/transactions/statement';
import type { Database } from '../../src/database/transactions/database';
import type { TestApp } from './app';
import type { Connection } from './ledger';
import { openStore } from './service';

/** PostgreSQL's execution of a statement. */
export interface Plan {
  readonly text: string;
  /** Blocks touched. */
  readonly blocks: number;
  /** The maximum number of rows that a plan node returned or removed, over all loops. */
  readonly rows: number;
}

export function planOf(db: Connection, { text, values = [] }: Statement): Promise<Plan> {
  return explained({ query: (statement) => db.sql(statement.text, ...(statement.values ?? [])) }, { text, values });
}

const EXPLAIN = 'EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, COSTS OFF)';

export async function explained(db: Db, { text, values = [] }: Statement): Promise<Plan> {
  return planIn(await db.query<Line>({ text: `${EXPLAIN} ${text}`, values }));
}

/** The most rows of a part of the plan. Filtered statements are never prepared, so they are planned with their values. */
export async function rowsOf(app: TestApp, statement: Statement): Promise<number> {
  const store = await openStore(app.ownerUrl);
  try {
    return (await explained(store, statement)).rows;
  } finally {
    await store.close();
  }
}

/** The generic plan, which a prepared statement gets after a few executions. */
async function generic(session: Db, { text, values = [] }: Statement): Promise<Plan> {
  await session.query({ text: `SET plan_cache_mode = force_generic_plan` });
  await session.query({ text: `PREPARE asked AS ${text}` });
  const args = values.length === 0 ? '' : `(${values.map(literal).join(', ')})`;
  const plan = planIn(await session.query<Line>({ text: `${EXPLAIN} EXECUTE asked${args}` }));
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
  return { text: plan, blocks: Number(hit) + Number(read), rows: rowsIn(plan) };
}

/** Both counts are means per loop; removed rows are on the lines below their plan node. */
function rowsIn(plan: string): number {
  let times = 1;
  const counts = [...plan.matchAll(/actual rows=([\d.]+) loops=(\d+)|Rows Removed by (?:Join )?Filter: (\d+)/g)].map(
    ([, rows, loops, removed]) => {
      if (loops !== undefined) times = Number(loops);
      return Number(rows ?? removed) * times;
    },
  );
  return Math.round(Math.max(...counts));
}

/** The plan of a statement that this session prepared; the execution is rolled back. */
export async function preparedPlan(session: Database, name: string, ...values: readonly number[]): Promise<Plan> {
  let plan: Plan | undefined;
  const undone = new Error('nothing of this is kept');
  const explain = async (tx: Db): Promise<never> => {
    plan = planIn(await tx.query<Line>({ text: `${EXPLAIN} EXECUTE ${name}(${values.join(', ')})` }));
    throw undone;
  };
  await session.inTransaction(explain).catch((error: unknown) => {
    if (error !== undone) throw error;
  });
  return plan as Plan;
}

/**
 * The maximum rows of a plan node for each statement, over its custom and its generic plan.
 * Runs with the role and the settings of the service.
 */
export async function mostRows(ownerUrl: string, read: (db: Db) => Promise<unknown>): Promise<number[]> {
  const store = await openStore(ownerUrl);
  try {
    const most: number[] = [];
    const explaining: Db = {
      async query(statement) {
        const plans = [
          await explained(store, statement),
          await store.withDedicatedConnection((db) => generic(db, statement)),
        ];
        most.push(Math.max(...plans.map(({ rows }) => rows)));
        return [];
      },
    };
    await read(explaining);
    return most;
  } finally {
    await store.close();
  }
}
