import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { createClient } from '../client';
import { keyOf } from '../domain/keys';
import { rows } from '../settings/rows';
import { readSettings } from '../settings/settings';
import { settingsForStart } from './check-config';
import type { CliContext } from './context';
import { endPlatformCredential, issuePlatformCredential } from './platform-credential';
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

const CARD = {
  name: 'Sandbox agent',
  description: 'The first agent of this sandbox.',
  version: '1.0.0',
  capabilities: { pushNotifications: false },
};

/** Creates a principal with an agent, and saves its credential in a file that only the owner can read. */
async function createAgent(url: string, file: string, context: CliContext): Promise<void> {
  const issued = await issuePlatformCredential(context, 'console');
  try {
    // A name of its own for each file, because provisioning again returns no credential.
    const acting = { provider: 'sandbox', subject: keyOf('crd', issued.credentialId) };
    const owner = createClient({ url, credential: issued, acting });
    const { principal, credential } = await owner.principals.provision({ displayName: 'Sandbox' });
    const { principalKey } = principal;
    const { agent } = await owner.agents.register({ principalKey, card: CARD });
    const fields = {
      principal_key: principalKey,
      agent_id: agent.agentId,
      api_key: credential?.apiKey,
      signing_secret: credential?.signingSecret,
    };
    writeFileSync(file, `${JSON.stringify(fields)}\n`, { mode: 0o600 });
  } finally {
    await endPlatformCredential(context, keyOf('crd', issued.credentialId));
  }
}

async function runSandbox(outer: CliContext): Promise<void> {
  const context = sandboxContext(outer);
  const settings = await settingsForStart(context);
  await runService(settings, context, async (url) => {
    const file = join(settings.dataDir, 'agent.json');
    if (!existsSync(file)) await createAgent(url, file, context);
    context.announce(`  sandbox   keys ak_test_…, checkouts that pay themselves, a test clock: docs/sandbox.md`);
    context.announce(`  agent     ${file}`);
  });
}

export function register(program: Command, context: CliContext): void {
  program
    .command('sandbox')
    .description('run a service to practise in, in a folder of its own (.ats-sandbox): its time is a test clock')
    .action(() => runSandbox(context));
}
