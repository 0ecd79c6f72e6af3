import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { packageFolder, packageVersion } from '../../package-folder';

/** The release that made a schema, and the oldest release that runs on it (docs/guides/upgrade.md). */
export interface SchemaRelease {
  readonly version: string;
  readonly oldest: string;
}

/** This release, and the oldest release that runs on its schema. */
export function ownRelease(): SchemaRelease {
  const oldest = readFileSync(join(packageFolder(), 'migrations', 'oldest-release.txt'), 'utf8').trim();
  return { version: packageVersion(), oldest };
}

/** Compares two versions such as 1.20.3, and ignores what follows. */
export function isLater(version: string, other: string): boolean {
  const [one, two] = [numbersOf(version), numbersOf(other)];
  const at = one.findIndex((number, index) => number !== two[index]);
  return at !== -1 && (one[at] ?? 0) > (two[at] ?? 0);
}

function numbersOf(version: string): number[] {
  return (/^\d+\.\d+\.\d+/.exec(version)?.[0] ?? '0.0.0').split('.').map(Number);
}

/** Reads the release of the schema; undefined if no release was stored. */
export async function readSchemaRelease(source: DataSource): Promise<SchemaRelease | undefined> {
  const [table] = await source.query<{ found: boolean }[]>(`SELECT to_regclass('schema_release') IS NOT NULL AS found`);
  if (table?.found !== true) return undefined;
  const [row] = await source.query<SchemaRelease[]>('SELECT version, oldest FROM schema_release');
  return row;
}

/** Stores this release. Like `schema_migration`, the table exists before the first migration. */
export async function saveSchemaRelease(source: DataSource): Promise<void> {
  await source.query(`CREATE TABLE IF NOT EXISTS schema_release (
    is_only boolean CONSTRAINT schema_release_pkey PRIMARY KEY DEFAULT true CONSTRAINT schema_release_only CHECK (is_only),
    version text NOT NULL,
    oldest  text NOT NULL
  )`);
  const { version, oldest } = ownRelease();
  await source.query(
    `INSERT INTO schema_release (version, oldest) VALUES ($1, $2)
     ON CONFLICT (is_only) DO UPDATE SET version = excluded.version, oldest = excluded.oldest`,
    [version, oldest],
  );
  await source.query('GRANT SELECT ON schema_release TO ats_app');
}
