import fc from 'fast-check';
import { TypeID } from 'typeid-js';
import { V7Generator } from 'uuidv7';
import {
  idOf,
  idFromKeyOrUuid,
  keyOf,
  keyOrUuidError,
  minIdAt,
  parseKey,
  type Prefix,
  prefixes,
} from '../../../src/domain/keys';
import { runs } from '../../support/runs';

const prefix = fc.constantFrom(...(Object.keys(prefixes) as Prefix[]));
/** Any 128 bits, also those that are not a UUIDv7. */
const anyId = fc
  .uint8Array({ minLength: 16, maxLength: 16 })
  .map((bytes) => Buffer.from(bytes).toString('hex'))
  .map((hex) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'));

/** A UUID of version 7. */
const id7 = anyId.map((id) => `${id.slice(0, 14)}7${id.slice(15, 19)}a${id.slice(20)}`);

describe('a key', () => {
  // @spec N2
  test('is the TypeID of the same bits, for an id in upper or lower case', () => {
    const edges = ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];
    for (const of of Object.keys(prefixes) as Prefix[]) {
      for (const id of edges) expect(keyOf(of, id)).toBe(TypeID.fromUUID(of, id).toString());
    }
    fc.assert(
      fc.property(prefix, anyId, (of, id) => {
        const key = TypeID.fromUUID(of, id).toString();
        expect(keyOf(of, id)).toBe(key);
        expect(keyOf(of, id.toUpperCase())).toBe(key);
      }),
      runs(2_000),
    );
  });

  // @spec N2
  test('converts back to its id, and is not a key of another prefix', () => {
    fc.assert(
      fc.property(prefix, prefix, id7, (of, other, id) => {
        const key = keyOf(of, id);
        expect(idOf(of, key)).toBe(id);
        expect(parseKey(key)).toEqual({ prefix: of, id });
        expect(idFromKeyOrUuid(of, id)).toBe(id);
        if (other !== of) expect(idOf(other, key)).toBeUndefined();
      }),
    );
  });

  test.each(['', 'trd', '01980f3e9c1b7c2a8d3e5f60718293a4', '01980f3e-9c1b-7c2a-8d3e-5f60718293ag', 'trd_01k07kx70v'])(
    'cannot be created from %j',
    (text) => {
      expect(() => keyOf('trd', text)).toThrow();
    },
  );
});

test.each<[Prefix, string]>([
  ['trd', 'must be a key (`trd_…`) or UUID of a trade'],
  ['agt', 'must be a key (`agt_…`) or UUID of an agent'],
])('should name the key and the type in the error of a value with the prefix %s', (prefix, text) => {
  expect(keyOrUuidError(prefix)).toBe(text);
});

test('the smallest id of an instant sorts before all later ids and after all earlier ones', () => {
  const milliseconds = fc.integer({ min: 1, max: 2 ** 48 - 1 });
  fc.assert(
    fc.property(milliseconds, milliseconds, (at, made) => {
      const id = new V7Generator().generateOrResetWithTs(made).toString();
      expect(minIdAt(new Date(at)) <= id).toBe(at <= made);
    }),
  );
  expect(minIdAt(new Date(-1))).toBe(minIdAt(new Date(0)));
});
