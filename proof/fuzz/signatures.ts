import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Cast, Role } from './cast';
import { PropertyViolation } from './reply-check';
import { property } from './property';
import { type Outgoing, signed } from './wire';

/** Correctly signed requests in which one thing is changed on the way. */

export interface Change {
  readonly at: number;
  readonly how: 'bit' | 'cut' | 'put' | 'case' | 'swap';
  readonly bit: number;
  readonly put: string;
}

const CHANGE = {
  at: fc.nat(10_000),
  how: fc.constantFrom('bit', 'bit', 'bit', 'cut', 'put', 'case', 'swap'),
  bit: fc.nat(7),
  put: fc.constantFrom(' ', '=', ':', '"', ';', ',', '0', 'A', '(', ')', '\xff', '\t'),
} as const;

export const changes: fc.Arbitrary<Change> = fc.record(CHANGE);

interface Tampered extends Change {
  readonly role: Role;
  readonly request: number;
  /** Which part to change, selected by its position. */
  readonly part: number;
}

const tampered: fc.Arbitrary<Tampered> = fc.record({
  role: fc.constantFrom<Role>('agent', 'owner', 'operator'),
  request: fc.nat(100),
  part: fc.nat(100),
  ...CHANGE,
});

/** Removes, adds or replaces one character. */
export function change(text: string, { at, how, bit, put }: Change): string {
  const place = at % Math.max(1, text.length);
  const [before, here, after] = [text.slice(0, place), text.charAt(place), text.slice(place + 1)];
  const flipped = String.fromCharCode((here.charCodeAt(0) || 0) ^ (1 << bit));
  const other = here === here.toUpperCase() ? here.toLowerCase() : here.toUpperCase();
  const swapped = after.charAt(0) + here + after.slice(1);
  return {
    bit: before + flipped + after,
    cut: before + after,
    put: before + put + here + after,
    case: before + other + after,
    swap: before + swapped,
  }[how];
}

const LEGAL = /^[\t -~\x80-\xff]*$/;
const COVERED = [
  'idempotency-key',
  'x-agent-id',
  'x-acting-provider',
  'x-acting-subject',
  'content-digest',
  'signature-input',
  'signature',
];

function tamper(sent: Outgoing, how: Tampered): Outgoing | undefined {
  const places = sent.headers.flatMap((name, at) => (at % 2 === 0 && COVERED.includes(name) ? [at + 1] : []));
  const part = how.part % (places.length + 2);
  if (part === 0 && sent.body !== undefined)
    return { ...sent, body: Buffer.from(change(String(sent.body), how), 'latin1') };
  if (part === 0) return undefined;
  if (part === 1) {
    const target = change(sent.target, how);
    return /^\/[!-~]*$/.test(target) ? { ...sent, target } : undefined;
  }
  const headers = sent.headers.map((it, at) => (at === places[part - 2] ? change(it, how) : it));
  return headers.every((it) => LEGAL.test(it)) ? { ...sent, headers } : undefined;
}

const same = (a: Outgoing, b: Outgoing): boolean =>
  a.target === b.target &&
  String(a.body) === String(b.body) &&
  a.headers.every((it, at) => it.trim() === b.headers[at]?.trim());

/** Requests in both languages that write and that read. */
function requestsOf({ provider: { principalKey } }: Cast): Outgoing[] {
  const headers = ['content-type', 'application/json', 'idempotency-key', randomUUID()];
  const mutation = `mutation { reserveBond(input: { principalKey: "${principalKey}", amountStamps: 1 }) { __typename } }`;
  const query = encodeURIComponent(`{ principal(principalKey: "${principalKey}") { displayName } }`);
  return [
    { method: 'POST', target: '/graphql?x=1', headers, body: JSON.stringify({ query: mutation }) },
    { method: 'GET', target: `/graphql?query=${query}`, headers: [] },
    {
      method: 'POST',
      target: `/api/v1/principals/${principalKey}/bond/reserve?x=1`,
      headers,
      body: '{"amount_stamps":1}',
    },
    { method: 'GET', target: `/api/v1/principals/${principalKey}/trades?limit=1`, headers: [] },
  ];
}

// Expected refusals. An unknown path or method is refused before the signature is checked.
const REFUSED = [401, 404, 405];

export const signatures = property(
  'signatures',
  () => tampered,
  async (attack, cast, how) => {
    const requests = requestsOf(cast);
    const chosen = requests[how.request % requests.length] as Outgoing;
    const sent = signed(attack.service.url, cast.signers[how.role], chosen);
    const changed = tamper(sent, how);
    if (changed === undefined || same(sent, changed)) return;
    const first = await attack.once(changed);
    if (!REFUSED.includes(first.reply.status))
      throw new PropertyViolation('an altered request was not refused', first.reply);
    await attack.assertSameRefusal(changed, first);
  },
  2,
);
