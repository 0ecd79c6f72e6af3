import type { Command } from 'commander';
import { openSecrets } from '../adapters/secrets';
import { reseal, sealingKey } from '../operations/reseal';
import type { Secrets } from '../operations/ports';
import { openStore } from '../store/open';
import type { SealedKind } from '../store/sealed';
import type { Store } from '../store/tx';
import type { CliContext } from './context';

const NAMES = { signing: 'credential', webhook: 'webhook signing key' } as const satisfies Record<SealedKind, string>;

async function resealed(store: Store, secrets: Secrets, kind: SealedKind): Promise<number> {
  for (let all = 0; ;) {
    const many = await store.inTransaction((tx) => reseal(tx, secrets, kind, 'many'));
    const done = many > 0 ? many : await store.inTransaction((tx) => reseal(tx, secrets, kind, 'one'));
    if (done === 0) return all;
    all += done;
  }
}

async function resealAll(context: CliContext): Promise<void> {
  const { secretsKeys: keys, dataDir, env } = context.settings();
  const { secrets } = openSecrets({ keys, dataDir, production: env === 'production' });
  const key = sealingKey(secrets);
  const told = await context.withDatabase(async (url) => {
    const store = await openStore({ url, poolSize: 1 });
    try {
      const parts = [];
      for (const kind of ['signing', 'webhook'] as const) {
        const count = await resealed(store, secrets, kind);
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
    .action(() => resealAll(context));
}
