import { type Command, Option } from 'commander';
import { newCredential, newUuidV7 } from '../adapters/ids';
import { openSecrets } from '../adapters/secrets';
import { keyOf } from '../domain/keys';
import { revokePlatformCredential } from '../operations/commands/credential';
import { createPlatformCredential, type IssuedPlatformCredential } from '../operations/commands/platform-credential';
import { platformCredentials, type CredentialMetadata } from '../database/repositories/credentials';
import { migrate } from '../database/connection/data-source';
import { openDatabase } from '../database/connection/open';
import type { Database } from '../database/transactions/database';
import type { CliContext } from './context';

/** The credential named is none of the platform's. */
export class NoSuchCredential extends Error {
  override readonly name = 'NoSuchCredential';
}

type Role = 'console' | 'operator';

/** Works also before the service ever ran: whoever deploys it needs a credential first. */
async function withStore<T>(context: CliContext, work: (store: Database) => Promise<T>): Promise<T> {
  return context.withDatabase(async (url) => {
    await migrate(url);
    const store = await openDatabase({ url, poolSize: 2 });
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  });
}

/** Makes one; the caller tells the secret, or keeps it. */
export async function issuePlatformCredential(context: CliContext, role: Role): Promise<IssuedPlatformCredential> {
  const { secretsKeys: keys, dataDir, env } = context.settings();
  return withStore(context, async (store) => {
    const { secrets, notice } = openSecrets({ keys, dataDir, production: env === 'production' });
    if (notice !== null) context.warn(notice);
    const services = { newId: newUuidV7, newCredential, secrets };
    return store.inTransaction((tx) => createPlatformCredential(tx, services, role));
  });
}

async function create(context: CliContext, role: Role, json: boolean): Promise<void> {
  const issued = await issuePlatformCredential(context, role);
  const told = {
    credential_id: keyOf('crd', issued.credentialId),
    role: issued.role,
    api_key: issued.apiKey,
    signing_secret: issued.signingSecret,
    created_at: issued.createdAt.toISOString(),
  };
  if (json) {
    context.print(JSON.stringify(told));
    return;
  }
  for (const [name, value] of Object.entries(told)) context.print(`${name.padEnd(16)}${value}`);
  context.print('The signing secret is not shown again.');
}

/** What may be known of it; the secret never. */
function metadata(row: CredentialMetadata) {
  return {
    credential_id: keyOf('crd', row.credentialId),
    role: row.platformRole,
    api_key: row.apiKey,
    status: row.revokedAt === null ? 'active' : 'revoked',
    created_at: row.createdAt.toISOString(),
    revoked_at: row.revokedAt?.toISOString() ?? null,
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
  };
}

async function list(context: CliContext, json: boolean): Promise<void> {
  const found = (await withStore(context, platformCredentials)).map(metadata);
  if (json) {
    context.print(JSON.stringify(found));
    return;
  }
  for (const { credential_id, role, status, created_at, last_used_at } of found) {
    const used = last_used_at === null ? 'never used' : `last used ${last_used_at}`;
    context.print(`${credential_id}  ${(role ?? '').padEnd(8)}  ${status.padEnd(7)}  created ${created_at}  ${used}`);
  }
  if (found.length === 0) context.print('no platform credentials yet: ats platform-credential create --role console');
}

/** Ends one. @throws NoSuchCredential */
export async function endPlatformCredential(context: CliContext, credentialKey: string): Promise<void> {
  await withStore(context, async (store) => {
    const row = await store.inTransaction((tx) => revokePlatformCredential(tx, credentialKey));
    if (!row) throw new NoSuchCredential(`${credentialKey} is no platform credential (ats platform-credential list)`);
  });
}

export function register(program: Command, context: CliContext): void {
  const group = program
    .command('platform-credential')
    .description('the credentials of the platform itself: its console backend and its operators');
  group
    .command('create')
    .description('make one; the secret is shown this once')
    .addOption(new Option('--role <role>', 'whose it is').choices(['console', 'operator']).makeOptionMandatory())
    .option('--json', 'one line of JSON: { credential_id, role, api_key, signing_secret, created_at }')
    .action(({ role, json }: { role: Role; json?: true }) => create(context, role, json === true));
  group
    .command('list')
    .description('all of them, newest first, without secrets')
    .option('--json', 'one line of JSON: an array')
    .action(({ json }: { json?: true }) => list(context, json === true));
  group
    .command('revoke')
    .description('end one, at once and for good')
    .argument('<credential_id>', 'crd_…')
    .action(async (credentialKey: string) => {
      await endPlatformCredential(context, credentialKey);
      context.print(`revoked ${credentialKey}`);
    });
}
