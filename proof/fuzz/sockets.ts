import fc from 'fast-check';
import WebSocket from 'ws';
import type { Cast, Role } from './cast';
import { queryFor, places } from './graphql';
import { type Property, property } from './property';
import { anything, hostileText, json, near } from './values';
import { signed } from './wire';

/** Sends a socket protocol messages in any order and of any shape, and other data. */

interface Frame {
  readonly data: string;
  readonly binary: boolean;
}

interface SocketScript {
  readonly role: Role;
  /** Where the signature is: in the headers of the upgrade or in `connection_init`. */
  readonly proof: 'headers' | 'params' | 'none';
  readonly begins: boolean;
  readonly frames: readonly Frame[];
}

const subscriptions = places.filter(({ kind }) => kind === 'subscription');
const SUBSCRIBE = { id: '1', type: 'subscribe', payload: { query: 'subscription { events { cursor data } }' } };

function messages(cast: Cast): fc.Arbitrary<string> {
  const operations = fc
    .constantFrom(...places, ...subscriptions, ...subscriptions)
    .chain((place) => queryFor(cast, place));
  const subscribe = fc
    .tuple(operations, fc.constantFrom('"1"', '"2"', '""', '1', 'null', '"__proto__"'))
    .map(
      ([{ document, variables }, id]) =>
        `{"id":${id},"type":"subscribe","payload":{"query":${JSON.stringify(document)},"variables":${variables}}}`,
    );
  const type = fc.constantFrom(
    'connection_init',
    'subscribe',
    'complete',
    'ping',
    'pong',
    'next',
    'error',
    'connection_ack',
    '__proto__',
    '',
  );
  const odd = fc
    .tuple(type, anything, anything)
    .map(([it, payload, id]) => `{"type":${JSON.stringify(it)},"id":${json(id)},"payload":${json(payload)}}`);
  return fc.oneof(
    { weight: 4, arbitrary: subscribe },
    { weight: 3, arbitrary: odd },
    { weight: 1, arbitrary: fc.constant(JSON.stringify(SUBSCRIBE)).chain(near) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('{"type":"ping"}', '{"type":"complete","id":"1"}', '[]', 'null', '', '{', '"x"'),
    },
    { weight: 1, arbitrary: anything.map(json) },
    { weight: 1, arbitrary: hostileText.map(json) },
  );
}

const socketScripts = (cast: Cast): fc.Arbitrary<SocketScript> =>
  fc.record({
    role: fc.constantFrom<Role>('agent', 'owner', 'console', 'operator'),
    proof: fc.constantFrom('headers', 'headers', 'params', 'none'),
    begins: fc.integer({ min: 0, max: 5 }).map((it) => it > 0),
    frames: fc.array(
      fc.record({ data: messages(cast), binary: fc.integer({ min: 0, max: 9 }).map((it) => it === 0) }),
      {
        minLength: 1,
        maxLength: 6,
      },
    ),
  });

// Close codes of docs/guides/signing.md and of the WebSocket protocol: invalid message, invalid UTF-8, too large.
const CLOSED = new Set([1000, 1002, 1003, 1007, 1009, 4400, 4401, 4403, 4408, 4409, 4429]);
const TYPES = new Set(['connection_ack', 'next', 'error', 'complete', 'pong', 'ping']);
const LONGEST_MS = 15_000;

/**
 * Opens a socket, sends the messages and a final ping. The service must answer the ping or close with a documented
 * code.
 */
async function play(url: string, cast: Cast, { role, proof, begins, frames }: SocketScript): Promise<void> {
  const outgoing = signed(url, cast.signers[role], { method: 'GET', target: '/graphql', headers: [] });
  const pairs = Object.fromEntries(
    outgoing.headers.flatMap((it, at) => (at % 2 === 0 ? [[it, outgoing.headers[at + 1] ?? '']] : [])),
  );
  const socket = new WebSocket(url.replace(/^http/, 'ws') + '/graphql', 'graphql-transport-ws', {
    headers: proof === 'headers' ? pairs : {},
  });
  const messages: string[] = [];
  const ended = new Promise<string>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('neither answered nor closed')), LONGEST_MS);
    socket.on('close', (code) => {
      clearTimeout(late);
      resolve(String(code));
    });
    socket.on('error', reject);
    socket.on('message', (data: Buffer) => {
      messages.push(data.toString());
      if (data.toString() === PONG) resolve('answered');
    });
  });
  ended.catch(() => undefined);
  try {
    await new Promise<void>((resolve, reject) => socket.once('open', resolve).once('error', reject));
    if (begins) socket.send(JSON.stringify({ type: 'connection_init', ...(proof === 'params' && { payload: pairs }) }));
    for (const { data, binary } of frames) socket.send(binary ? Buffer.from(data) : data);
    socket.send(PING);
    assertFit(await ended, messages);
  } finally {
    socket.terminate();
  }
}

const PING = '{"type":"ping","payload":{"last":true}}';
const PONG = '{"type":"pong","payload":{"last":true}}';

function assertFit(ended: string, messages: readonly string[]): void {
  if (ended !== 'answered' && !CLOSED.has(Number(ended))) throw new Error(`closed with ${ended}`);
  for (const text of messages) {
    const { type, payload } = JSON.parse(text) as { type: string; payload?: unknown };
    if (!TYPES.has(type)) throw new Error(`a message outside the protocol: ${text}`);
    if (type === 'error') assertErrors(payload, text);
  }
}

function assertErrors(payload: unknown, text: string): void {
  const errors = payload as readonly { extensions?: { code?: string; status?: number } }[];
  for (const { extensions } of errors) {
    if (extensions?.code === undefined || (extensions.status ?? 500) >= 500)
      throw new Error(`an error without a refusal code: ${text.slice(0, 2_000)}`);
  }
}

export const sockets: Property = property(
  'sockets',
  socketScripts,
  async (attack, cast, it) => {
    await play(attack.service.url, cast, it);
    attack.counts.sockets += 1;
  },
  0.5,
);
