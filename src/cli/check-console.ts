import { hasSecretsKey, openSecrets } from '../adapters/secrets';
import { openConnection } from '../database/connection/connection';
import { type SigningCredential, signingCredentials } from '../database/repositories/credentials';
import type { SecretBox } from '../operations/ports';
import type { CheckOutcome } from '../settings/check';
import type { Read } from '../settings/settings';

export const CONSOLE = {
  name: 'console-credentials',
  sentence: 'The credentials of the console are unset, or valid in this database.',
} as const;

interface ConsoleCredential {
  readonly setting: string;
  readonly role: SigningCredential['platform_role'];
  readonly apiKey: string;
  readonly signingSecret: string;
}

/**
 * Compares the credentials of the console with the database. Without this check the first human finds the fault at a sign-in.
 *
 * A fault is a warning: the API works without the console, and a leaked credential must be revocable at once.
 */
export async function checkConsole(read: Partial<Read>, url: string): Promise<CheckOutcome[]> {
  if (read.console === 'off') return [{ ...CONSOLE, result: 'not checked', sentence: 'The console is off.' }];
  const credentials = [
    ...credentialOf('ATS_CONSOLE_CREDENTIAL', 'console', read.consoleCredential),
    ...credentialOf('ATS_CONSOLE_OPERATOR_CREDENTIAL', 'operator', read.consoleOperatorCredential),
  ];
  if (credentials.length === 0) return [{ ...CONSOLE, result: 'pass' }];
  try {
    const connection = await openConnection(url);
    const keys = credentials.map(({ apiKey }) => apiKey);
    const stored = await signingCredentials(connection, keys).finally(() => connection.close());
    const secrets = secretsOf(read);
    const faults = credentials.flatMap((one) => {
      const fault = faultOf(one, stored.get(one.apiKey), secrets);
      return fault === undefined ? [] : [`the credential of ${one.setting} ${fault}: ${REMEDY}`];
    });
    if (faults.length === 0) return [{ ...CONSOLE, result: 'pass' }];
    return faults.map((sentence) => ({ name: CONSOLE.name, result: 'warn', sentence }));
  } catch {
    // The schema of an earlier release has other columns.
    return [{ ...CONSOLE, result: 'not checked' }];
  }
}

const REMEDY = 'nobody can use its screens until you set one of ats platform-credential create';

function credentialOf(
  setting: string,
  role: ConsoleCredential['role'],
  value: string | undefined,
): ConsoleCredential[] {
  const [apiKey, signingSecret] = value?.split(':') ?? [];
  return apiKey === undefined || signingSecret === undefined ? [] : [{ setting, role, apiKey, signingSecret }];
}

function secretsOf({ secretsKeys: keys, dataDir }: Partial<Read>): SecretBox | undefined {
  if (dataDir === undefined || !hasSecretsKey({ keys, dataDir })) return undefined;
  return openSecrets({ keys, dataDir, production: false }).secrets;
}

function faultOf(
  credential: ConsoleCredential,
  stored: SigningCredential | undefined,
  secrets: SecretBox | undefined,
): string | undefined {
  if (stored === undefined) return 'is unknown in this database';
  if (stored.revoked_at !== null) return 'is revoked';
  if (stored.platform_role !== credential.role)
    return `has the role ${stored.platform_role ?? 'of a principal'}, but must have ${credential.role ?? ''}`;
  return secrets && hasOtherSecret(credential, stored, secrets) ? 'has another signing secret' : undefined;
}

/** False also if the key of the secret is missing or wrong: that has a check of its own. */
function hasOtherSecret({ signingSecret }: ConsoleCredential, stored: SigningCredential, secrets: SecretBox): boolean {
  const { secret_ciphertext: ciphertext, secret_key_id: keyId, credential_id: id } = stored;
  try {
    return secrets.decrypt({ ciphertext, keyId }, `signing:${id}`) !== signingSecret;
  } catch {
    return false;
  }
}
