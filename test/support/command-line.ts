import { inspect, parseArgs, type ParseArgsConfig } from 'node:util';

/** An error in the command line. */
export class UsageError extends Error {}

/** Parses the arguments of the process. @throws UsageError for an unknown option or a missing value */
export function parseCommandLine<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** A number of the command line. @throws UsageError unless it is a number from `least` to `most` */
export function numberOf(
  text: string,
  name: string,
  {
    least,
    most = Number.MAX_SAFE_INTEGER,
    isWhole = true,
  }: Readonly<{ least: number; most?: number; isWhole?: boolean }>,
): number {
  const value = Number(text);
  if (text.trim() !== '' && value >= least && value <= most && (!isWhole || Number.isInteger(value))) return value;
  const range = most === Number.MAX_SAFE_INTEGER ? `from ${String(least)}` : `from ${String(least)} to ${String(most)}`;
  throw new UsageError(`--${name} must be a ${isWhole ? 'whole ' : ''}number ${range}`);
}

/** Runs a command and exits with its code: with 2 and the usage after an error in the command line, and with 1 after another. */
export function runCommand(name: string, usage: string, main: () => Promise<number>): void {
  // Setting `exitCode` is not enough: Node 20 waits forever for writes of reset sockets.
  main().then(
    (code) => process.exit(code),
    (error: unknown) => {
      const isUsage = error instanceof UsageError;
      process.stderr.write(isUsage ? `${name}: ${error.message}\n${usage}` : `${name}: ${inspect(error)}\n`);
      process.exit(isUsage ? 2 : 1);
    },
  );
}
