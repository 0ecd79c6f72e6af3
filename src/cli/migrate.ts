import type { Command } from 'commander';
import { migrate } from '../database/connection/data-source';
import type { CliContext } from './context';

export function register(program: Command, context: CliContext): void {
  program
    .command('migrate')
    .description('bring the database up to date; serve does so too')
    .action(async () => {
      const done = await context.withDatabase(migrate);
      for (const name of done) context.print(`migrated ${name}`);
      if (done.length === 0) context.print('the database is up to date');
    });
}
