#!/usr/bin/env node
import 'reflect-metadata';
import type { CliContext } from './cli/context';
import { withDatabase } from './cli/database';
import { run } from './cli/program';
import { readSettings } from './settings/settings';

const context: CliContext = {
  environment: process.env,
  settings: () => readSettings(process.env),
  print: (line) => void process.stdout.write(`${line}\n`),
  warn: (line) => void process.stderr.write(`${line}\n`),
  announce: (line) => void (process.stdout.isTTY ? process.stdout : process.stderr).write(`${line}\n`),
  // The server takes half a second to load, so other commands skip it.
  createApp: async (settings) => (await import('./app.js')).createApp(settings),
  withDatabase: (work) => withDatabase(context.settings(), work),
};

// A closed pipe (`ats audit | head`) is no error.
process.stdout.on('error', () => undefined);

void run(process.argv.slice(2), context).then((code) => {
  process.exitCode = code;
});
