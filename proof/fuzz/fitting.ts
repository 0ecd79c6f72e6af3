import fc from 'fast-check';
import type { Cast } from './cast';
import { hostileText, near, NUMBERS, number, text, type Value } from './values';

/** Values that fit a place by its name: an existing key, a valid cursor, an allowed number. */

const PREFIXES: Readonly<Record<string, string>> = {
  principalKey: 'prn',
  subjectKey: 'prn',
  agentKey: 'agt',
  listingKey: 'lst',
  matchRunId: 'mrn',
  proposalKey: 'prp',
  tradeKey: 'trd',
  credentialId: 'crd',
  bindingId: 'bnd',
  deliveryKey: 'dlv',
};
const WORDS: Readonly<Record<string, readonly string[]>> = {
  itemId: ['a', 'b'],
  tradeProfile: ['fuzz.one', 'fuzz.two/v1'],
  provider: ['test'],
  subject: ['somebody', 'somebody-else'],
  notificationUrl: ['https://hook.invalid/a'],
  artifactUri: ['https://example.com/a'],
  uri: ['urn:a:b'],
  successUrl: ['https://example.com/'],
  cancelUrl: ['https://example.com/'],
  artifactSha256: ['a'.repeat(64)],
  sha256: ['0'.repeat(64)],
};
const SMALL: readonly (readonly [RegExp, readonly number[]])[] = [
  [/Bps$/, [1, 2000, 8000, 10_000, 0, 10_001]],
  [/Seconds$/, [60, 3600, 86_400, 86_400, 0, 59, 2_592_001]],
  [/Stamps$/, [1, 2, 10, 25, 0, 100_000, 9_007_199_254_740_991]],
  [/^(first|last|limit)$/, [1, 2, 3, 5, 10, 50, 200, 0, -1, 201]],
  [/^/, [1, 1, 2, 1, 3, 0]],
];

/** Converts REST's spelling to GraphQL's, so that each place has one name. */
const camel = (name: string): string => name.replace(/_([a-z])/g, (_, it: string) => it.toUpperCase());

function among(real: readonly string[]): fc.Arbitrary<Value> {
  if (real.length === 0) return hostileText;
  const edited = fc.constantFrom(...real).chain(near);
  return fc.oneof({ weight: 16, arbitrary: fc.constantFrom(...real) }, { weight: 1, arbitrary: edited }).map(text);
}

/** @param field the field of the argument: `trades` of `trades(after:)` */
export function fittingText(cast: Cast, place: string, field: string): fc.Arbitrary<Value> {
  const name = camel(place);
  if (name === 'after' || name === 'before' || name === 'cursor') return cursor(cast, field);
  const prefix =
    PREFIXES[name] ?? PREFIXES[name.replace(/^.*(Principal|Agent)Key$/, (_, it: string) => `${it.toLowerCase()}Key`)];
  if (prefix !== undefined) {
    const own = among(cast.own.get(prefix) ?? []);
    return fc.oneof({ weight: 8, arbitrary: own }, { weight: 1, arbitrary: among(cast.keys.get(prefix) ?? []) });
  }
  const words = WORDS[name];
  if (words)
    return fc.oneof(
      { weight: 12, arbitrary: fc.constantFrom(...words).map(text) },
      { weight: 1, arbitrary: hostileText },
    );
  if (/[iI]d$/.test(name) && name !== 'id')
    return among([cast.provider.agentId, ...cast.ids, ...(cast.own.get('agt') ?? [])]);
  if (/^(id|ids|key)$/.test(name)) return among([...cast.own.values()].flat());
  return fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('Some text.', 'x').map(text) },
    { weight: 1, arbitrary: hostileText },
  );
}

/** A cursor of this list, sometimes of another list or an altered one. */
function cursor({ cursors }: Cast, field: string): fc.Arbitrary<Value> {
  const all = [...cursors.values()].flat();
  return fc.oneof(
    { weight: 3, arbitrary: among(cursors.get(field) ?? all) },
    { weight: 1, arbitrary: among(all) },
    { weight: 1, arbitrary: events },
    { weight: 1, arbitrary: hostileText },
  );
}

/** Positions in an event log, past its end and past all numbers. */
const events: fc.Arbitrary<Value> = fc
  .constantFrom('0', '1', '3', '9999999999999999', '09', '-1', '1e3', '99999999999999999999', '')
  .map((it) => text(Buffer.from(`e1:${it}`, 'latin1').toString('base64url')));

export function fittingNumber(place: string): fc.Arbitrary<Value> {
  const name = camel(place);
  const small = SMALL.find(([pattern]) => pattern.test(name))?.[1] ?? [];
  return fc.oneof(
    { weight: 10, arbitrary: fc.constantFrom(...small).map(number) },
    { weight: 1, arbitrary: fc.constantFrom(...NUMBERS).map(number) },
  );
}

export const fittingTime: fc.Arbitrary<Value> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .constantFrom('2099-01-01T00:00:00Z', '2026-11-20T09:30:00.000Z', '2000-02-29T23:59:59+14:00')
      .map(text),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('0001-01-01T00:00:00Z', '9999-12-31T23:59:59-23:59', '2026-02-30T00:00:00Z').map(text),
  },
  { weight: 1, arbitrary: hostileText },
);

const CARDS: Value[] = [
  {
    members: [
      ['name', text('A')],
      ['capabilities', { members: [['pushNotifications', { word: 'false' }]] }],
    ],
  },
  {
    members: [
      ['name', text('A')],
      ['capabilities', { members: [['pushNotifications', { word: 'true' }]] }],
    ],
  },
  {
    members: [
      ['capabilities', { list: [] }],
      ['skills', { members: [] }],
      ['url', number(1)],
    ],
  },
];

/** JSON of the caller's own, such as an agent's card. */
export function fittingCard(anything: fc.Arbitrary<Value>): fc.Arbitrary<Value> {
  const odd = fc.tuple(
    fc.constantFrom(
      'name',
      'capabilities',
      'skills',
      'supportedInterfaces',
      'protocolVersion',
      '__proto__',
      'securitySchemes',
    ),
    anything,
  );
  const strange = fc.array(odd, { maxLength: 4 }).map((members): Value => ({ members }));
  return fc.oneof(fc.constantFrom(...CARDS), strange);
}
