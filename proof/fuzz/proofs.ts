import fc from 'fast-check';
import WebSocket from 'ws';
import type { Cast, Role } from './cast';
import { property } from './property';
import { type Change, change, changes } from './signatures';
import { anything, json } from './values';
import { HANGS_MS, type Outgoing, type Reply, signed } from './wire';

/** Signatures in `connection_init`, for clients that cannot set headers. One part differs from what was signed. */

type Tampering =
  | { readonly kind: 'none' }
  /** Changes a member, selected by its position. */
  | { readonly kind: 'changed'; readonly member: number; readonly how: Change }
  | { readonly kind: 'replaced'; readonly member: number; readonly how: (typeof REPLACED)[number] }
  | { readonly kind: 'added'; readonly name: string; readonly value: string }
  /** Signs correctly for another instant, in seconds from now. */
  | { readonly kind: 'moment'; readonly seconds: number }
  /** Signs correctly for a request that is not the upgrade. */
  | { readonly kind: 'elsewhere'; readonly outgoing: Outgoing }
  /** Signs with the secret of one credential and the key of another. */
  | { readonly kind: 'key'; readonly of: Role | 'unknown' }
  /** Sends this text instead of the members. */
  | { readonly kind: 'payload'; readonly text: string };

const REPLACED = ['gone', 'null', 'number', 'list', 'object', 'empty', 'renamed'] as const;
const OPTIONAL = ['x-agent-id', 'x-acting-provider', 'x-acting-subject'];
// A signature is valid from five minutes before to one minute after the service's clock.
const MOMENTS = [-302, -3_600, -1_700_000_000, 62, 3_600, 1_000_000_000];
const UPGRADE: Outgoing = { method: 'GET', target: '/graphql', headers: [] };
const ELSEWHERE: readonly Outgoing[] = [
  { ...UPGRADE, method: 'POST' },
  { ...UPGRADE, method: 'get' },
  { ...UPGRADE, target: '/graphql?x=1' },
  { ...UPGRADE, target: '/graphql/' },
  { ...UPGRADE, target: '/api/v1/principals' },
  { ...UPGRADE, headers: ['host', 'evil.example'] },
  { ...UPGRADE, headers: ['idempotency-key', 'k'] },
  { ...UPGRADE, headers: ['authorization', 'Bearer a.b.c'] },
  // Covers a digest, although the upgrade has no body.
  { ...UPGRADE, body: '{"query":"{ __typename }"}' },
];

interface Proof {
  readonly role: Role;
  readonly tampering: Tampering;
  /** Whether the client subscribes before its credentials are checked. */
  readonly asks: boolean;
}

const tamperings: fc.Arbitrary<Tampering> = fc.oneof(
  { weight: 1, arbitrary: fc.constant<Tampering>({ kind: 'none' }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('changed'), member: fc.nat(20), how: changes }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('replaced'), member: fc.nat(20), how: fc.constantFrom(...REPLACED) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('added'),
      name: fc.constantFrom(...OPTIONAL),
      value: fc.constantFrom('', 'x', 'agt_x'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('moment'), seconds: fc.constantFrom(...MOMENTS) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('elsewhere'), outgoing: fc.constantFrom(...ELSEWHERE) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('key'), of: fc.constantFrom<Role | 'unknown'>('consumer', 'unknown') }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('payload'), text: anything.map(json) }) },
);

type Members = Readonly<Record<string, unknown>>;

function membersOf({ headers }: Outgoing): Record<string, string> {
  return Object.fromEntries(headers.flatMap((it, at) => (at % 2 === 0 ? [[it, headers[at + 1] ?? '']] : [])));
}

function replaced(members: Members, name: string, how: (typeof REPLACED)[number]): Members {
  const { [name]: value, ...others } = members;
  if (how === 'gone') return others;
  if (how === 'renamed') return { ...others, [name.toUpperCase()]: value };
  return { ...others, [name]: { null: null, number: 1, list: [value], object: { value }, empty: '' }[how] };
}

