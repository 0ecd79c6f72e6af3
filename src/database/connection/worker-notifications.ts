import type { Db } from '../transactions/statement';

/** NOTIFY when there is work for a process that does it; payload: names of tasks, comma-separated. */
export const WORK_CHANNEL = 'ats_work';

/** Tells every listening process. After the commit: a hint, workers look by themselves too. */
export async function notifyWork(db: Db, tasks: readonly string[]): Promise<void> {
  await db.query({
    name: 'notify_work',
    text: `SELECT pg_notify('${WORK_CHANNEL}', $1)`,
    values: [tasks.join(',')],
  });
}
