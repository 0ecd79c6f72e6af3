#!/usr/bin/env node
import './v8-flags';
import 'reflect-metadata';
import { createFileLog } from './adapters/log';
import type { CliContext } from './cli/context';
import { DONE, FAILED } from './cli/exit-codes';
import { run } from './cli/program';
import { readSettings, type Settings } from './settings/settings';

function logOf({ logLevel }: Settings, file: string | undefined) {
  return file === undefined ? {} : { log: createFileLog(logLevel, file) };
}

const context: CliContext = {
  environment: process.env,
  settings: () => readSettings(process.env),
  print: (line) => void process.stdout.write(`${line}\n`),
  warn: (line) => void process.stderr.write(`${line}\n`),
  announce: (line) => void (process.stdout.isTTY ? process.stdout : process.stderr).write(`${line}\n`),
  // The server and the database client take half a second to load, so other commands skip them.
  createApp: async (settings, logFile) => (await import('./app.js')).createApp(settings, logOf(settings, logFile)),
  withDatabase: async (work) => (await import('./cli/database.js')).withDatabase(context.settings(), work),
};

let isOutputLost = false;
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // A closed pipe (`ats audit | head`) is no error.
  if (error.code === 'EPIPE' || isOutputLost) return;
  isOutputLost = true;
  context.warn(`ats: standard output cannot be written: ${error.message}`);
  process.exitCode = FAILED;
});

// A warning that cannot be shown must not end the service.
process.stderr.on('error', () => undefined);

void run(process.argv.slice(2), context).then((code) => {
  process.exitCode = code === DONE && isOutputLost ? FAILED : code;
});
