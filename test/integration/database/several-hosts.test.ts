import { createServer } from 'node:net';
import { Client } from 'pg';
import { migrate } from '../../../src/database/connection/data-source';
import type { Database } from '../../../src/database/transactions/database';
import { freshDatabase } from '../../support/database';
import { startPostgres15 } from '../../support/debian-postgres';
import { openStore, until } from '../../support/service';

/** Several hosts in DATABASE_URL, as a failover needs them. */

async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

/** Inserts hosts before the host of a URL. */
function withHosts(url: string, hosts: readonly string[], query = ''): string {
  const at = url.lastIndexOf('@') + 1;
  return `${url.slice(0, at)}${hosts.map((host) => `${host},`).join('')}${url.slice(at)}${query}`;
}

const write = (store: Database) =>
  store.inTransaction((tx) =>
    tx.query({ text: `INSERT INTO encryption_key VALUES (gen_random_uuid(), sha256('a'))`, values: [] }),
  );
const portOf = async (store: Database): Promise<number> =>
  (await store.query<{ port: number }>({ text: 'SELECT inet_server_port() AS port', values: [] }))[0]?.port ?? 0;

// @spec CF6
test('A host that does not answer is passed over', async () => {
  const database = await freshDatabase();
  const store = await openStore(withHosts(database.url, [`127.0.0.1:${String(await closedPort())}`]));
  await write(store);
  await store.close();
  await database.drop();
});

test('The error names the reason if no host answers', async () => {
  const ports = [await closedPort(), await closedPort()];
  const url = `postgres://nobody:hidden-word@${ports.map((port) => `127.0.0.1:${String(port)}`).join(',')}/ats`;
  await expect(openStore(url)).rejects.toThrow(`connect ECONNREFUSED 127.0.0.1:${String(ports[0])}`);
});

// @spec CF6
test('A standby is passed over, and a failover moves the writes to the new primary', async () => {
  const [first, second] = await Promise.all([startPostgres15(), startPostgres15()]);
  const setReadOnly = async (url: string, value: 'on' | 'off'): Promise<void> => {
    const client = new Client(url);
    await client.connect();
    await client.query(`ALTER SYSTEM SET default_transaction_read_only = ${value}`);
    await client.query('SELECT pg_reload_conf()');
    await until(async () => {
      const { rows } = await client.query<{ value: string }>(
        `SELECT current_setting('default_transaction_read_only') AS value`,
      );
      return rows[0]?.value === value;
    }, 'the server has read its configuration');
    await client.end();
  };
  try {
    for (const { url } of [first, second]) await migrate(url);
    await setReadOnly(first.url, 'on');
    const store = await openStore(withHosts(second.url, [new URL(first.url).host]));
    await write(store);
    expect(await portOf(store)).toBe(Number(new URL(second.url).port));

    // The servers exchange their roles. The pool still has connections to the old primary.
    await setReadOnly(second.url, 'on');
    await setReadOnly(first.url, 'off');
    await write(store);
    expect(await portOf(store)).toBe(Number(new URL(first.url).port));
    await store.close();

    await setReadOnly(first.url, 'on');
    await expect(openStore(withHosts(second.url, [new URL(first.url).host]))).rejects.toThrow('accepts no writes');
    const reader = await openStore(withHosts(second.url, [new URL(first.url).host], '?target_session_attrs=any'));
    expect(await portOf(reader)).toBe(Number(new URL(first.url).port));
    await reader.close();
  } finally {
    await Promise.all([first.stop(), second.stop()]);
  }
});
