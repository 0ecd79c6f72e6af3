import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { createFolder } from '../create-folder';
import { writePrivateFile } from '../private-file';
import { ApiError, type Credential } from '../client';
import { keyOf } from '../domain/keys';
import { auditDatabase, reportAudit } from './audit';
import type { CliContext } from './context';
import { readCredential } from './credential-file';
import { RETRY_POLICY } from './demo/party';
import { Printer } from './demo/printer';
import { runDemo } from './demo/story';
import type { DemoContext } from './demo/trade';
import { endPlatformCredential, issuePlatformCredential } from './platform-credential';
import { parseAddress } from './request-parts';
import { connectionError } from './connection-error';
import { withCleanUp } from './stop-signal';

interface DemoOptions {
  readonly runId?: string;
  readonly url?: string;
  readonly consoleCredential?: string;
  readonly save?: string;
}

const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';

function newRunId(): string {
  return Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}

/** Checks a run id, which becomes part of a trade profile, of keys and of user names. */
function parseRunId(text: string): string {
  if (!/^[a-z0-9]{1,32}$/.test(text)) throw new InvalidArgumentError('Use 1 to 32 of a-z and 0-9.');
  return text;
}

/** Checks the server before the demo creates a credential for it. */
async function assertServerReady(url: string): Promise<void> {
  const ready = `${url.replace(/\/$/, '')}/readyz`;
  const response = await fetch(ready, { signal: AbortSignal.timeout(10_000) }).catch((error: unknown) => {
    throw connectionError(ready, error);
  });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`the service at ${url} is not ready (HTTP ${String(response.status)})`);
}

/** Runs `work` with the given console credential, or with a temporary one. */
async function withConsole(
  { consoleCredential }: DemoOptions,
  context: CliContext,
  work: (credential: Credential) => Promise<void>,
): Promise<void> {
  if (consoleCredential !== undefined) return work(readCredential(consoleCredential).credential);
  const { credentialId, apiKey, signingSecret } = await issuePlatformCredential(context, 'console');
  await withCleanUp(
    () => work({ apiKey, signingSecret }),
    () => endPlatformCredential(context, keyOf('crd', credentialId)),
  );
}

/** Saves the credentials of both parties in files that only the owner can read. */
function save(folder: string, url: string, { provider, consumer }: DemoContext, context: CliContext): void {
  createFolder(folder);
  for (const { name, identity } of [provider, consumer]) {
    const file = join(folder, `${name.toLowerCase().replaceAll(' ', '-')}.json`);
    const { principalKey, agentId, credential } = identity;
    const fields = {
      principal_key: principalKey,
      agent_id: agentId,
      api_key: credential.apiKey,
      signing_secret: credential.signingSecret,
    };
    writePrivateFile(file, `${JSON.stringify(fields)}\n`);
    context.print(`      npx ats request --url ${url} -c ${file} '{ principal { displayName ticketBalanceStamps } }'`);
  }
}

async function demo(options: DemoOptions, url: string, context: CliContext): Promise<void> {
  const runId = options.runId ?? newRunId();
  await assertServerReady(url);
  context.print(`Two trades at ${url}, run ${runId} (continue an interrupted run: ats demo --run-id ${runId})`);
  const printer = new Printer(context);
  await withConsole(options, context, async (credential) => {
    const parties = await runDemo(runId, { ...RETRY_POLICY, url, credential }, printer);
    if (options.save === undefined) return;
    printer.step('Look around as either of them');
    save(options.save, url, parties, context);
  });
  printer.step('The audit');
  if (options.consoleCredential === undefined) {
    const audit = await context.withDatabase((url) => auditDatabase(url, context.settings()));
    reportAudit(audit, { print: (line) => printer.entry(line) });
  } else {
    printer.entry('runs on the machine with the database: ats audit');
  }
}

/** Explains a failure; an unknown new credential means that demo and server use two databases. */
function explain(error: unknown, { consoleCredential }: DemoOptions, url: string): unknown {
  if (error instanceof ApiError && error.code === 'credential_invalid' && consoleCredential === undefined) {
    return new Error(
      `${url} does not know the new credential, because the service uses another database: set DATABASE_URL or ATS_DATA_DIR to the service's values, and for a sandbox also ATS_SANDBOX=true`,
    );
  }
  return error instanceof TypeError ? connectionError(url, error) : error;
}

export function register(program: Command, context: CliContext): void {
  program
    .command('demo')
    .description('play two trades against the running service and print them; exits with 1 if a step fails')
    .addOption(new Option('--run-id <id>', 'continue the run of that name, or name a new one').argParser(parseRunId))
    .addOption(new Option('--url <address>', 'address of the service [from PORT and HOST]').argParser(parseAddress))
    .addOption(
      new Option('--console-credential <file>', 'credential of a console, if the database is on another machine'),
    )
    .addOption(new Option('--save <folder>', 'save the credentials of both parties there, for ats request'))
    .action(async (options: DemoOptions) => {
      const url = options.url ?? context.settings().publicUrl;
      try {
        await demo(options, url, context);
      } catch (error) {
        throw explain(error, options, url);
      }
    });
}
