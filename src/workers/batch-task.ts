import type { Database, Tx } from '../database/transactions/database';
import type { Task } from './runner';

/**
 * A task that handles up to `size` rows in a transaction. After a full batch it runs again at once.
 * @param work returns how many rows it handled
 */
export function batchTask(
  store: Database,
  { name, pollIntervalMs, size }: Pick<Task, 'name' | 'pollIntervalMs'> & { readonly size: number },
  work: (tx: Tx, size: number) => Promise<number>,
): Task {
  return { name, pollIntervalMs, run: async () => (await store.inTransaction((tx) => work(tx, size))) >= size };
}
