#!/usr/bin/env node
import { UsageError } from './options';
import { serveTools } from './program';

const log = (line: string): void => console.error(line);

serveTools({
  args: process.argv.slice(2),
  environment: process.env,
  input: process.stdin,
  output: process.stdout,
  log,
}).catch((error: unknown) => {
  log(`agent-trading-mcp: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
});
