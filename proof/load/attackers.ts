/** An attacker of the load test, in a process of its own. The test sends an `Attack` and later `stop`. */
import { Agent } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setPriority } from 'node:os';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { getIntrospectionQuery } from 'graphql';
import WebSocket from 'ws';
import type { Signer } from '../../src/client';
import type { Attack, AttackerMessage, Sender } from './attack';
import { post, signedHeaders } from './post';

// The attackers compute as much as the service. On a machine with two cores the test would otherwise measure how the
// machine shares its processors.
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

/** Connects. Counts the connections that the service resets. */
async function dial({ url, from }: Attack): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), localAddress: from });
  socket.on('error', () => undefined).once('close', () => socket.bytesRead === 0 && count('connections refused'));
  await new Promise((resolve) => socket.once('connect', resolve).once('close', resolve));
  return socket;
}

/** Writes messages or control frames to a socket without a signature as fast as it accepts them. */
async function floodSocket({ url, from }: Attack, nth: number): Promise<void> {
  const options = { localAddress: from };
  const socket = new WebSocket(url.replace(/^http/, 'ws') + '/graphql', 'graphql-transport-ws', options);
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('open', resolve).once('close', resolve));
  if (socket.readyState === WebSocket.OPEN) count('flooding sockets');
  while (socket.readyState === WebSocket.OPEN && !isStopped) {
    for (let n = 0; n < PIPELINED && socket.bufferedAmount < MAX_BUFFERED_BYTES; n += 1) {
      if (nth % 2 === 0) socket.send('{"type":"ping"}');
      else socket.ping();
      count('socket messages');
    }
    await nextTurn();
  }
  socket.terminate();
}

/** Writes 200 unsigned requests at a time, and the next 200 when the answers arrive. */
async function pipeline(attack: Attack): Promise<void> {
  const socket = await dial(attack);
  const { host } = new URL(attack.url);
  const requests = `POST /graphql HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`;
  socket.write(requests.repeat(PIPELINED));
  socket.on('data', (chunk: Buffer) => {
    const answers = chunk.toString('latin1').split('HTTP/1.1 401').length - 1;
    for (let n = 0; n < answers; n += 1) count('pipelined answers');
    if (socket.writableLength === 0) socket.write(requests.repeat(PIPELINED));
  });
  await untilClosed(socket);
}

async function untilClosed(socket: Socket): Promise<void> {
  if (socket.destroyed) return;
  const timer = setInterval(() => isStopped && socket.destroy(), 100);
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(timer);
}

/** Sends signed requests of one principal at a rate, by some connections. */
function atRate({ url, from, kind }: Attack, { signer, connections, perSecond }: Sender, body: string): void {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const started = performance.now();
  let running = 0;
  let sent = 0;
  const timer = setInterval(() => {
    if (isStopped) clearInterval(timer);
    // A late answer delays the next request of its connection, and the rest catches up.
    while (!isStopped && running < connections && (sent * 1_000) / perSecond < performance.now() - started) {
      running += 1;
      sent += 1;
      void post({ url, signer, body, agent, isWrite: kind === 'writers', from }).then(({ status }) => {
        running -= 1;
        count(`${kind} ${String(status)}`);
      });
    }
  }, 5);
}

/** Requests a large page and reads 64 KiB every four seconds. */
async function readSlowly(attack: Attack, signer: Signer, body: string): Promise<void> {
  const target = new URL('/graphql', attack.url);
  const headers = { ...signedHeaders(target.href, signer, body), host: target.host };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const socket = await dial(attack);
  socket.pause();
  socket.write(`POST /graphql HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
  const timer = setInterval(() => {
    const read = socket.read(SLOW_BYTES) as Buffer | null;
    if (read !== null) count('slow reads');
    // A socket that is not read does not notice its end.
    socket.write('');
  }, SLOW_PAUSE_MS);
  let hasBegun = false;
  socket.on('readable', () => {
    if (!hasBegun) count('slow answers begun');
    hasBegun = true;
  });
  await untilClosed(socket);
  clearInterval(timer);
  count('slow readers closed');
}

const INTROSPECT = JSON.stringify({ query: getIntrospectionQuery() });
const WRITE = JSON.stringify({
  query: 'mutation { reserveBond(input: { amountStamps: 1 }) { principal { id } } }',
});
const PAGE = JSON.stringify({ query: '{ principal { agents(first: 200) { nodes { card } } } }' });

function begin(attack: Attack): void {
  switch (attack.kind) {
    case 'flood':
      times(attack.sockets, (nth) => floodSocket(attack, nth));
      times(attack.pipelines, () => pipeline(attack));
      return;
    case 'introspection':
      atRate(attack, attack.sender, INTROSPECT);
      return;
    case 'writers':
      atRate(attack, attack.sender, WRITE);
      return;
    case 'slow':
      times(attack.connections, (nth) =>
        readSlowly(attack, attack.signers[nth % attack.signers.length] as Signer, PAGE),
      );
  }
}

process.on('message', (message: AttackerMessage) => {
  if (message === 'stop') {
    isStopped = true;
    process.send?.(counts, () => process.exit());
  } else if (message === 'count') {
    process.send?.(counts);
  } else {
    setPriority(LOWEST_PRIORITY);
    begin(message);
  }
});
process.once('disconnect', () => process.exit());
process.send?.('ready');
