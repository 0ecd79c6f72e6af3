import { resolve } from 'node:path';
import type { Command } from 'commander';
import { parseDatabaseUrl } from '../database/connection/database-url';
import type { Settings } from '../settings/settings';
import { settingsHelp } from '../settings/text';
import { settingsForStart } from './check-config';
import type { CliContext, StartedApp } from './context';

/** Exits after this time, even if a timer or connection is still open. */
const EXIT_DELAY_MS = 1_000;

/** Describes the database without its password. */
function databaseOf({ databaseUrl, dataDir }: Settings): string {
  if (databaseUrl === undefined) return `embedded PostgreSQL in ${resolve(dataDir, 'postgres')}`;
  const { hosts, database } = parseDatabaseUrl(databaseUrl);
  return `${hosts.join(',')}/${database}`;
}

/** Resolves on the first SIGTERM, SIGINT or SIGHUP. A second signal exits at once. */
async function stopRequested(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let isFirst = true;
    const onSignal = (signal: NodeJS.Signals): void => {
      if (!isFirst) process.exit(1);
      isFirst = false;
      resolve(signal);
    };
    for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(name, onSignal);
  });
}

function announce({ url, metricsUrl, consoleUrl }: StartedApp, settings: Settings, context: CliContext): void {
  if (settings.role === 'worker') {
    context.announce('agent-trading-service is working');
  } else {
    context.announce(`agent-trading-service is ready at ${url}`);
    context.announce(`  GraphQL   ${url}/graphql`);
    context.announce(`  REST      ${url}/docs`);
    if (consoleUrl !== undefined) context.announce(`  Console   ${consoleUrl}`);
  }
  if (metricsUrl !== undefined) context.announce(`  metrics   ${metricsUrl}`);
  context.announce(`  data      ${resolve(settings.dataDir)}`);
  context.announce(`  database  ${databaseOf(settings)}`);
}

/** Differences between the commands that run the service. */
interface RunOptions {
  /** Prints the addresses of the service when it is ready. */
  readonly afterStart?: (started: StartedApp) => Promise<void>;
  /** Default: standard output. */
  readonly logFile?: string | undefined;
}

/**
 * Runs the service until a signal stops it. A failed start, and a signal during the start, release everything that has
 * started, including the embedded database.
 */
export async function runService(settings: Settings, context: CliContext, options: RunOptions = {}): Promise<void> {
  const stopSignal = stopRequested();
  const app = await context.createApp(settings, options.logFile);
  const started = app.start().then(options.afterStart ?? ((addresses) => announce(addresses, settings, context)));
  try {
    const signal = await Promise.race([started.then(() => stopSignal), stopSignal, app.broken]);
    context.announce(`${signal}: finishing open requests, then stopping; send it again to stop at once`);
  } finally {
    await app.stop();
    setTimeout(() => process.exit(), EXIT_DELAY_MS).unref();
  }
}

export function register(program: Command, context: CliContext): void {
  program
    .command('serve')
    .description('run the API and the background tasks in one process')
    .addHelpText('after', () => `\n${settingsHelp()}`)
    .action(async () => runService(await settingsForStart(context), context));
}
