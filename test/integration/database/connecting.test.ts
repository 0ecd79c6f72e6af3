import { connect, createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { freshDatabase, type TestDatabase } from '../../support/database';
import { openStore } from '../../support/service';

/** A database that stops while a connection to it opens (src/database/transactions/database.ts). */

const READY = Buffer.from('Z\0\0\0\x05I', 'latin1');

/** FATAL 57P01, as a backend sends it after its postmaster has died. */
function fatal(): Buffer {
  const fields = Buffer.from('SFATAL\0VFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0');
  const head = Buffer.from('E\0\0\0\0', 'latin1');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

let database: TestDatabase;
let proxy: Server;
let ends = false;

beforeAll(async () => {
  database = await freshDatabase();
  const { hostname, port } = new URL(database.url);
  proxy = createServer((client) => {
    const server = connect(Number(port), hostname);
    for (const socket of [client, server]) socket.on('error', () => undefined);
    client.pipe(server);
    server.on('data', (chunk: Buffer) => {
      const shouldEnd = ends && chunk.subarray(-READY.length).equals(READY);
      // In one chunk, so the error arrives before the caller gets its connection.
      client.write(shouldEnd ? Buffer.concat([chunk, fatal()]) : chunk);
      if (shouldEnd) client.end();
    });
    server.on('close', () => client.destroy());
    client.on('close', () => server.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  proxy.close();
  await database.drop();
});

test('should fail only the statement if a connection ends while it opens', async () => {
  const url = new URL(database.url);
  url.hostname = '127.0.0.1';
  url.port = String((proxy.address() as AddressInfo).port);
  const store = await openStore(url.href);
  try {
    // The pool has one connection. One of these two queries needs another.
    ends = true;
    const outcomes = await Promise.allSettled(
      [1, 2, 3].map(() => store.inTransaction((tx) => tx.query({ text: 'SELECT pg_sleep(0.2)' }))),
    );
    expect(outcomes.some(({ status }) => status === 'rejected')).toBe(true);
    ends = false;
    expect(await store.query({ text: 'SELECT 1 AS one' })).toEqual([{ one: 1 }]);
  } finally {
    await store.close();
  }
});
