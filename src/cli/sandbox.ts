import { join } from 'node:path';
import type { Command } from 'commander';
import { rows } from '../settings/rows';
import { readSettings, type Settings } from '../settings/settings';
import { settingsForStart } from './check-config';
import type { CliContext, StartedApp } from './context';
import { OWNER, prepareCredentialFiles, type SandboxFiles } from './sandbox-files';
import { runService } from './serve';

/** Settings of a sandbox that the environment leaves open. */
const DEFAULTS = {
  [rows.dataDir.name]: '.ats-sandbox',
  // A receiver of a developer is on the same machine.
  [rows.webhookAllowPrivate.name]: 'true',
};

/** A context whose settings are those of a sandbox. */
function sandboxContext(context: CliContext): CliContext {
  const environment = { ...DEFAULTS, ...context.environment, [rows.sandbox.name]: 'true' };
  const settings = () => readSettings(environment);
  return {
    ...context,
    environment,
    settings,
    withDatabase: async (work) => (await import('./database.js')).withDatabase(settings(), work),
  };
}

/** The first lines of a sandbox: its addresses, its files and the next command. */
function welcome({ url, consoleUrl }: StartedApp, files: SandboxFiles, { oidcIssuer }: Settings): string {
  const signIn = oidcIssuer === undefined ? `   sign in as ${OWNER.subject}, without a password` : '';
  const address = url === `http://127.0.0.1:${String(rows.port.default)}` ? '' : ` --url ${url}`;
  const lines = [
    `The sandbox is ready at ${url}`,
    '',
    ...(consoleUrl === undefined ? [] : [`  console   ${consoleUrl}${signIn}`]),
    `  agent     ${files.agent}`,
    `  owner     ${files.owner}`,
    ...(files.log === undefined ? [] : [`  log       ${files.log}`]),
    '',
    'Next, in a second terminal:',
    '',
    `  npx ats request${address} -c ${files.agent} '{ principal { displayName ticketBalanceStamps } }'`,
    '',
    'Stop it with Ctrl-C. Guide: docs/sandbox.md',
  ];
  return lines.join('\n');
}

async function runSandbox(outer: CliContext, hasLog: boolean): Promise<void> {
  const context = sandboxContext(outer);
  const settings = await settingsForStart(context);
  const fileOf = (name: string): string => join(settings.dataDir, name);
  const log = hasLog ? undefined : fileOf('sandbox.log');
  const files = { agent: fileOf('agent.json'), owner: fileOf('owner.json'), log };
  context.announce(`Starting a sandbox in ${settings.dataDir} …`);
  await runService(settings, context, {
    logFile: log,
    async afterStart(started) {
      await prepareCredentialFiles(started.url, files, context);
      context.announce(welcome(started, files, settings));
    },
  });
}

export function register(program: Command, context: CliContext): void {
  program
    .command('sandbox')
    .description('run a service to practise in, in a folder of its own (.ats-sandbox): its time is a test clock')
    .option('--log', 'write the log to standard output instead of sandbox.log in that folder')
    .action(({ log }: { readonly log?: true }) => runSandbox(context, log === true));
}
