import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { packageFolder } from '../../package-folder';

const migrationsFolder = (): string => join(packageFolder(), 'migrations');

// TypeORM sorts migrations by the 13 digits at the end of their names. The number of the file gives the last four.
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
      return Promise.reject(new Error('A migration cannot be reverted. Restore a backup instead.'));
    }
  };
}

/** All migrations, sorted by the numbers of their files. */
export function migrationClasses(): (new () => MigrationInterface)[] {
  return readdirSync(migrationsFolder())
    .filter((file) => /^\d{4}-[a-z-]+\.sql$/.test(file))
    .sort()
    .map(migrationClass);
}
