import { createClient, type Credential } from '../../src/client';
import type { TestApp } from './app';
import { type BuiltServer, runCli } from './built';

/** Creates a credential of the platform with the command line. `env` names the database. */
export async function platformCredential(
  env: Readonly<Record<string, string>>,
  role: 'console' | 'operator',
): Promise<Credential> {
  const { code, stdout, stderr } = await runCli(['platform-credential', 'create', '--role', role, '--json'], env);
  if (code !== 0) throw new Error(stderr);
  const made = JSON.parse(stdout) as { readonly api_key: string; readonly signing_secret: string };
  return { apiKey: made.api_key, signingSecret: made.signing_secret };
}

/** The address and a console of a service in a process of its own, for the helpers that create parties. */
export async function partiesAt({ url, env }: BuiltServer): Promise<Pick<TestApp, 'url' | 'consoleFor'>> {
  const credential = await platformCredential(env, 'console');
  return { url, consoleFor: (subject) => createClient({ url, credential, acting: { provider: 'test', subject } }) };
}
