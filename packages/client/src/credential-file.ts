import type { ActingHuman, Credential } from './sign';

/** A credential from a file, with what the file has beside it. `createClient({ url, ...saved })` uses all of it. */
export interface SavedCredential {
  readonly credential: Credential;
  readonly agentId: string | undefined;
  /** The principal of the file. A console names it in its calls. */
  readonly principalKey: string | undefined;
  /** The human for whom the credential of a console acts, such as the owner of a sandbox. */
  readonly acting: ActingHuman | undefined;
}

type Json = Readonly<Record<string, unknown>>;

/**
 * Finds the credential in the text of a file. The file is of `ats sandbox`, `ats demo --save` or
 * `ats platform-credential create --json`, or it is a saved response in the names of REST or GraphQL.
 * @param name the name of the file, for the error
 * @throws Error with one line, without the text of the file
 */
export function parseCredentialFile(text: string, name: string): SavedCredential {
  if (text.trim() === '') throw new Error(`${name} is empty: save a credential in it`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Node's message quotes the text, which may be a secret.
    throw new Error(`${name} is not JSON; a credential is {"api_key": …, "signing_secret": …}`);
  }
  const [saved, second] = credentialsIn(value);
  if (!saved) throw new Error(`${name} has no credential: it needs api_key and signing_secret`);
  if (second) throw new Error(`${name} has several credentials: save each in its own file`);
  return saved;
}

function credentialsIn(value: unknown): SavedCredential[] {
  if (typeof value !== 'object' || value === null) return [];
  const apiKey = textOf(value as Json, 'api_key', 'apiKey');
  const signingSecret = textOf(value as Json, 'signing_secret', 'signingSecret');
  if (apiKey === undefined || signingSecret === undefined) return Object.values(value).flatMap(credentialsIn);
  const provider = textOf(value as Json, 'acting_provider', 'actingProvider');
  const subject = textOf(value as Json, 'acting_subject', 'actingSubject');
  return [
    {
      credential: { apiKey, signingSecret },
      agentId: textOf(value as Json, 'agent_id', 'agentId'),
      principalKey: textOf(value as Json, 'principal_key', 'principalKey'),
      acting: provider === undefined || subject === undefined ? undefined : { provider, subject },
    },
  ];
}

/** A text by its name in REST or in GraphQL. */
function textOf(value: Json, rest: string, graphql: string): string | undefined {
  const found = value[rest] ?? value[graphql];
  return typeof found === 'string' ? found : undefined;
}
