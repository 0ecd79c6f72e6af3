import type { Connection } from '../database';

/**
 * Fills tables without their indexes and creates them afterwards: rows in index order need less time and less space.
 * Indexes of constraints stay, because foreign keys need them.
 */
export async function withoutIndexes(
  db: Connection,
  tables: readonly string[],
  fill: () => Promise<void>,
): Promise<void> {
  const indexes = await db.query<{ name: string; definition: string }>({
    text: `SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition
      FROM pg_index i
      WHERE i.indrelid = ANY ($1::regclass[])
        AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid)
      ORDER BY name`,
    values: [tables],
  });
  for (const { name } of indexes) await db.query({ text: `DROP INDEX ${name}` });
  await fill();
  await db.query({ text: `SET maintenance_work_mem = '1GB'` });
  for (const { definition } of indexes) await db.query({ text: definition });
  await db.query({ text: 'RESET maintenance_work_mem' });
}
