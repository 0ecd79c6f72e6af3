import { type Command, Option } from 'commander';
import { newCredential, newTestCredential, newUuidV7 } from '../adapters/ids';
import { openSecrets } from '../adapters/secrets';
import { keyOf } from '../domain/keys';
import { verifyEncryptionKeys } from '../operations/commands/encryption-keys';
import { revokePlatformCredential } from '../operations/commands/credential';
import { createPlatformCredential, type IssuedPlatformCredential } from '../operations/commands/platform-credential';
import { platformCredentials, type CredentialMetadata } from '../database/repositories/credentials';
import type { Database } from '../database/transactions/database';
import type { CliContext } from './context';
import { migrateFor, withStore } from './database';

/** No platform credential has that id. */
export class NoSuchCredential extends Error {
  override readonly name = 'NoSuchCredential';
}

type Role = 'console' | 'operator';

/** Migrates first, because an operator needs a credential before the first start. */
async function withMigratedStore<T>(context: CliContext, work: (store: Database) => Promise<T>): Promise<T> {
  return withStore(context, 2, work, migrateFor(context));
}

/** Creates a platform credential. The caller shows or saves its secret. */
export async function issuePlatformCredential(context: CliContext, role: Role): Promise<IssuedPlatformCredential> {
  const { secretsKeys: keys, dataDir, env, sandbox } = context.settings();
  return withMigratedStore(context, async (store) => {
    const { secrets, notice } = openSecrets({ keys, dataDir, production: env === 'production' });
    // A sandbox always generates its key.
    if (notice !== null && !sandbox) context.warn(notice);
    await verifyEncryptionKeys(store, secrets);
    const services = { newId: newUuidV7, newCredential: sandbox ? newTestCredential : newCredential, secrets };
    return store.inTransaction((tx) => createPlatformCredential(tx, services, role));
  });
}

async function create(context: CliContext, role: Role, json: boolean): Promise<void> {
  const issued = await issuePlatformCredential(context, role);
  const fields = {
    credential_id: keyOf('crd', issued.credentialId),
    role: issued.role,
    api_key: issued.apiKey,
    signing_secret: issued.signingSecret,
    created_at: issued.createdAt.toISOString(),
  };
  if (json) {
    context.print(JSON.stringify(fields));
    return;
  }
  for (const [name, value] of Object.entries(fields)) context.print(`${name.padEnd(16)}${value}`);
  context.print('Save the signing secret: it is shown only once.');
}

/** Returns the fields of a credential without its secret. */
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
  const credentials = (await withMigratedStore(context, platformCredentials)).map(metadata);
  if (json) {
    context.print(JSON.stringify(credentials));
    return;
  }
  for (const { credential_id, role, status, created_at, last_used_at } of credentials) {
    const used = last_used_at === null ? 'never used' : `last used ${last_used_at}`;
    context.print(`${credential_id}  ${(role ?? '').padEnd(8)}  ${status.padEnd(7)}  created ${created_at}  ${used}`);
  }
  if (credentials.length === 0)
    context.print('no platform credentials yet: ats platform-credential create --role console');
}

/** Revokes a platform credential. @throws NoSuchCredential */
export async function endPlatformCredential(context: CliContext, credentialKey: string): Promise<void> {
  await withMigratedStore(context, async (store) => {
    const row = await store.inTransaction((tx) => revokePlatformCredential(tx, credentialKey));
    if (!row)
      throw new NoSuchCredential(
        `${credentialKey} is not a platform credential: list them with ats platform-credential list`,
      );
  });
}

export function register(program: Command, context: CliContext): void {
  const group = program.command('platform-credential').description('manage the credentials of consoles and operators');
  group
    .command('create')
    .description('create a credential; its secret is shown only once')
    .addOption(
      new Option('--role <role>', 'role of the credential').choices(['console', 'operator']).makeOptionMandatory(),
    )
    .option('--json', 'one line of JSON: { credential_id, role, api_key, signing_secret, created_at }')
    .action(({ role, json }: { role: Role; json?: true }) => create(context, role, json === true));
  group
    .command('list')
    .description('list all credentials, newest first, without secrets')
    .option('--json', 'one line of JSON: an array')
    .action(({ json }: { json?: true }) => list(context, json === true));
  group
    .command('revoke')
    .description('revoke a credential at once')
    .argument('<credential_id>', 'crd_…')
    .action(async (credentialKey: string) => {
      await endPlatformCredential(context, credentialKey);
      context.print(`revoked ${credentialKey}`);
    });
}
