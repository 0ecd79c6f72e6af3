import 'reflect-metadata';
import { startTestApp, type TestApp } from '../test/support/app';
import { useTestCluster } from '../test/support/cluster';
import { activate, buyTickets, checkpoint, publishContract, settled, startTrade } from '../test/support/actors';
import { twoParties } from '../test/support/trades';

/**
 * Measures what a completed trade of one step keeps in each table: `node --import tsx scripts/measure-storage.ts [trades] [sql]`.
 * The figures are in docs/operations/storage.md. `sql` runs first, for example to try another fillfactor.
 */

interface TableSize {
  readonly name: string;
  readonly rows: number;
  readonly heap: number;
  readonly toast: number;
  readonly indexes: number;
  readonly data: number;
}

const SIZES = `
  SELECT c.relname AS name, c.reltuples::float8 AS rows, pg_relation_size(c.oid)::float8 AS heap,
    coalesce(pg_total_relation_size(nullif(c.reltoastrelid, 0)), 0)::float8 AS toast, pg_indexes_size(c.oid)::float8 AS indexes
  FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' ORDER BY c.relname`;

async function sizes(app: TestApp): Promise<Map<string, TableSize>> {
  await app.sql('VACUUM ANALYZE');
  const tables = await app.sql<Omit<TableSize, 'data'>>(SIZES);
  const measured = new Map<string, TableSize>();
  for (const table of tables) {
    const [row] = await app.sql<{ data: number }>(
      `SELECT coalesce(sum(pg_column_size(t.*)), 0)::float8 AS data FROM ${table.name} t`,
    );
    measured.set(table.name, { ...table, data: row?.data ?? 0 });
  }
  return measured;
}

async function play({ provider, consumer }: Awaited<ReturnType<typeof twoParties>>, trades: number): Promise<void> {
  for (let at = 0; at < trades; at += 1) {
    const trade = await startTrade(provider, consumer, { price: 10 });
    await activate(trade);
    await publishContract(trade);
    await checkpoint(trade);
    await settled(trade);
  }
}

async function measure(trades: number, sql: string): Promise<void> {
  const cluster = await useTestCluster();
  const app = await startTestApp();
  try {
    if (sql !== '') await app.sql(sql);
    const parties = await twoParties(app);
    for (const party of Object.values(parties)) await buyTickets(party, 'SCALE');
    await play(parties, 20);
    const before = await sizes(app);
    await play(parties, trades);
    report(before, await sizes(app), trades);
    const updates = await app.sql(`SELECT s.relname, n_tup_ins, n_tup_upd, n_tup_hot_upd, c.reloptions
      FROM pg_stat_user_tables s JOIN pg_class c ON c.oid = s.relid WHERE n_tup_upd > 0 ORDER BY n_tup_upd DESC`);
    console.table(updates);
    console.table(
      await app.sql(`SELECT relname, indexrelname, idx_scan, pg_relation_size(indexrelid) AS bytes
        FROM pg_stat_user_indexes WHERE idx_scan = 0 AND pg_relation_size(indexrelid) > 16384 ORDER BY 4 DESC`),
    );
  } finally {
    await app.stop();
    await cluster.stop();
  }
}

/** Prints bytes a trade. `free` is heap that holds no row data. */
function report(before: ReadonlyMap<string, TableSize>, after: ReadonlyMap<string, TableSize>, trades: number): void {
  const rows = [...after.values()].map((table) => {
    const old = before.get(table.name);
    const perTrade = (member: Exclude<keyof TableSize, 'name'>): number =>
      Math.round((table[member] - (old?.[member] ?? 0)) / trades);
    const [heap, toast, indexes, data] = [perTrade('heap'), perTrade('toast'), perTrade('indexes'), perTrade('data')];
    const total = heap + toast + indexes;
    return { table: table.name, rows: perTrade('rows'), data, heap, toast, indexes, total };
  });
  const tables = rows.filter(({ total }) => total > 0).sort((a, b) => b.total - a.total);
  console.table(tables);
  console.log(`bytes a trade: ${String(tables.reduce((sum, { total }) => sum + total, 0))}`);
}

const [trades = '200', sql = ''] = process.argv.slice(2);
measure(Number(trades), sql).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
