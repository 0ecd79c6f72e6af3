import type { Command } from 'commander';
import type { Account } from '../operations/sign-in-ports';
import { closeAccount, reopenAccount } from '../operations/commands/session';
import type { CliContext } from './context';
import { withStore } from './database';

/** The account does not exist or has that state already. */
export class NoSuchAccount extends Error {
  override readonly name = 'NoSuchAccount';
}

async function change(context: CliContext, account: Account, state: 'closed' | 'open'): Promise<void> {
  const operation = state === 'closed' ? closeAccount : reopenAccount;
  const isChanged = await withStore(context, 1, (store) => store.inTransaction((tx) => operation({ tx }, account)));
  const { provider, subject } = account;
  if (!isChanged) throw new NoSuchAccount(`${provider} ${subject} has never signed in, or is ${state} already`);
  context.print(`${state} ${provider} ${subject}`);
}

/** Adds the commands for accounts, which do not affect principals (docs/guides/sign-in.md). */
export function register(program: Command, context: CliContext): void {
  const group = program.command('account').description('manage the accounts of humans');
  group
    .command('close')
    .description('end all sign-in sessions of a human and, for good, the connections of applications; block new ones')
    .argument('<provider>', 'local, or the issuer of the identity provider')
    .argument('<subject>', 'name of the human at the provider')
    .action((provider: string, subject: string) => change(context, { provider, subject }, 'closed'));
  group
    .command('reopen')
    .description('allow a human to sign in again')
    .argument('<provider>', 'local, or the issuer of the identity provider')
    .argument('<subject>', 'name of the human at the provider')
    .action((provider: string, subject: string) => change(context, { provider, subject }, 'open'));
}
