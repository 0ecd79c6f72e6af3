/**
 * Who waits for a lock in this database. By itself pg_locks tells of every database, and so of the tests beside this one;
 * a wait for a transaction names no database at all. Not a test.
 */
export const WAITING = `SELECT l.pid, l.locktype, l.relation FROM pg_locks l JOIN pg_stat_activity a USING (pid)
  WHERE NOT l.granted AND a.datname = current_database()`;
