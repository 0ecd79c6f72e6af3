import fc from 'fast-check';
import { departures } from '../../test/support/conforms';
import { graphql, JSON_BODY } from './attack';
import type { Role } from './cast';
import { queryFor, places, schema, selectionOf } from './graphql';
import { PropertyViolation } from './reply-check';
import { roleFor, property, renewEnded } from './property';
import { restAsking, routes, titleOf } from './rest';
import { anything, json, near, text, type Value, wellFormed } from './values';

/**
 * Requests with every argument of the schema and every member of REST's table, and with broken documents and bodies.
 */

const every = <T>(all: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...all);

export const graphqlArguments = property(
  'graphql arguments',
  (cast) =>
    every(places).chain((place) =>
      fc.record({ query: queryFor(cast, place), role: roleFor(place.path[0]?.name ?? '') }),
    ),
  async (attack, cast, { query, role }) => {
    const body = `{"query":${JSON.stringify(query.document)},"variables":${query.variables}}`;
    const { judged } = await attack.twice(cast.signers[role], graphql(body));
    await renewEnded(attack, cast, judged);
  },
  4,
);

export const restRequests = property(
  'rest paths',
  (cast) =>
    every(routes).chain((route) =>
      fc.record({ request: restAsking(cast, route), role: roleFor(route.field.split('.')[0] ?? '') }),
    ),
  async (attack, cast, { request: { route: title, method, target, body }, role }) => {
    const route = routes.find((one) => titleOf(one) === title);
    const headers = body === undefined ? [] : JSON_BODY;
    const { reply, judged } = await attack.twice(cast.signers[role], { method, target, body, headers });
    await renewEnded(attack, cast, judged);
    const isDocumented = judged.codes.length === 0 && reply.status < 300 && method === route?.method;
    const wrong = isDocumented ? departures(route.response, JSON.parse(reply.text)) : [];
    if (wrong.length > 0)
      throw new PropertyViolation(`the response differs from the route table (${wrong.join(', ')})`, reply);
  },
  4,
);

const SHARP = [
  '{',
  '}',
  '(',
  ')',
  '[',
  ']',
  '$',
  '@',
  '!',
  '...',
  '"',
  '"""',
  '#',
  ':',
  '|',
  '&',
  '\ufeff',
  '\u0000',
  '\ud800',
  '@skip(if: true)',
  '@include',
  'fragment x on Query { x }',
  '__typename',
  '__schema { types { name } }',
  'on',
  'null',
];

/** A document with pieces removed, inserted and repeated. */
function brokenDocument(document: string): fc.Arbitrary<string> {
  const edit = fc.record({
    at: fc.nat(document.length),
    cut: fc.constantFrom(0, 0, 1, 5),
    put: fc.constantFrom('', ...SHARP),
  });
  const edits = fc.array(edit, { minLength: 1, maxLength: 3 });
  return edits.map((all) => all.reduce((it, { at, cut, put }) => it.slice(0, at) + put + it.slice(at + cut), document));
}

const TEMPLATES = [
  '{ service { version } }',
  'query a { __typename } query b { service { version } }',
  '{ principal { ...p } } fragment p on Principal { displayName agents(first: 1) { nodes { card } } }',
  'query ($n: Int = 1, $yes: Boolean! = true) { principal { trades(first: $n) @include(if: $yes) { nodes { state } } } }',
  'mutation { reserveBond(input: { amountStamps: 1 }) { principal { bondAvailableStamps } } }',
  'mutation { a: renamePrincipal(input: { displayName: "x" }) { __typename } b: renamePrincipal(input: { displayName: "y" }) { __typename } }',
  'subscription { events { cursor data } }',
  `{ node(id: "trd_0") { __typename ... on Trade ${selectionOf(schema.getType('Trade') as never, 1)} } }`,
];

/** Members of the request itself: of a wrong type, unknown or repeated. */
const envelope: fc.Arbitrary<string> = fc
  .tuple(
    every(TEMPLATES),
    fc.array(
      fc.tuple(fc.constantFrom('query', 'variables', 'operationName', 'extensions', 'id', '__proto__'), anything),
      { maxLength: 3 },
    ),
  )
  .map(([document, more]) => json({ members: [['query', text(document)], ...more] as (readonly [string, Value])[] }));

export const documents = property(
  'graphql documents',
  () =>
    fc.record({
      body: fc.oneof(
        {
          weight: 4,
          arbitrary: every(TEMPLATES)
            .chain(brokenDocument)
            .map((it) => JSON.stringify({ query: it })),
        },
        { weight: 2, arbitrary: envelope },
        { weight: 1, arbitrary: every(TEMPLATES).chain((it) => near(JSON.stringify({ query: it }))) },
        { weight: 1, arbitrary: anything.map(json) },
      ),
      role: fc.constantFrom<Role>('agent', 'owner', 'operator'),
      byGet: fc.integer({ min: 0, max: 4 }).map((it) => it === 0),
    }),
  async (attack, cast, { body, role, byGet }) => {
    const target = byGet
      ? `/graphql?query=${encodeURIComponent(wellFormed(body.slice(0, 800)))}&variables=${encodeURIComponent(wellFormed(body.slice(0, 200)))}`
      : '/graphql';
    const { judged } = await attack.twice(
      cast.signers[role],
      byGet ? { method: 'GET', target, headers: [] } : graphql(body),
    );
    await renewEnded(attack, cast, judged);
  },
  2,
);