/** The payload instead of the correct one. Undefined if the change had no effect. */
function payloadOf(url: string, cast: Cast, { role, tampering }: Proof): string | undefined {
  const signer = cast.signers[role];
  const proof = membersOf(signed(url, signer, UPGRADE));
  const names = Object.keys(proof);
  switch (tampering.kind) {
    case 'none':
      return JSON.stringify(proof);
    case 'changed': {
      const name = names[tampering.member % names.length] ?? '';
      const before = proof[name] ?? '';
      const after = change(before, tampering.how);
      return after.trim() === before ? undefined : JSON.stringify({ ...proof, [name]: after });
    }
    case 'replaced':
      return JSON.stringify(replaced(proof, names[tampering.member % names.length] ?? '', tampering.how));
    case 'added':
      return tampering.name in proof ? undefined : JSON.stringify({ ...proof, [tampering.name]: tampering.value });
    case 'moment':
      return JSON.stringify(membersOf(signed(url, signer, UPGRADE, Date.now() + tampering.seconds * 1000)));
    case 'elsewhere':
      return JSON.stringify(membersOf(signed(url, signer, tampering.outgoing)));
    case 'key': {
      const { apiKey } = tampering.of === 'unknown' ? { apiKey: 'ak_live_x' } : cast.signers[tampering.of].credential;
      const credential = { ...signer.credential, apiKey };
      return JSON.stringify(membersOf(signed(url, { ...signer, credential }, UPGRADE)));
    }
    case 'payload':
      return tampering.text;
  }
}

const ACKNOWLEDGED = 'acknowledged';

interface Ended extends Pick<Reply, 'ms'> {
  /** `acknowledged`, or the code and reason of the close. */
  readonly how: string;
  readonly messages: readonly string[];
}

const ASKED = '{"id":"1","type":"subscribe","payload":{"query":"subscription { events { cursor } }"}}';

/** Sends `connection_init` with that payload and waits for the outcome. */
async function begin(url: string, payload: string, asks: boolean): Promise<Ended> {
  const socket = new WebSocket(url.replace(/^http/, 'ws') + UPGRADE.target, 'graphql-transport-ws');
  try {
    await new Promise<void>((resolve, reject) => socket.once('open', resolve).once('error', reject));
    const messages: string[] = [];
    const started = performance.now();
    const how = await new Promise<string>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error('neither acknowledged nor closed')), HANGS_MS);
      socket.on('error', reject);
      socket.on('close', (code, reason) => {
        clearTimeout(late);
        resolve(`${code} ${String(reason)}`);
      });
      socket.on('message', (data: Buffer) => {
        messages.push(data.toString());
        if (!data.toString().includes('connection_ack')) return;
        clearTimeout(late);
        resolve(ACKNOWLEDGED);
      });
      socket.send(`{"type":"connection_init","payload":${payload}}`);
      if (asks) socket.send(ASKED);
    });
    return { how, messages, ms: performance.now() - started };
  } finally {
    socket.terminate();
  }
}

// Expected closes (docs/guides/signing.md): an invalid signature, an early subscription, and an invalid or too large
// frame.
const REFUSED: Readonly<Record<'proof' | 'asks' | 'payload', RegExp>> = {
  proof: /^4403 /,
  asks: /^(4403|4401) /,
  payload: /^(4403|4400|4401|1009) /,
};

export const proofs = property(
  'proofs of sockets',
  () =>
    fc.record({
      role: fc.constantFrom<Role>('agent', 'owner', 'console', 'operator'),
      tampering: tamperings,
      asks: fc.integer({ min: 0, max: 4 }).map((it) => it === 0),
    }),
  async (attack, cast, proof) => {
    const { url } = attack.service;
    const payload = payloadOf(url, cast, proof);
    if (payload === undefined) return;
    const { kind } = proof.tampering;
    const good = kind === 'none';
    const once = async (asks: boolean): Promise<Ended> => {
      const ended = await attack.pace.sendInTime(() => begin(url, payload, asks));
      attack.counts.countSocket(ended.how);
      return ended;
    };
    const first = await once(proof.asks && !good);
    const summary = `${first.how}, having said ${first.messages.join() || 'nothing'}, to ${payload.slice(0, 2_000)}`;
    if (good) {
      if (first.how !== ACKNOWLEDGED) throw new Error(`a valid signature was refused: ${summary}`);
      return;
    }
    if (first.messages.length > 0) throw new Error(`an altered signature was accepted: ${summary}`);
    const expected = REFUSED[kind === 'payload' ? kind : proof.asks ? 'asks' : 'proof'];
    if (!expected.test(first.how)) throw new Error(`the close differs from the documentation: ${summary}`);
    const again = await once(proof.asks);
    // If two reasons apply, either may be reported.
    if (proof.asks && expected.test(again.how)) return;
    if (again.how !== first.how) throw new Error(`the second refusal differs (${again.how}): ${summary}`);
  },
);
