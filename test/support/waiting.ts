/**
 * Selects the lock requests that wait in this database; not a test.
 * pg_locks covers every database, and a wait for a transaction names none, so it joins pg_stat_activity.
 */
export const WAITING = `SELECT l.pid, l.locktype, l.relation FROM pg_locks l JOIN pg_stat_activity a USING (pid)
  WHERE NOT l.granted AND a.datname = current_database()`;
