import type { Command } from 'commander';
import { openSecrets } from '../adapters/secrets';
import { rotateEncryptionKey, currentEncryptionKey } from '../operations/commands/rotate-encryption-key';
import type { SecretBox } from '../operations/ports';
import { openDatabase } from '../database/connection/open';
import type { SecretTable } from '../database/repositories/encrypted-secrets';
import type { Database } from '../database/transactions/database';
import type { CliContext } from './context';

const NAMES = { signing: 'credential', webhook: 'webhook signing key' } as const satisfies Record<SecretTable, string>;

async function formatRotated(store: Database, secrets: SecretBox, kind: SecretTable): Promise<number> {
  for (let all = 0; ;) {
    const many = await store.inTransaction((tx) => rotateEncryptionKey(tx, secrets, kind, 'many'));
    const done = many > 0 ? many : await store.inTransaction((tx) => rotateEncryptionKey(tx, secrets, kind, 'one'));
    if (done === 0) return all;
    all += done;
  }
}

async function rotateEncryptionKeys(context: CliContext): Promise<void> {
  const { secretsKeys: keys, dataDir, env } = context.settings();
  const { secrets } = openSecrets({ keys, dataDir, production: env === 'production' });
  const key = currentEncryptionKey(secrets);
  const told = await context.withDatabase(async (url) => {
    const store = await openDatabase({ url, poolSize: 1 });
    try {
      const parts = [];
      for (const kind of ['signing', 'webhook'] as const) {
        const count = await formatRotated(store, secrets, kind);
        if (count > 0) parts.push(`${String(count)} ${NAMES[kind]}${count === 1 ? '' : 's'}`);
      }
      return parts;
    } finally {
      await store.close();
    }
  });
  context.print(
    told.length === 0 ? `everything rests under key ${key}` : `sealed anew under key ${key}: ${told.join(', ')}`,
  );
}

/** Secrets at rest (docs/operations/secrets.md). */
export function register(program: Command, context: CliContext): void {
  program
    .command('secrets')
    .description('the secrets that rest in the database, encrypted')
    .command('reseal')
    .description('encrypt credentials and webhook signing keys anew under the first of ATS_SECRETS_KEYS')
    .action(() => rotateEncryptionKeys(context));
}
