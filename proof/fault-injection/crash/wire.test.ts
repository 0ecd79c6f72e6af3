import { Client } from 'pg';
import { freshDatabase, type TestDatabase } from '../../../test/support/database';
import { throughProxy } from '../../../test/support/fault-proxy';
import { statementOf, asksForEncryption, type Message, Messages } from '../../../test/support/wire';
import { type Trip, type Watcher, type When, WireProxy } from '../../../test/support/wire-proxy';

/** Tests of the proxy that counts round trips, with a real PostgreSQL and its usual client. */

function message(type: string, ...texts: string[]): Buffer {
  const body = Buffer.from(texts.map((text) => `${text}\0`).join(''));
  const head = Buffer.alloc(type === '' ? 4 : 5);
  if (type !== '') head.write(type);
  head.writeInt32BE(body.length + 4, head.length - 4);
  return Buffer.concat([head, body]);
}

const encryption = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

test('should parse messages from chunks of any size, including startup messages without a type', () => {
  const stream = Buffer.concat([encryption, message('', 'user', 'ats'), message('Q', 'SELECT 1'), message('X')]);
  for (let size = 1; size <= stream.length; size += 1) {
    const messages = new Messages(false);
    const found: Message[] = [];
    for (let at = 0; at < stream.length; at += size) found.push(...messages.push(stream.subarray(at, at + size)));
    expect(found.map(({ type }) => type)).toEqual(['', '', 'Q', 'X']);
    expect(found.map(asksForEncryption)).toEqual([true, false, false, false]);
    expect(Buffer.concat(found.map(({ bytes }) => bytes))).toEqual(stream);
  }
});

test('should name a request by its prepared statement, or by its text', () => {
  const parse = { type: 'P', bytes: message('P', 'by_key', 'SELECT $1') };
  const bind = { type: 'B', bytes: message('B', '', 'by_key') };
  const nameless = [
    { type: 'P', bytes: message('P', '', 'SELECT $1') },
    { type: 'B', bytes: message('B', '', '') },
  ];
  expect(statementOf([{ type: 'Q', bytes: message('Q', ' COMMIT') }])).toBe('COMMIT');
  expect(statementOf([parse, bind])).toBe('by_key');
  expect(statementOf([bind])).toBe('by_key');
  expect(statementOf(nameless)).toBe('SELECT $1');
});

describe('At a round trip', () => {
  let database: TestDatabase;
  let proxy: WireProxy;
  let direct: Client;
  let client: Client;
  const trips: Trip[] = [];

  beforeEach(async () => {
    database = await freshDatabase();
    const { hostname: host, port } = new URL(database.ownerUrl);
    proxy = await WireProxy.open({ host, port: Number(port) });
    direct = new Client(database.ownerUrl);
    await direct.connect();
    await direct.query('CREATE TABLE mark (at text)');
    client = new Client(throughProxy(database.ownerUrl, proxy));
    client.on('error', () => undefined);
    await client.connect();
    trips.length = 0;
  });
  afterEach(async () => {
    await client.end().catch(() => undefined);
    await direct.end();
    await proxy.close();
    await database.drop();
  });

  const watching = (
    at: number,
    when: When | 'hold',
    waitForRelease = (): Promise<void> => Promise.resolve(),
  ): Watcher => ({
    seen: (trip) => (trips.push(trip) === at ? when : undefined),
    strike: () => Promise.resolve(),
    waitForRelease,
  });
  const marks = async (): Promise<number> => (await direct.query('SELECT FROM mark')).rowCount ?? 0;

  test('should count a query with or without values once, and the connection setup not at all', async () => {
    proxy.watcher = watching(0, 'before');
    await client.query('SELECT 1');
    await client.query('SELECT $1::int', [2]);
    await client.query({ name: 'named', text: 'SELECT $1::int', values: [3] });
    await client.query({ name: 'named', text: 'SELECT $1::int', values: [4] });
    const another = new Client(throughProxy(database.ownerUrl, proxy));
    await another.connect();
    await another.end();
    expect(trips.map(({ statement }) => statement)).toEqual(['SELECT 1', 'SELECT $1::int', 'named', 'named']);
  });

  test('should hold an answer until its release, after PostgreSQL executed the request', async () => {
    let releaseAnswer = (): void => undefined;
    const here = new Promise<void>((arrived) => {
      proxy.watcher = watching(1, 'hold', () => {
        arrived();
        return new Promise((resolve) => (releaseAnswer = resolve));
      });
    });
    let answered = false;
    const answer = client.query(`INSERT INTO mark VALUES ('here') RETURNING at`).finally(() => (answered = true));
    await here;
    expect([await marks(), answered]).toEqual([1, false]);
    releaseAnswer();
    expect((await answer).rows).toEqual([{ at: 'here' }]);
    expect((await client.query('SELECT FROM mark')).rowCount).toBe(1);
  });

  test.each([
    ['before', 0],
    ['after', 1],
  ] as const)('%s: PostgreSQL executes %d inserts, and the client gets no answer', async (when, done) => {
    proxy.watcher = watching(2, when);
    await client.query('SELECT 1');
    const ended = new Promise((resolve) => client.once('end', resolve));
    await expect(client.query(`INSERT INTO mark VALUES ('here')`)).rejects.toThrow(/terminated/);
    await ended;
    expect(await marks()).toBe(done);
  });
});
