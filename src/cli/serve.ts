import { resolve } from 'node:path';
import type { Command } from 'commander';
import { parseDatabaseUrl } from '../database/connection/database-url';
import type { Settings } from '../settings/settings';
import { settingsHelp } from '../settings/text';
import { settingsForStart } from './check-config';
import type { CliContext, RunningApp } from './context';

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

async function announce(app: RunningApp, settings: Settings, context: CliContext): Promise<string> {
  const { url, metricsUrl, consoleUrl } = await app.start();
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
  return url;
}

/**
 * Runs the service until a signal stops it. A failed start, and a signal during the start, release everything that has
 * started, including the embedded database.
 * @param afterStart runs when the service is ready, with its address
 */
export async function runService(
  settings: Settings,
  context: CliContext,
  afterStart: (url: string) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const stopSignal = stopRequested();
  const app = await context.createApp(settings);
  const started = announce(app, settings, context).then(afterStart);
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
