import type { Command } from 'commander';
import type { CliContext } from './context';
import { migrateFor } from './database';

export function register(program: Command, context: CliContext): void {
  program
    .command('migrate')
    .description('update the database schema; outside production serve does this too')
    .action(async () => {
      const names = await context.withDatabase(migrateFor(context));
      for (const name of names) context.print(`migrated ${name}`);
      if (names.length === 0) context.print('the database is up to date');
    });
}
