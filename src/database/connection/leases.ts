import type { Db } from '../transactions/statement';

/**
 * Acquires or renews a lease. Returns its fencing token, or undefined while another process holds it.
 *
 * A lease expires by the clock of the database. An advisory lock would stay with a lost connection.
 */
export async function acquireLease(db: Db, name: string, holder: string, seconds: number): Promise<bigint | undefined> {
  const [row] = await db.query<{ token: bigint }>({
    name: 'lease_take',
    text: `INSERT INTO worker_lease AS l (name, holder, token, expires_at)
      VALUES ($1, $2, 1, clock_timestamp() + make_interval(secs => $3))
      ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at,
        token = l.token + CASE WHEN l.holder = excluded.holder THEN 0 ELSE 1 END
      WHERE l.holder = excluded.holder OR l.expires_at <= clock_timestamp()
      RETURNING token`,
    values: [name, holder, seconds],
  });
  return row?.token;
}

/** Whether this process still holds the lease with this token. */
export async function isLeaseHeld(db: Db, name: string, token: bigint): Promise<boolean> {
  const rows = await db.query({
    name: 'lease_holds',
    text: 'SELECT FROM worker_lease WHERE name = $1 AND token = $2 AND expires_at > clock_timestamp()',
    values: [name, token],
  });
  return rows.length > 0;
}

/** Releases a lease, so that another process need not wait for its end. */
export async function releaseLease(db: Db, name: string, holder: string): Promise<void> {
  await db.query({
    name: 'lease_drop',
    text: 'UPDATE worker_lease SET expires_at = clock_timestamp() WHERE name = $1 AND holder = $2',
    values: [name, holder],
  });
}
