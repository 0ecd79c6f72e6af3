import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Settings } from '../settings/settings';
import { settingsHelp } from '../settings/text';
import type { CliContext, RunningApp } from './context';

/** What still runs this long after everything was stopped would run for ever. */
const EXIT_DELAY_MS = 2_000;

/** Where the rows are, without the password. */
function databaseOf({ databaseUrl, dataDir }: Settings): string {
  if (databaseUrl === undefined) return `embedded PostgreSQL in ${resolve(dataDir, 'postgres')}`;
  const { hostname, port, pathname } = new URL(databaseUrl);
  return `${hostname}${port === '' ? '' : `:${port}`}${pathname}`;
}

/** Resolves on the first SIGTERM, SIGINT or SIGHUP (the terminal was closed). A second one ends the process at once, whatever is still being drained. */
async function stopRequested(): Promise<NodeJS.Signals> {
  return new Promise((asked) => {
    let first = true;
    const hear = (signal: NodeJS.Signals): void => {
      if (!first) process.exit(1);
      first = false;
      asked(signal);
    };
    for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(name, hear);
  });
}

async function announce(app: RunningApp, settings: Settings, context: CliContext): Promise<void> {
  const { url, metricsUrl } = await app.start();
  if (settings.role === 'worker') {
    context.print('agent-trading-service is working');
  } else {
    context.print(`agent-trading-service is ready at ${url}`);
    context.print(`  GraphQL   ${url}/graphql`);
    context.print(`  REST      ${url}/docs`);
  }
  if (metricsUrl !== undefined) context.print(`  metrics   ${metricsUrl}`);
  context.print(`  data      ${resolve(settings.dataDir)}`);
  context.print(`  database  ${databaseOf(settings)}`);
}

/**
 * Runs the service until it is asked to stop. Asked while it still starts, it starts to the end first: what is half
 * begun cannot be ended. A start that fails lets go of what it had, the embedded database included.
 */
export async function runService(settings: Settings, context: CliContext): Promise<void> {
  const asked = stopRequested();
  const app = await context.createApp(settings);
  const started = announce(app, settings, context);
  try {
    const signal = await Promise.race([started.then(() => asked), asked, app.broken]);
    context.print(`${signal}: finishing what is in hand, then stopping; once more to stop at once`);
    await started;
  } finally {
    await app.stop();
    setTimeout(() => process.exit(), EXIT_DELAY_MS).unref();
  }
}

export function register(program: Command, context: CliContext): void {
  program
    .command('serve')
    .description('serve the API and do the work behind it, in one process')
    .addHelpText('after', () => `\n${settingsHelp()}`)
    .action(() => runService(context.settings(), context));
}
