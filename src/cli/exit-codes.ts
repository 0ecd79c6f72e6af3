import { CommanderError } from 'commander';
import { InvalidSettings } from '../settings/settings';

export const DONE = 0;
export const FAILED = 1;
export const USAGE = 2;

/** A member of Node's system errors as text; empty when the error has none. */
function member(error: unknown, name: 'code' | 'address' | 'port' | 'syscall'): string {
  const value =
    typeof error === 'object' && error !== null ? (error as Partial<Record<typeof name, unknown>>)[name] : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** What a failure says to the person at the terminal: a line each, no stack. */
export function linesOf(error: unknown): readonly string[] {
  if (error instanceof InvalidSettings) return error.faults;
  // Node joins the failures of all addresses of a host in one error that has no message.
  if (error instanceof AggregateError && error.message === '') return linesOf(error.errors[0]);
  if (member(error, 'code') === 'EADDRINUSE') {
    return [`${member(error, 'address')}:${member(error, 'port')} is taken by another process: stop it, or set PORT`];
  }
  if (member(error, 'code') === 'EACCES' && member(error, 'syscall') === 'listen') {
    return [`port ${member(error, 'port')} needs privileges: set PORT to one above 1023`];
  }
  const message = error instanceof Error ? error.message : String(error);
  return [message.trim().split('\n')[0] ?? ''];
}

/** The exit code of what commander threw: help and version were asked for, everything else is wrong usage. */
export function usageCode(error: CommanderError): number {
  const asked = ['commander.helpDisplayed', 'commander.version', 'commander.help'].includes(error.code);
  return asked && error.exitCode === 0 ? DONE : USAGE;
}
