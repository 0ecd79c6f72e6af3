import { availableParallelism, cpus, totalmem } from 'node:os';

/** Describes machine and date. Ratios of two runs are comparable; rates are comparable only on one machine. */
export function machine(postgres?: string): Readonly<Record<string, string>> {
  return {
    date: new Date().toISOString(),
    cpu: `${String(availableParallelism())} × ${cpus()[0]?.model.trim() ?? 'unknown'}`,
    memory: `${String(Math.round(totalmem() / 2 ** 30))} GiB`,
    node: process.versions.node,
    ...(postgres === undefined ? {} : { postgres }),
  };
}
