import { Command, CommanderError } from 'commander';
import { register as account } from './account';
import { register as audit } from './audit';
import { register as checkConfig } from './check-config';
import type { CliContext } from './context';
import { DONE, FAILED, linesOf, usageCode } from './exit-codes';
import { register as demo } from './demo';
import { register as migrate } from './migrate';
import { register as platformCredential } from './platform-credential';
import { register as policy } from './policy';
import { register as request } from './request';
import { register as secrets } from './secrets';
import { register as serve } from './serve';
import { register as worker } from './worker';

const commands = [
  serve,
  worker,
  checkConfig,
  migrate,
  platformCredential,
  account,
  policy,
  secrets,
  request,
  demo,
  audit,
];

function assemble(context: CliContext): Command {
  const program = new Command('ats')
    .description('Agent Trading Service: find counterparties, trade in bonded steps, settle on a double-entry ledger.')
    .showHelpAfterError('(ats --help lists the commands)')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => context.print(text.replace(/\n$/, '')),
      writeErr: (text) => context.warn(text.replace(/\n$/, '')),
    });
  // A subcommand copies these settings when it is created, so they come first.
  for (const register of commands) register(program, context);
  return program;
}

/** Runs a command line and returns its exit code: 0 done, 1 failed, 2 wrong usage. */
export async function run(args: readonly string[], context: CliContext): Promise<number> {
  try {
    await assemble(context).parseAsync(args, { from: 'user' });
    return DONE;
  } catch (error) {
    if (error instanceof CommanderError) return usageCode(error);
    for (const line of linesOf(error)) context.warn(`ats: ${line}`);
    const stack = error instanceof Error ? error.stack : undefined;
    if (context.environment['ATS_LOG_LEVEL'] === 'debug' && stack !== undefined) context.warn(stack);
    return FAILED;
  }
}
