import type { Command } from 'commander';
import { locateEmbedded } from '../adapters/postgres/embedded';
import { readSettings } from '../settings/settings';
import { settingsForStart } from './check-config';
import type { CliContext } from './context';
import { runService } from './serve';

export function register(program: Command, context: CliContext): void {
  program
    .command('worker')
    .description('run only the background tasks; several workers may run at the same time')
    .action(async () => {
      const { databaseUrl, dataDir } = await settingsForStart(context);
      // A running server may own the embedded database; the worker then connects to it.
      const url = databaseUrl ?? locateEmbedded(dataDir);
      const settings = readSettings({ ...context.environment, ATS_ROLE: 'worker', DATABASE_URL: url });
      await runService(settings, context);
    });
}
