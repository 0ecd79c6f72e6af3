import { availableParallelism, cpus, totalmem } from 'node:os';

/** Where and when: ratios of one run may be compared with another's, rates only on the same machine. */
export function machine(postgres?: string): Readonly<Record<string, string>> {
  return {
    date: new Date().toISOString(),
    cpu: `${String(availableParallelism())} × ${cpus()[0]?.model.trim() ?? 'unknown'}`,
    memory: `${String(Math.round(totalmem() / 2 ** 30))} GiB`,
    node: process.versions.node,
    ...(postgres === undefined ? {} : { postgres }),
  };
}
