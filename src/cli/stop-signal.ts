import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * Runs work until it ends, or until SIGINT or SIGTERM. Then it runs the clean-up, and a signal ends the process with the exit
 * code of a shell, such as 130. A second signal ends the process at once.
 */
export async function withCleanUp(work: () => Promise<void>, cleanUp: () => Promise<void>): Promise<void> {
  let stop: (signal: NodeJS.Signals) => void = () => undefined;
  const stopped = new Promise<NodeJS.Signals>((resolve) => (stop = resolve));
  for (const signal of SIGNALS) process.once(signal, stop);
  try {
    const signal = await Promise.race([work(), stopped]).finally(cleanUp);
    if (signal !== undefined) process.exit(128 + constants.signals[signal]);
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop);
  }
}
