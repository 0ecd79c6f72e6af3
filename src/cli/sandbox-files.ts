import { existsSync } from 'node:fs';
import { type Client, createClient, type Credential } from '../client';
import { writePrivateFile } from '../private-file';
import type { CliContext } from './context';
import { issuePlatformCredential } from './platform-credential';

/** The human who owns the first principal of a sandbox. The built-in sign-in accepts this name. */
export const OWNER = { provider: 'local', subject: 'owner' } as const;

/** The files of a sandbox. */
export interface SandboxFiles {
  /** The credential of the first agent. */
  readonly agent: string;
  /** A credential that acts for the owner of that agent. */
  readonly owner: string;
  /** Undefined: the log goes to standard output. */
  readonly log: string | undefined;
}

const CARD = {
  name: 'Sandbox agent',
  description: 'The first agent of this sandbox.',
  version: '1.0.0',
  capabilities: { pushNotifications: false },
};

/**
 * Creates the first principal with an agent, and saves the credentials of the agent and of its owner.
 *
 * A live service accepts neither file, because it does not know keys that begin with `ak_test_`.
 */
export async function prepareCredentialFiles(url: string, files: SandboxFiles, context: CliContext): Promise<void> {
  if (existsSync(files.agent) && existsSync(files.owner)) return;
  // Owners act through a console, so the owner has a credential of that role.
  const { apiKey, signingSecret } = await issuePlatformCredential(context, 'console');
  const owner = createClient({ url, credential: { apiKey, signingSecret }, acting: OWNER });
  const { principal, credential } = await owner.principals.provision({ displayName: 'Sandbox' });
  const { principalKey } = principal;
  if (!existsSync(files.agent)) {
    // A principal that exists already is returned without a credential.
    const own = credential ?? (await owner.credentials.create({ principalKey }));
    const agent_id = await findOrCreateAgent(owner, principalKey);
    save(files.agent, { principal_key: principalKey, agent_id, ...secretOf(own) });
  }
  if (!existsSync(files.owner)) {
    const human = { acting_provider: OWNER.provider, acting_subject: OWNER.subject };
    save(files.owner, { principal_key: principalKey, ...secretOf({ apiKey, signingSecret }), ...human });
  }
}

async function findOrCreateAgent(owner: Client, principalKey: string): Promise<string> {
  // The oldest one, because the list begins with the newest.
  const { nodes } = await owner.agents.list({ principalKey, last: 1 });
  if (nodes[0]) return nodes[0].agentId;
  const { agent } = await owner.agents.register({ principalKey, card: CARD });
  return agent.agentId;
}

function secretOf({ apiKey, signingSecret }: Credential) {
  return { api_key: apiKey, signing_secret: signingSecret };
}

/** Saves a secret in a file that only the user of the process can read. */
function save(file: string, fields: object): void {
  writePrivateFile(file, `${JSON.stringify(fields)}\n`);
}
