import { createClient, type Credential } from '../../../src/client';
import { runCli } from '../../../test/support/built';
import { createParty, type Party } from '../../../test/support/actors';
import type { Caller } from './caller';
import { buy, type Pair } from './lives';

/** Who lives those lives. Not a test. */

/** The console's credential, of the service whose database these settings name. */
export async function consoleOf(env: Readonly<Record<string, string>>): Promise<Credential> {
  const made = await runCli(['platform-credential', 'create', '--role', 'console', '--json'], env);
  const { api_key: apiKey, signing_secret: signingSecret } = JSON.parse(made.stdout) as Record<string, string>;
  if (apiKey === undefined || signingSecret === undefined) throw new Error(made.stderr);
  return { apiKey, signingSecret };
}

function party(name: string, url: string, credential: Credential): Promise<Party> {
  const consoleFor = (subject: string) => createClient({ url, credential, acting: { provider: 'test', subject } });
  return createParty({ url, consoleFor }, name);
}

/** Two principals with tickets, and some in the wallet of the consumer's owner; they speak to the server at that address. */
export async function fundedPair(
  caller: Caller,
  url: string,
  console: Credential,
  name: string,
): Promise<Pair & { readonly provider: Party; readonly consumer: Party }> {
  const provider = await party(`${name}-provider`, url, console);
  const consumer = await party(`${name}-consumer`, url, console);
  for (const { principalKey, api } of [provider, consumer]) {
    await buy(caller, `${principalKey}-funds`, api, { pack: 'GROWTH' });
  }
  await buy(caller, `${consumer.principalKey}-wallet`, consumer.owner, { pack: 'GROWTH', to: 'WALLET' });
  return { name, provider, consumer };
}
