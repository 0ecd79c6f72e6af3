import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { type StdioServerHandle, StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { Confirmations } from './confirmations';
import { readCredentialFile } from './credential-file';
import { parseOptions, USAGE } from './options';
import { assertOwnAgent } from './own-agent';
import { createServerFactory } from './server';
import { createSignedConnection, TradingService } from './service';

/** The parts of its process that the program uses. */
export interface ProgramProcess {
  /** The command line without the program. */
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly input: Readable;
  /** Belongs to the protocol once the server listens. */
  readonly output: Writable;
  /** Writes a line for the user, who reads standard error. */
  readonly log: (line: string) => void;
}

/**
 * Serves the tools on the input and output. Undefined: the command line asks for help.
 * @throws Error with one line for the user
 */
export async function serveTools({
  args,
  environment,
  input,
  output,
  log,
}: ProgramProcess): Promise<StdioServerHandle | undefined> {
  const parsed = parseOptions(args, environment);
  if (!parsed) {
    output.write(`${USAGE}\n`);
    return undefined;
  }
  const { credentialFile, url, agentId, ...options } = parsed;
  const saved = readCredentialFile(credentialFile);
  const access = { url, credential: saved.credential, agentId: agentId ?? saved.agentId };
  if (agentId !== undefined) await assertOwnAgent(access, agentId);
  const service = new TradingService(createSignedConnection(access));
  const { version } = JSON.parse(readFileSync(join(__dirname, '..', 'package.json'), 'utf8')) as { version: string };
  const create = createServerFactory(version);
  const call = { ...options, service, newIntentId: randomUUID, confirmations: new Confirmations() };
  return serveStdio(() => create(call), {
    transport: new StdioServerTransport(input, output),
    onerror: ({ message }) => log(`agent-trading-mcp: ${message}`),
  });
}
