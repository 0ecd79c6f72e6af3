import { CommanderError } from 'commander';
import { InvalidSettings } from '../settings/settings';
import { FailureInLines } from './failure-in-lines';

export const DONE = 0;
export const FAILED = 1;
export const USAGE = 2;

/** Describes a failure for the terminal, in lines without a stack. */
export function linesOf(error: unknown): readonly string[] {
  if (error instanceof InvalidSettings) return error.errors;
  if (error instanceof FailureInLines) return error.lines;
  // Node joins the errors of all addresses of a host in an error without a message.
  if (error instanceof AggregateError && error.message === '') return linesOf(error.errors[0]);
  const message = error instanceof Error ? error.message : String(error);
  return [message.trim().split('\n')[0] ?? ''];
}

/** Maps an error of commander to an exit code: help and version are no errors. */
export function usageCode(error: CommanderError): number {
  const isHelp = ['commander.helpDisplayed', 'commander.version', 'commander.help'].includes(error.code);
  return isHelp && error.exitCode === 0 ? DONE : USAGE;
}
