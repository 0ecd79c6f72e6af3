/** Attackers of the load test, in a process of their own. The test sends an `Attack` and later `stop`. */
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setPriority } from 'node:os';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { getIntrospectionQuery } from 'graphql';
import WebSocket from 'ws';
import { signRequest, type Signer } from '../../src/client';
import type { Attack, AttackerMessage } from './attack';

// The attackers compute as much as the service. On a machine with two cores they would otherwise measure themselves.
const LOWEST_PRIORITY = 19;
const SLOW_BYTES = 64 * 1024;
const SLOW_PAUSE_MS = 4_000;
const PIPELINED = 200;
const MAX_BUFFERED_BYTES = 1024 * 1024;
const RECONNECT_MS = 5;

const counts: Record<string, number> = {};
let isStopped = false;

function count(name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}

/** Runs the attack again and again until the end. */
async function again(attack: () => Promise<void>): Promise<void> {
  while (!isStopped) {
    await attack();
    await pause(RECONNECT_MS);
  }
}

function times(number: number, attack: (nth: number) => Promise<void>): void {
  for (let nth = 0; nth < number; nth += 1) void again(() => attack(nth));
}

/** Writes messages or control frames to a socket without a signature as fast as it accepts them. */
async function floodSocket(url: string, nth: number): Promise<void> {
  const socket = new WebSocket(url.replace(/^http/, 'ws') + '/graphql', 'graphql-transport-ws');
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('open', resolve).once('close', resolve));
  while (socket.readyState === WebSocket.OPEN && !isStopped) {
    for (let n = 0; n < PIPELINED && socket.bufferedAmount < MAX_BUFFERED_BYTES; n += 1) {
      if (nth % 2 === 0) socket.send('{"type":"ping"}');
      else socket.ping();
      count('socket messages');
    }
    await nextTurn();
  }
  socket.terminate();
  count('flooding sockets closed');
}

/** Writes 200 unsigned requests at a time, and the next 200 when the answers arrive. */
async function pipeline(url: string): Promise<void> {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  const requests = `POST /graphql HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`;
  socket.on('connect', () => socket.write(requests.repeat(PIPELINED)));
  socket.on('data', (chunk: Buffer) => {
    const answers = chunk.toString('latin1').split('HTTP/1.1 401').length - 1;
    for (let n = 0; n < answers; n += 1) count('pipelined answers');
    if (socket.writableLength === 0) socket.write(requests.repeat(PIPELINED));
  });
  await untilClosed(socket);
}

async function untilClosed(socket: Socket): Promise<void> {
  const timer = setInterval(() => isStopped && socket.destroy(), 100);
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(timer);
}

/** Sends signed requests of one principal at a rate, by some connections. */
function atRate(
  url: string,
  name: string,
  attack: Attack['introspection'],
  body: () => string,
  isWrite: boolean,
): void {
  const agent = new Agent({ keepAlive: true, maxSockets: attack.connections });
  const everyMs = 1_000 / attack.perSecond;
  let running = 0;
  const started = performance.now();
  let sent = 0;
  const timer = setInterval(() => {
    if (isStopped) clearInterval(timer);
    // A late answer delays the next request of its connection, and the rest catches up.
    while (!isStopped && running < attack.connections && sent * everyMs < performance.now() - started) {
      running += 1;
      sent += 1;
      void post(url, agent, attack.signer, body(), isWrite).then((status) => {
        running -= 1;
        count(`${name} ${String(status)}`);
      });
    }
  }, 5);
}

function post(url: string, agent: Agent, signer: Signer, body: string, isWrite: boolean): Promise<number> {
  const key: Record<string, string> = isWrite ? { 'idempotency-key': randomUUID() } : {};
  const headers = { 'content-type': 'application/json', ...key };
  const target = new URL('/graphql', url);
  const signed = signRequest({ method: 'POST', url: target, headers, body }, signer, { now: new Date() });
  return new Promise((resolve) => {
    const outgoing = request(target, { method: 'POST', agent, headers: signed.headers }, (answer) => {
      answer.resume().once('close', () => resolve(answer.statusCode ?? 0));
    });
    outgoing.once('error', () => resolve(0));
    outgoing.end(body);
  });
}

/** Requests a large page and reads 64 KiB every four seconds. */
async function readSlowly(url: string, signer: Signer, body: string): Promise<void> {
  const target = new URL('/graphql', url);
  const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
  const signed = signRequest({ method: 'POST', url: target, headers, body }, signer, { now: new Date() });
  const lines = Object.entries({ ...signed.headers, host: target.host }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const socket = connect(Number(target.port), target.hostname).on('error', () => undefined);
  socket.pause();
  socket.write(`POST /graphql HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
  const timer = setInterval(() => {
    if (socket.read(SLOW_BYTES) !== null) count('slow reads');
    // A socket that is not read does not notice its end.
    socket.write('');
  }, SLOW_PAUSE_MS);
  socket.on('readable', () => undefined);
  await untilClosed(socket);
  clearInterval(timer);
  count('slow readers closed');
}

function begin({ url, sockets, pipelines, introspection, writers, slow }: Attack): void {
  times(sockets, (nth) => floodSocket(url, nth));
  times(pipelines, () => pipeline(url));
  const introspect = JSON.stringify({ query: getIntrospectionQuery() });
  atRate(url, 'introspections', introspection, () => introspect, false);
  const write = JSON.stringify({ query: 'mutation { reserveBond(input: { amountStamps: 1 }) { principal { id } } }' });
  atRate(url, 'writes', writers, () => write, true);
  const page = JSON.stringify({ query: '{ principal { agents(first: 200) { nodes { card } } } }' });
  times(slow.connections, (nth) => readSlowly(url, slow.signers[nth % slow.signers.length] as Signer, page));
}

setPriority(LOWEST_PRIORITY);
process.on('message', (message: AttackerMessage) => {
  if (message !== 'stop') {
    begin(message);
    return;
  }
  isStopped = true;
  process.send?.(counts, () => process.exit());
});
process.once('disconnect', () => process.exit());
