#!/usr/bin/env node
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { Confirmations } from './confirmations';
import { readCredentialFile } from './credential-file';
import { assertOwnAgent } from './own-agent';
import { parseOptions, USAGE, UsageError } from './options';
import { createServerFactory } from './server';
import { createSignedConnection, TradingService } from './service';

async function start(): Promise<void> {
  const parsed = parseOptions(process.argv.slice(2), process.env);
  if (!parsed) {
    console.log(USAGE);
    return;
  }
  const { credentialFile, url, agentId, ...options } = parsed;
  const saved = readCredentialFile(credentialFile);
  const access = { url, credential: saved.credential, agentId: agentId ?? saved.agentId };
  if (agentId !== undefined) await assertOwnAgent(access, agentId);
  const service = new TradingService(createSignedConnection(access));
  const { version } = JSON.parse(readFileSync(join(__dirname, '..', 'package.json'), 'utf8')) as { version: string };
  // Standard output belongs to the protocol.
  const onerror = ({ message }: Error): void => console.error(`agent-trading-mcp: ${message}`);
  const create = createServerFactory(version);
  const call = { ...options, service, newIntentId: randomUUID, confirmations: new Confirmations() };
  serveStdio(() => create(call), { onerror });
}

start().catch((error: unknown) => {
  console.error(`agent-trading-mcp: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
});
