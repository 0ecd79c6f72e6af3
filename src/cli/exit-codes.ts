import { CommanderError } from 'commander';
import { InvalidSettings } from '../settings/settings';

export const DONE = 0;
export const FAILED = 1;
export const USAGE = 2;

/** Returns a member of a system error as text; empty if absent. */
function member(error: unknown, name: 'code' | 'address' | 'port' | 'syscall'): string {
  const value =
    typeof error === 'object' && error !== null ? (error as Partial<Record<typeof name, unknown>>)[name] : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Describes a failure for the terminal, in lines without a stack. */
export function linesOf(error: unknown): readonly string[] {
  if (error instanceof InvalidSettings) return error.faults;
  // Node joins the errors of all addresses of a host in an error without a message.
  if (error instanceof AggregateError && error.message === '') return linesOf(error.errors[0]);
  if (member(error, 'code') === 'EADDRINUSE') {
    return [`${member(error, 'address')}:${member(error, 'port')} is used by another process: stop it, or set PORT`];
  }
  if (member(error, 'code') === 'EACCES' && member(error, 'syscall') === 'listen') {
    return [`port ${member(error, 'port')} needs privileges: set PORT to one above 1023`];
  }
  const message = error instanceof Error ? error.message : String(error);
  return [message.trim().split('\n')[0] ?? ''];
}

/** Maps an error of commander to an exit code: help and version are no errors. */
export function usageCode(error: CommanderError): number {
  const isHelp = ['commander.helpDisplayed', 'commander.version', 'commander.help'].includes(error.code);
  return isHelp && error.exitCode === 0 ? DONE : USAGE;
}
