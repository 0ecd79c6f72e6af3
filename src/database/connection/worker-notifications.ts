import type { Db } from '../transactions/statement';

/** The NOTIFY channel for new work. The payload lists task names, separated by commas. */
export const WORK_CHANNEL = 'ats_work';

/** Notifies every worker process. Call it after the commit. Workers also poll, so a lost notification only delays. */
export async function notifyWork(db: Db, tasks: readonly string[]): Promise<void> {
  await db.query({
    name: 'notify_work',
    text: `SELECT pg_notify('${WORK_CHANNEL}', $1)`,
    values: [tasks.join(',')],
  });
}
