import { createConnection, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { FaultProxy } from '../../../test/support/fault-proxy';
import { until } from '../../../test/support/service';

/** Tests of the fault proxy that the torture run uses. */

let echo: Server;
let proxy: FaultProxy;
const accepted: Socket[] = [];
const atEcho: string[] = [];

interface TestClient {
  readonly socket: Socket;
  received: string;
  /** `ECONNRESET`, `end` or undefined while it is open. */
  ended: string | undefined;
}

async function connect(): Promise<TestClient> {
  const socket = createConnection({ port: proxy.port, host: '127.0.0.1' });
  const talk: TestClient = { socket, received: '', ended: undefined };
  socket.on('data', (bytes: Buffer) => (talk.received += bytes.toString()));
  socket.on('error', (error: NodeJS.ErrnoException) => (talk.ended ??= error.code ?? 'error'));
  socket.on('close', () => (talk.ended ??= 'end'));
  await new Promise<void>((resolve) => socket.once('connect', resolve).once('close', resolve));
  return talk;
}

async function connectAndEcho(): Promise<TestClient> {
  const one = await connect();
  one.socket.write('hello ');
  await until(() => one.received === 'hello ', 'an echo');
  return one;
}

beforeEach(async () => {
  echo = createServer((socket) => {
    accepted.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', (bytes: Buffer) => {
      atEcho.push(bytes.toString());
      socket.write(bytes);
    });
  });
  await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve));
  proxy = await FaultProxy.open({ port: (echo.address() as AddressInfo).port });
});
afterEach(async () => {
  await proxy.close();
  for (const socket of accepted.splice(0)) socket.destroy();
  await new Promise((resolve) => echo.close(resolve));
  atEcho.length = 0;
});

test('should pass bytes and ends in both directions', async () => {
  const one = await connectAndEcho();
  one.socket.end();
  await until(() => one.ended === 'end' && proxy.connections === 0, 'the end');
  const other = await connectAndEcho();
  accepted.at(-1)?.end();
  await until(() => other.ended === 'end', 'the end from the server');
});

test('should reset both sides at a cut, and accept the next connection', async () => {
  const one = await connectAndEcho();
  let resetCode: string | undefined;
  accepted[0]?.on('error', (error: NodeJS.ErrnoException) => (resetCode = error.code));
  expect(proxy.cut()).toBe(1);
  await until(() => one.ended === 'ECONNRESET' && resetCode === 'ECONNRESET', 'a reset');
  await connectAndEcho();
});

test('should leave no socket behind when a cut comes while a connection ends', async () => {
  const one = await connectAndEcho();
  const [pair] = proxy['pairs'];
  let closed = false;
  pair?.client.once('close', () => (closed = true));
  // At this moment the shutdown of the client side is requested and not yet done.
  pair?.server.once('end', () => proxy.cut());
  accepted[0]?.end();
  await until(() => closed && one.ended !== undefined && proxy.connections === 0, 'the end');
});

test('should delay bytes and lose none during a stall', async () => {
  const one = await connectAndEcho();
  proxy.become('stall');
  one.socket.write('wait');
  const late = await connect();
  late.socket.write('me too');
  await pause(100);
  expect([one.received, late.received, atEcho.join('')]).toEqual(['hello ', '', 'hello ']);
  proxy.become('pass');
  await until(() => one.received === 'hello wait' && late.received === 'me too', 'the delayed bytes');
});

test('should drop the server’s bytes when deaf, and then reset the client', async () => {
  const one = await connectAndEcho();
  proxy.become('deaf');
  one.socket.write('commit');
  await until(() => atEcho.join('') === 'hello commit', 'the server to receive');
  accepted[0]?.destroy();
  await pause(100);
  expect([one.received, one.ended]).toEqual(['hello ', undefined]);
  proxy.become('pass');
  await until(() => one.ended === 'ECONNRESET', 'a reset');
});

test('should drop the client’s bytes and its end when mute', async () => {
  const one = await connectAndEcho();
  let farEnded = false;
  accepted[0]?.on('close', () => (farEnded = true));
  proxy.become('mute');
  one.socket.write('lost');
  one.socket.destroy();
  await pause(100);
  expect([atEcho.join(''), farEnded]).toEqual(['hello ', false]);
  proxy.become('pass');
  await until(() => farEnded, 'the server to see the end');
});

test('should keep existing connections and reset new ones when refusing', async () => {
  const one = await connectAndEcho();
  proxy.become('refuse');
  const other = await connect();
  await until(() => other.ended === 'ECONNRESET', 'a reset');
  one.socket.write('again');
  await until(() => one.received === 'hello again', 'an echo');
});

test('should reset the client when the server is unreachable', async () => {
  const nowhere = await FaultProxy.open({ port: 1 });
  const socket = createConnection({ port: nowhere.port, host: '127.0.0.1' });
  const code = await new Promise((resolve) =>
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code)).on('close', () => resolve('end')),
  );
  expect(code).toBe('ECONNRESET');
  await nowhere.close();
});
