import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { packageFolder } from '../../package-folder';

// The hand-written SQL.
const migrationsFolder = (): string => join(packageFolder(), 'migrations');

// TypeORM orders migrations by the 13 digits at the end of their names; the file's number gives the last four.
const EPOCH = 1_790_000_000_000;

function migrationClass(file: string): new () => MigrationInterface {
  const [number = '', ...words] = file.replace(/\.sql$/, '').split('-');
  const noun = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  const sql = readFileSync(join(migrationsFolder(), file), 'utf8');
  return class implements MigrationInterface {
    readonly name = `${noun}${String(EPOCH + Number(number))}`;

    async up(runner: QueryRunner): Promise<void> {
      await runner.query(sql);
    }

    down(): Promise<void> {
      return Promise.reject(new Error('migrations only go forward: restore a backup instead'));
    }
  };
}

/** Every migration, in the order of the files' numbers. */
export function migrationClasses(): (new () => MigrationInterface)[] {
  return readdirSync(migrationsFolder())
    .filter((file) => /^\d{4}-[a-z-]+\.sql$/.test(file))
    .sort()
    .map(migrationClass);
}
