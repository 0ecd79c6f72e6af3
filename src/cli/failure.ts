import { CommanderError } from 'commander';
import { SettingsRefused } from '../settings';

export const DONE = 0;
export const FAILED = 1;
export const USAGE = 2;

function property(error: unknown, name: string): unknown {
  return error instanceof Error && name in error ? (error as unknown as Record<string, unknown>)[name] : undefined;
}

/** What a failure says to the person at the terminal: a line each, no stack. */
export function linesOf(error: unknown): readonly string[] {
  if (error instanceof SettingsRefused) return error.faults;
  // Node joins the failures of all addresses of a host in one error that has no message.
  if (error instanceof AggregateError && error.message === '') return linesOf(error.errors[0]);
  if (property(error, 'code') === 'EADDRINUSE') {
    const where = `${String(property(error, 'address') ?? '')}:${String(property(error, 'port') ?? '')}`;
    return [`${where} is taken by another process: stop it, or set PORT`];
  }
  if (property(error, 'code') === 'EACCES' && property(error, 'syscall') === 'listen') {
    return [`port ${String(property(error, 'port'))} needs privileges: set PORT to one above 1023`];
  }
  const message = error instanceof Error ? error.message : String(error);
  return [message.trim().split('\n')[0] ?? ''];
}

/** The exit code of what commander threw: help and version were asked for, everything else is wrong usage. */
export function usageCode(error: CommanderError): number {
  const asked = ['commander.helpDisplayed', 'commander.version', 'commander.help'].includes(error.code);
  return asked && error.exitCode === 0 ? DONE : USAGE;
}
