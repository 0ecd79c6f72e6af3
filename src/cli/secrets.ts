import type { Command } from 'commander';
import { openSecrets } from '../adapters/secrets';
import { verifyEncryptionKeys } from '../operations/commands/encryption-keys';
import { rotateEncryptionKey, currentEncryptionKey } from '../operations/commands/rotate-encryption-key';
import type { SecretBox } from '../operations/ports';
import { otherKeysOf, type SecretTable } from '../database/repositories/encrypted-secrets';
import type { Database } from '../database/transactions/database';
import type { CliContext } from './context';
import { withStore } from './database';

const NAMES = { signing: 'credential', webhook: 'webhook signing key' } as const satisfies Record<SecretTable, string>;

/** Encrypts one table again and returns the number of its changed rows. */
async function rotateTable(store: Database, secrets: SecretBox, table: SecretTable): Promise<number> {
  for (let total = 0; ;) {
    const many = await store.inTransaction((tx) => rotateEncryptionKey(tx, secrets, table, 'many'));
    const count = many > 0 ? many : await store.inTransaction((tx) => rotateEncryptionKey(tx, secrets, table, 'one'));
    if (count === 0) return total;
    total += count;
  }
}

async function rotateKey(context: CliContext): Promise<void> {
  const { secretsKeys: keys, dataDir, env } = context.settings();
  const { secrets } = openSecrets({ keys, dataDir, production: env === 'production' });
  const key = currentEncryptionKey(secrets);
  const { parts, left } = await withStore(context, 1, async (store) => {
    await verifyEncryptionKeys(store, secrets);
    const parts: string[] = [];
    const left = new Set<string>();
    for (const table of ['signing', 'webhook'] as const) {
      const count = await rotateTable(store, secrets, table);
      if (count > 0) parts.push(`${String(count)} ${NAMES[table]}${count === 1 ? '' : 's'}`);
      for (const keyId of await otherKeysOf(store, table, [...secrets.keyDigests.keys()])) left.add(keyId);
    }
    return { parts, left };
  });
  const all = left.size === 0 ? 'all secrets' : 'all secrets of the keys in ATS_SECRETS_KEYS';
  context.print(
    parts.length === 0 ? `${all} are encrypted with key ${key}` : `encrypted with key ${key}: ${parts.join(', ')}`,
  );
  if (left.size > 0)
    context.warn(
      `left as they are: revoked or lost secrets of keys that ATS_SECRETS_KEYS does not have: ${[...left].join(', ')}`,
    );
}

/** Adds the commands for stored secrets (docs/operations/secrets.md). */
export function register(program: Command, context: CliContext): void {
  const group = program.command('secrets').description('manage the encrypted secrets in the database');
  group
    .command('rotate-key')
    .description('encrypt credentials and webhook signing keys again with the first of ATS_SECRETS_KEYS')
    .action(() => rotateKey(context));
  // The old name of `rotate-key`.
  group.command('reseal', { hidden: true }).action(() => rotateKey(context));
}
