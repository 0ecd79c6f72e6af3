import type { Command } from 'commander';
import type { Account } from '../operations/ports';
import { closeAccount, reopenAccount } from '../operations/commands/session';
import { openDatabase } from '../database/connection/open';
import type { CliContext } from './context';

/** The account named is not there, or is already as it was asked to be. */
export class NoSuchAccount extends Error {
  override readonly name = 'NoSuchAccount';
}

async function change(context: CliContext, account: Account, to: 'closed' | 'open'): Promise<void> {
  const done = await context.withDatabase(async (url) => {
    const store = await openDatabase({ url, poolSize: 1 });
    try {
      const work = to === 'closed' ? closeAccount : reopenAccount;
      return await store.inTransaction((tx) => work({ tx }, account));
    } finally {
      await store.close();
    }
  });
  const { provider, subject } = account;
  if (!done) throw new NoSuchAccount(`${provider} ${subject} never signed in here, or is ${to} already`);
  context.print(`${to} ${provider} ${subject}`);
}

/** Whom the platform lets sign in (docs/guides/sign-in.md): their principals, credentials and agents have no part in it. */
export function register(program: Command, context: CliContext): void {
  const group = program.command('account').description('the accounts of humans, named by provider and subject');
  group
    .command('close')
    .description('end the sign-in sessions of a human, and let them begin no other')
    .argument('<provider>', 'who vouches for the human: local, or the issuer of the identity provider')
    .argument('<subject>', 'the human, as the provider names them')
    .action((provider: string, subject: string) => change(context, { provider, subject }, 'closed'));
  group
    .command('reopen')
    .description('let the human sign in again')
    .argument('<provider>', 'as for close')
    .argument('<subject>', 'as for close')
    .action((provider: string, subject: string) => change(context, { provider, subject }, 'open'));
}
