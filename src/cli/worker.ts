import type { Command } from 'commander';
import { locateEmbedded } from '../adapters/postgres/embedded';
import { readSettings } from '../settings/settings';
import type { CliContext } from './context';
import { runService } from './serve';

export function register(program: Command, context: CliContext): void {
  program
    .command('worker')
    .description('do the work behind the API only; any number of these may run')
    .action(async () => {
      const { databaseUrl, dataDir } = context.settings();
      // Beside a server that has the embedded database, a worker is its guest: two cannot have one data folder.
      const url = databaseUrl ?? locateEmbedded(dataDir);
      const settings = readSettings({ ...context.environment, ATS_ROLE: 'worker', DATABASE_URL: url });
      await runService(settings, context);
    });
}
