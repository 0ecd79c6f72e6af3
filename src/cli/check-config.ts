import type { Command } from 'commander';
import { hasSecretsKey, openSecrets } from '../adapters/secrets';
import { openConnection } from '../database/connection/connection';
import { connectionError } from '../database/connection/connection-error';
import { readLoginRights } from '../database/connection/login';
import { policyStartError, policyWarning } from '../domain/trades/policy-activation';
import { encryptionKeyErrors } from '../operations/commands/encryption-keys';
import { readPolicyStatus } from '../operations/queries/policies';
import { applyChecks, type CheckOutcome, sentencesOf } from '../settings/check';
import { databaseChecks } from '../settings/database-checks';
import { inspectSettings, InvalidSettings, type Read, type Settings } from '../settings/settings';
import { checkConsole, CONSOLE } from './check-console';
import type { CliContext } from './context';

/** The checks failed. Their sentences are printed already. */
class ChecksFailed extends Error {
  override readonly name = 'ChecksFailed';
}

export interface CheckReport {
  readonly settings: Settings | undefined;
  readonly outcomes: readonly CheckOutcome[];
}

/** Applies every check for a start: to the settings, then to the login of DATABASE_URL. */
export async function checkStart(environment: CliContext['environment']): Promise<CheckReport> {
  const { settings, read, outcomes } = inspectSettings(environment);
  return { settings, outcomes: [...outcomes, ...(await checkDatabase(read))] };
}

async function checkDatabase(read: Partial<Read>): Promise<readonly CheckOutcome[]> {
  const { databaseUrl: url } = read;
  const skip = (sentence: string): CheckOutcome[] =>
    databaseChecks.map(({ name }) => ({ name, result: 'not checked', sentence }));
  if (url === undefined) return skip(`DATABASE_URL ${'databaseUrl' in read ? 'is not set' : 'has a wrong value'}.`);
  try {
    const rights = await readLoginRights(url);
    const isUsable = rights.isMigrated && rights.canBecomeApplication;
    return [
      { name: 'database-reachable', result: 'pass', sentence: 'PostgreSQL accepts the login of DATABASE_URL.' },
      ...applyChecks(databaseChecks, rights, read.env === 'production'),
      ...(isUsable ? await checkKeys(read, url) : [{ ...KEYS, result: 'not checked' as const }]),
      ...(isUsable ? await checkPolicy(read, url) : [{ ...POLICY, result: 'not checked' as const }]),
      ...(isUsable ? await checkConsole(read, url) : [{ ...CONSOLE, result: 'not checked' as const }]),
    ];
  } catch (error) {
    const sentence = `DATABASE_URL does not work: ${connectionError(error)}`;
    return [{ name: 'database-reachable', result: 'fail', sentence }, ...skip('PostgreSQL cannot be reached.')];
  }
}

const KEYS = { name: 'secrets-keys-fit', sentence: 'The keys of ATS_SECRETS_KEYS fit the database.' } as const;

/** Compares ATS_SECRETS_KEYS with the keys that encrypted the database. It records nothing. */
async function checkKeys(read: Partial<Read>, url: string): Promise<CheckOutcome[]> {
  const { secretsKeys: keys, dataDir } = read;
  const isWrong = !('secretsKeys' in read) || dataDir === undefined;
  try {
    if (isWrong || !hasSecretsKey({ keys, dataDir })) return [{ ...KEYS, result: 'not checked' }];
    const { secrets } = openSecrets({ keys, dataDir, production: false });
    const connection = await openConnection(url);
    const errors = await encryptionKeyErrors(connection, secrets).finally(() => connection.close());
    if (errors.length === 0) return [{ ...KEYS, result: 'pass' }];
    return errors.map((sentence) => ({ name: KEYS.name, result: 'fail', sentence }));
  } catch (error) {
    return [
      { name: KEYS.name, result: 'not checked', sentence: error instanceof Error ? error.message : String(error) },
    ];
  }
}

const POLICY = { name: 'policy-version', sentence: 'ATS_POLICY_VERSION is unset or the active policy.' } as const;

/** Compares ATS_POLICY_VERSION with the active policy of the database. It records nothing. */
async function checkPolicy(read: Partial<Read>, url: string): Promise<CheckOutcome[]> {
  if (!('policyVersion' in read)) return [{ ...POLICY, result: 'not checked' }];
  const { policyVersion: setting, env } = read;
  try {
    const connection = await openConnection(url);
    const status = await readPolicyStatus(connection).finally(() => connection.close());
    const error = policyStartError(setting, status, env === 'production');
    if (error !== null) return [{ name: POLICY.name, result: 'fail', sentence: error }];
    const warning = policyWarning(setting, status);
    return [
      warning === null ? { ...POLICY, result: 'pass' } : { name: POLICY.name, result: 'warn', sentence: warning },
    ];
  } catch {
    // The schema of the previous release has no activations.
    return [
      {
        name: POLICY.name,
        result: 'not checked',
        sentence: 'The database has no policy activations: run ats migrate.',
      },
    ];
  }
}

/** Returns the settings of a process that starts, after all checks. @throws InvalidSettings with every error at once */
export async function settingsForStart(context: CliContext): Promise<Settings> {
  const { settings, outcomes } = await checkStart(context.environment);
  const errors = sentencesOf(outcomes, 'fail');
  if (settings === undefined || errors.length > 0) throw new InvalidSettings(errors);
  for (const warning of sentencesOf(outcomes, 'warn')) context.warn(`ats: warning: ${warning}`);
  return settings;
}

async function checkConfig({ json }: { readonly json?: true }, context: CliContext): Promise<void> {
  const { outcomes } = await checkStart(context.environment);
  const failed = outcomes.filter(({ result }) => result === 'fail').length;
  if (json) {
    context.print(JSON.stringify({ ok: failed === 0, checks: outcomes }));
  } else {
    for (const { name, result, sentence } of outcomes)
      context.print(`${result.padEnd(11)}  ${name.padEnd(29)}  ${sentence}`);
  }
  if (failed > 0) throw new ChecksFailed(`${String(failed)} checks failed`);
}

export function register(program: Command, context: CliContext): void {
  program
    .command('check-config')
    .description('check the settings and the database login without starting; exits with 1 if a start would be refused')
    .option('--json', 'one line: { ok, checks: [{ name, result, sentence }] }')
    .action((flags: { readonly json?: true }) => checkConfig(flags, context));
}
