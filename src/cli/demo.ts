import { randomInt } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { ApiError, type Credential } from '../client';
import { keyOf } from '../domain/keys';
import { auditDatabase, reportAudit } from './audit';
import type { CliContext } from './context';
import { readCredential } from './credential-file';
import type { DemoContext } from './demo/context';
import { RETRY_POLICY } from './demo/party';
import { runDemo } from './demo/run';
import { Printer } from './demo/printer';
import { endPlatformCredential, issuePlatformCredential } from './platform-credential';
import { parseAddress } from './request-parts';
import { unreachable } from './connection-error';

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

/** It becomes part of a trade profile, of keys and of the humans' names. */
function parseRunId(text: string): string {
  if (!/^[a-z0-9]{1,32}$/.test(text)) throw new InvalidArgumentError('It is 1 to 32 of a-z and 0-9.');
  return text;
}

/** Looked for before anything else: without a server there is nothing to make a credential for. */
async function findServer(url: string): Promise<void> {
  const ready = new URL('/readyz', url).href;
  const answer = await fetch(ready, { signal: AbortSignal.timeout(10_000) }).catch((error: unknown) => {
    throw unreachable(ready, error);
  });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`the service at ${url} is not ready (HTTP ${String(answer.status)})`);
}

/** A console's credential for as long as the play lasts; the one given is left as it is. */
async function withConsole(
  { consoleCredential }: DemoOptions,
  context: CliContext,
  work: (credential: Credential) => Promise<void>,
): Promise<void> {
  if (consoleCredential !== undefined) {
    await work(readCredential(consoleCredential).credential);
    return;
  }
  const issued = await issuePlatformCredential(context, 'console');
  try {
    await work({ apiKey: issued.apiKey, signingSecret: issued.signingSecret });
  } finally {
    await endPlatformCredential(context, keyOf('crd', issued.credentialId));
  }
}

/** Keeps the credentials of both for a look around afterwards, readable by their owner alone. */
function save(folder: string, { provider, consumer }: DemoContext, context: CliContext): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const { name, principalKey, agentId, credential } of [provider, consumer]) {
    const file = join(folder, `${name.toLowerCase().replaceAll(' ', '-')}.json`);
    const told = {
      principal_key: principalKey,
      agent_id: agentId,
      api_key: credential.apiKey,
      signing_secret: credential.signingSecret,
    };
    writeFileSync(file, `${JSON.stringify(told)}\n`, { mode: 0o600 });
    context.print(`      ats request -c ${file} '{ principal { displayName ticketBalanceStamps } }'`);
  }
}

async function demo(options: DemoOptions, context: CliContext): Promise<void> {
  const url = options.url ?? context.settings().publicUrl;
  const runId = options.runId ?? newRunId();
  await findServer(url);
  context.print(`Two trades at ${url}, run ${runId} (cut short, it goes on with: ats demo --run-id ${runId})`);
  const stage = new Printer(context);
  await withConsole(options, context, async (credential) => {
    const company = await runDemo(runId, { ...RETRY_POLICY, url, credential }, stage);
    if (options.save !== undefined) {
      stage.step('Look around as either of them');
      save(options.save, company, context);
    }
  });
  stage.step('The audit');
  if (options.consoleCredential === undefined) {
    reportAudit(await context.withDatabase((url) => auditDatabase(url, context.settings())), {
      print: (line) => stage.entry(line),
    });
  } else {
    stage.entry('is made where the database is: ats audit');
  }
}

/** What went wrong, for a person: where the demo and the server use two databases, that is the reason. */
function explained(error: unknown, { consoleCredential }: DemoOptions, url: string): unknown {
  if (error instanceof ApiError && error.code === 'credential_invalid' && consoleCredential === undefined) {
    return new Error(
      `${url} does not know the credential just made: the service there uses another database than this command; set DATABASE_URL or ATS_DATA_DIR as it has them`,
    );
  }
  return error instanceof TypeError ? unreachable(url, error) : error;
}

export function register(program: Command, context: CliContext): void {
  program
    .command('demo')
    .description('play two trades against the running service and print them; 1 when anything goes wrong')
    .addOption(new Option('--run-id <id>', 'go on with the run of that name, or name a new one').argParser(parseRunId))
    .addOption(new Option('--url <address>', 'where the service is [from PORT and HOST]').argParser(parseAddress))
    .addOption(
      new Option('--console-credential <file>', "a console's credential, for a service whose database is elsewhere"),
    )
    .addOption(new Option('--save <folder>', 'keep the credentials of both parties there, for ats request'))
    .action(async (options: DemoOptions) => {
      try {
        await demo(options, context);
      } catch (error) {
        throw explained(error, options, options.url ?? context.settings().publicUrl);
      }
    });
}
