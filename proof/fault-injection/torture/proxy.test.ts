import { createConnection, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { FaultProxy } from '../../../test/support/fault-proxy';
import { until } from '../../../test/support/service';

/** The proxy fails as it is told to: what the torture run believes of it is seen here. */

let echo: Server;
let proxy: FaultProxy;
const taken: Socket[] = [];
const atEcho: string[] = [];

interface Talk {
  readonly socket: Socket;
  heard: string;
  /** `ECONNRESET`, `end` or undefined while it is open. */
  ended: string | undefined;
}

async function talk(): Promise<Talk> {
  const socket = createConnection({ port: proxy.port, host: '127.0.0.1' });
  const talk: Talk = { socket, heard: '', ended: undefined };
  socket.on('data', (bytes: Buffer) => (talk.heard += bytes.toString()));
  socket.on('error', (error: NodeJS.ErrnoException) => (talk.ended ??= error.code ?? 'error'));
  socket.on('close', () => (talk.ended ??= 'end'));
  await new Promise<void>((resolve) => socket.once('connect', resolve).once('close', resolve));
  return talk;
}

async function talking(): Promise<Talk> {
  const one = await talk();
  one.socket.write('hello ');
  await until(() => one.heard === 'hello ', 'an echo');
  return one;
}

beforeEach(async () => {
  echo = createServer((socket) => {
    taken.push(socket);
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
  for (const socket of taken.splice(0)) socket.destroy();
  await new Promise((resolve) => echo.close(resolve));
  atEcho.length = 0;
});

test('passing, bytes and ends go through both ways', async () => {
  const one = await talking();
  one.socket.end();
  await until(() => one.ended === 'end' && proxy.connections === 0, 'the end');
  const other = await talking();
  taken.at(-1)?.end();
  await until(() => other.ended === 'end', 'the end from the far side');
});

test('a cut is a reset on both sides; the next connection is taken', async () => {
  const one = await talking();
  let told: string | undefined;
  taken[0]?.on('error', (error: NodeJS.ErrnoException) => (told = error.code));
  expect(proxy.cut()).toBe(1);
  await until(() => one.ended === 'ECONNRESET' && told === 'ECONNRESET', 'a reset');
  await talking();
});

test('a cut while the end of a connection is being passed on leaves no socket behind', async () => {
  const one = await talking();
  const [pair] = proxy['pairs'];
  let closed = false;
  pair?.client.once('close', () => (closed = true));
  // The near side's shutdown has been asked for then, and not come about.
  pair?.server.once('end', () => proxy.cut());
  taken[0]?.end();
  await until(() => closed && one.ended !== undefined && proxy.connections === 0, 'the end');
});

test('a stall delays and loses nothing', async () => {
  const one = await talking();
  proxy.become('stall');
  one.socket.write('wait');
  const late = await talk();
  late.socket.write('me too');
  await pause(100);
  expect([one.heard, late.heard, atEcho.join('')]).toEqual(['hello ', '', 'hello ']);
  proxy.become('pass');
  await until(() => one.heard === 'hello wait' && late.heard === 'me too', 'what was kept');
});

test('deaf, the far side hears and is not heard; the near side is told of nothing until the connection is reset', async () => {
  const one = await talking();
  proxy.become('deaf');
  one.socket.write('commit');
  await until(() => atEcho.join('') === 'hello commit', 'the far side to hear');
  taken[0]?.destroy();
  await pause(100);
  expect([one.heard, one.ended]).toEqual(['hello ', undefined]);
  proxy.become('pass');
  await until(() => one.ended === 'ECONNRESET', 'a reset');
});

test('mute, the far side hears nothing, not even the end', async () => {
  const one = await talking();
  let farEnded = false;
  taken[0]?.on('close', () => (farEnded = true));
  proxy.become('mute');
  one.socket.write('lost');
  one.socket.destroy();
  await pause(100);
  expect([atEcho.join(''), farEnded]).toEqual(['hello ', false]);
  proxy.become('pass');
  await until(() => farEnded, 'the far side to be told');
});

test('refusing, who is there goes on and who comes is reset', async () => {
  const one = await talking();
  proxy.become('refuse');
  const other = await talk();
  await until(() => other.ended === 'ECONNRESET', 'a reset');
  one.socket.write('again');
  await until(() => one.heard === 'hello again', 'an echo');
});

test('a far side that is not there is a reset', async () => {
  const nowhere = await FaultProxy.open({ port: 1 });
  const socket = createConnection({ port: nowhere.port, host: '127.0.0.1' });
  const code = await new Promise((resolve) =>
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code)).on('close', () => resolve('end')),
  );
  expect(code).toBe('ECONNRESET');
  await nowhere.close();
});
