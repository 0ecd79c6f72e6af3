import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { packageFolder } from '../../package-folder';

/**
 * Functions, triggers and views: one file each in `sql/`, applied again when its text changes
 * (docs/decisions/0031-sql-homes.md). Tables are in `migrations/`.
 */
export interface SqlObject {
  /** Path in `sql/`. */
  readonly name: string;
  readonly text: string;
  readonly sha256: Buffer;
}

const sqlFolder = (): string => join(packageFolder(), 'sql');

export function sqlText(name: string): string {
  return readFileSync(join(sqlFolder(), name), 'utf8');
}

/** Every file of `sql/`, each after the files that it depends on. */
export function sqlObjects(): SqlObject[] {
  const names = sqlText('order.txt')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  return names.map((name) => {
    const text = sqlText(name);
    return { name, text, sha256: createHash('sha256').update(text).digest() };
  });
}

const viewName = ({ text }: SqlObject): string | undefined => /^CREATE OR REPLACE VIEW (\w+)/m.exec(text)?.[1];

/** The state of the schema: the names of its migrations, and the checksums of its `sql/` files. */
export interface SchemaState {
  readonly migrations: readonly string[];
  readonly checksums: ReadonlyMap<string, Buffer>;
}

const UNDEFINED_TABLE = '42P01';

/** Reads the state in one query; undefined if the baseline was never run. */
export async function readSchemaState(source: DataSource): Promise<SchemaState | undefined> {
  try {
    const rows = await source.query<{ name: string; sha256: Buffer | null }[]>(
      `SELECT name, NULL::bytea AS sha256 FROM schema_migration UNION ALL SELECT name, sha256 FROM schema_object`,
    );
    return {
      migrations: rows.filter(({ sha256 }) => sha256 === null).map(({ name }) => name),
      checksums: new Map(rows.flatMap(({ name, sha256 }) => (sha256 === null ? [] : [[name, sha256]]))),
    };
  } catch (error) {
    if ((error as { code?: unknown }).code === UNDEFINED_TABLE) return undefined;
    throw error;
  }
}

/** The files of `sql/` whose present text the database does not have. */
export function changedObjects({ checksums }: SchemaState): SqlObject[] {
  return sqlObjects().filter(({ name, sha256 }) => checksums.get(name)?.equals(sha256) !== true);
}

/** Whether the database has exactly the present files of `sql/`. */
export function hasPresentObjects(state: SchemaState): boolean {
  return changedObjects(state).length === 0 && state.checksums.size === sqlObjects().length;
}

/**
 * Applies files in one transaction and records their checksums. The caller holds the migration lock.
 *
 * If a view is among them, all views are dropped and created again. CREATE OR REPLACE VIEW cannot remove a column, and
 * views depend on each other.
 */
export async function applySqlObjects(source: DataSource, changed: readonly SqlObject[]): Promise<void> {
  const all = sqlObjects();
  const hasView = changed.some((object) => viewName(object) !== undefined);
  const names = new Set(changed.map(({ name }) => name));
  const applied = all.filter((object) => names.has(object.name) || (hasView && viewName(object) !== undefined));
  const runner = source.createQueryRunner();
  try {
    await runner.startTransaction();
    if (hasView)
      await runner.query(`DROP VIEW IF EXISTS ${all.flatMap((object) => viewName(object) ?? []).join(', ')}`);
    for (const { name, text } of applied) {
      await runner.query(text).catch((error: unknown) => {
        throw new Error(`sql/${name} cannot be applied: ${String(error)}`, { cause: error });
      });
    }
    await runner.query('DELETE FROM schema_object WHERE name <> ALL ($1)', [all.map(({ name }) => name)]);
    await runner.query(
      `INSERT INTO schema_object (name, sha256) SELECT * FROM unnest($1::text[], $2::bytea[])
       ON CONFLICT (name) DO UPDATE SET sha256 = excluded.sha256`,
      [applied.map(({ name }) => name), applied.map(({ sha256 }) => sha256)],
    );
    await runner.commitTransaction();
  } catch (error) {
    if (runner.isTransactionActive) await runner.rollbackTransaction();
    throw error;
  } finally {
    await runner.release();
  }
}
