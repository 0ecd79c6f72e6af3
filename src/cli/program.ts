import { Command, CommanderError } from 'commander';
import { packageVersion } from '../package-folder';
import type { CliContext } from './context';
import { DONE, FAILED, linesOf, usageCode } from './exit-codes';

interface CommandModule {
  readonly register: (program: Command, context: CliContext) => void;
}

/** The commands in the order of the help. Only the module of the given command is loaded: all of them take half a second. */
const commands = new Map<string, () => Promise<CommandModule>>([
  ['serve', () => import('./serve.js')],
  ['worker', () => import('./worker.js')],
  ['sandbox', () => import('./sandbox.js')],
  ['check-config', () => import('./check-config.js')],
  ['migrate', () => import('./migrate.js')],
  ['platform-credential', () => import('./platform-credential.js')],
  ['account', () => import('./account.js')],
  ['policy', () => import('./policy.js')],
  ['secrets', () => import('./secrets.js')],
  ['request', () => import('./request.js')],
  ['demo', () => import('./demo.js')],
  ['audit', () => import('./audit.js')],
]);

async function assemble([name = '']: readonly string[], context: CliContext): Promise<Command> {
  const program = new Command('ats')
    .description('Agent Trading Service: find counterparties, trade in bonded steps, settle on a double-entry ledger.')
    .version(packageVersion(), '-V, --version', 'print the version')
    .showHelpAfterError('(ats --help lists the commands)')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => context.print(text.replace(/\n$/, '')),
      writeErr: (text) => context.warn(text.replace(/\n$/, '')),
    });
  // A subcommand copies these settings when it is created, so they come first.
  const command = commands.get(name);
  const loaded = await Promise.all((command ? [command] : [...commands.values()]).map((load) => load()));
  for (const { register } of loaded) register(program, context);
  for (const subcommand of program.commands) nameHelp(subcommand, 'ats');
  return program;
}

/** Names the help of each command after its own errors. */
function nameHelp(command: Command, parent: string): void {
  const name = `${parent} ${command.name()}`;
  command.showHelpAfterError(`(${name} --help shows its usage)`);
  for (const subcommand of command.commands) nameHelp(subcommand, name);
}

/** Runs a command line and returns its exit code: 0 done, 1 failed, 2 wrong usage. */
export async function run(args: readonly string[], context: CliContext): Promise<number> {
  try {
    await (await assemble(args, context)).parseAsync(args, { from: 'user' });
    return DONE;
  } catch (error) {
    if (error instanceof CommanderError) return usageCode(error);
    for (const line of linesOf(error)) context.warn(`ats: ${line}`);
    const stack = error instanceof Error ? error.stack : undefined;
    if (context.environment['ATS_LOG_LEVEL'] === 'debug' && stack !== undefined) context.warn(stack);
    return FAILED;
  }
}
