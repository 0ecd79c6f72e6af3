import fc from 'fast-check';
import type { CompiledRoute } from '../../src/api/rest/compile/compile';
import type { Parameter } from '../../src/api/rest/compile/parameters';
import type { RestShape } from '../../src/api/rest/compile/shape';
import { routes } from '../../test/support/conforms';
import type { Cast } from './cast';
import { scalarFor } from './graphql';
import { anything, hostileText, json, list, mostly, object, STRINGS, text, type Value, wellFormed } from './values';

/** Requests to every REST path, from the route table. */

export { routes };

export const titleOf = ({ method, path }: CompiledRoute): string => `${method} ${path}`;

export interface RestAsked {
  /** Route as in the table: `GET /api/v1/…`. */
  readonly route: string;
  readonly method: string;
  readonly target: string;
  readonly body: string | undefined;
}

export function restAsking(cast: Cast, route: CompiledRoute): fc.Arbitrary<RestAsked> {
  const segments = route.path.split('/').map((segment) => {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    const parameter = route.parameters.find((one) => one.in === 'path' && one.name === name);
    return parameter ? segmentFor(cast, route, parameter) : fc.constant(segment);
  });
  const method = fc.oneof(
    { weight: 30, arbitrary: fc.constant<string>(route.method) },
    { weight: 1, arbitrary: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS') },
  );
  return fc
    .tuple(fc.tuple(...segments), queryFor(cast, route), bodyFor(cast, route), method)
    .map(([path, query, body, how]) => ({ route: titleOf(route), method: how, target: path.join('/') + query, body }));
}

/** A path segment: a key, a similar text, or text that looks like a path. */
function segmentFor(cast: Cast, route: CompiledRoute, parameter: Parameter): fc.Arbitrary<string> {
  const odd = fc.constantFrom(
    '%00',
    '%',
    '%2F',
    '%2e%2e',
    '..',
    '.',
    '%C0%AF',
    '%ED%A0%80',
    '%FF',
    '~',
    ';x=1',
    'a'.repeat(1_100),
  );
  const real = valueFor(cast, parameter.shape, parameter.name, nameOf(route)).map(formatValue);
  const strange = hostileText.map(formatValue);
  return fc.oneof({ weight: 40, arbitrary: real }, { weight: 1, arbitrary: strange }, { weight: 1, arbitrary: odd });
}

// Longer addresses are tested byte by byte in malformed.test.ts.
const MAX_ADDRESS_CHARACTERS = 300;

/** A value as text in an address, cut to the length limit. */
function formatValue(value: Value): string {
  const plain = 'text' in value ? value.text : 'name' in value ? value.name : json(value);
  return encodeURIComponent(wellFormed(plain.slice(0, MAX_ADDRESS_CHARACTERS)));
}

function queryFor(cast: Cast, route: CompiledRoute): fc.Arbitrary<string> {
  const parameters = route.parameters
    .filter((one) => one.in === 'query')
    .map((parameter) => {
      const { name, shape } = parameter;
      const value = mostly(valueFor(cast, shape.kind === 'list' ? shape.of : shape, name, nameOf(route)));
      return fc.option(
        value.map((it) => `${name}=${formatValue(it)}`),
        { nil: '' },
      );
    });
  const stray = fc.constantFrom(
    '',
    '&&',
    'limit',
    'limit=1&limit=2',
    '=',
    '%',
    'a[b]=c',
    '__proto__=1',
    'x=%FF',
    '?',
    'cursor=&cursor=',
  );
  const strays = fc.oneof({ weight: 20, arbitrary: fc.constant('') }, { weight: 1, arbitrary: stray });
  return fc.tuple(...parameters, strays).map((all) => {
    const parts = all.filter((one) => one !== '');
    return parts.length > 0 ? `?${parts.join('&')}` : '';
  });
}

const BROKEN = [
  '',
  '{',
  '[]',
  '"x"',
  '{"a":}',
  '{"a":1,}',
  "{'a':1}",
  '\ufeff{}',
  '{}{}',
  'NaN',
  '{"a":01}',
  '\u0000',
  '{"\ud800":1}',
  '// x',
];

function bodyFor(cast: Cast, route: CompiledRoute): fc.Arbitrary<string | undefined> {
  const { body } = route;
  if (!body)
    return fc.oneof(
      { weight: 19, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: fc.constantFrom('{}', 'x') },
    );
  const members = body.members.map(({ name, required, shape }) => ({
    name,
    required,
    value: mostly(valueFor(cast, shape, name, nameOf(route)), 30),
  }));
  return fc.oneof(
    { weight: 20, arbitrary: object(members).map(json) },
    { weight: 1, arbitrary: anything.map(json) },
    { weight: 1, arbitrary: fc.constantFrom(...BROKEN) },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );
}

function valueFor(cast: Cast, shape: RestShape, name: string, field: string): fc.Arbitrary<Value> {
  switch (shape.kind) {
    case 'scalar':
      return scalarFor(cast, shape.type.name, name, field);
    case 'enum':
      return fc.constantFrom(...shape.values.map(({ rest }) => rest), ...STRINGS.slice(0, 3)).map(text);
    case 'list':
      return list(mostly(valueFor(cast, shape.of, name, field)));
    case 'object':
      return object(
        shape.members.map((member) => ({
          name: member.name,
          required: member.required,
          value: mostly(valueFor(cast, member.shape, member.name, field), 60),
        })),
      );
  }
}

const nameOf = ({ field }: CompiledRoute): string => field.split('.').at(-1) ?? '';
