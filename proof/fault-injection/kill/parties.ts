import { createClient, type Credential } from '../../../src/client';
import { runCli } from '../../../test/support/built';
import { createParty, type Party } from '../../../test/support/actors';
import type { Caller } from './caller';
import { buy, type Pair } from './trade-scenarios';

/** Creates the principals that play the scenario. */

/** Creates a console credential for the service with these settings. */
export async function createConsoleCredential(env: Readonly<Record<string, string>>): Promise<Credential> {
  const made = await runCli(['platform-credential', 'create', '--role', 'console', '--json'], env);
  const { api_key: apiKey, signing_secret: signingSecret } = JSON.parse(made.stdout) as Record<string, string>;
  if (apiKey === undefined || signingSecret === undefined) throw new Error(made.stderr);
  return { apiKey, signingSecret };
}

function createPartyAt(name: string, url: string, credential: Credential): Promise<Party> {
  const consoleFor = (subject: string) => createClient({ url, credential, acting: { provider: 'test', subject } });
  return createParty({ url, consoleFor }, name);
}

/** Creates two principals with tickets, and a funded wallet for the consumer's owner. */
export async function createFundedPair(
  caller: Caller,
  url: string,
  console: Credential,
  name: string,
): Promise<Pair & { readonly provider: Party; readonly consumer: Party }> {
  const provider = await createPartyAt(`${name}-provider`, url, console);
  const consumer = await createPartyAt(`${name}-consumer`, url, console);
  for (const { principalKey, api } of [provider, consumer]) {
    await buy(caller, `${principalKey}-funds`, api, { pack: 'GROWTH' });
  }
  await buy(caller, `${consumer.principalKey}-wallet`, consumer.owner, { pack: 'GROWTH', to: 'WALLET' });
  return { name, provider, consumer };
}
