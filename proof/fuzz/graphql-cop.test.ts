import { newStage } from './stage';
import { type Outgoing, type Reply, signed } from './wire';

/**
 * The checks of graphql-cop 1.15 (github.com/dolevf/graphql-cop) as signed requests. A check has a finding if `found`
 * holds. docs/proofs/hostile-input.md explains each finding that is intended.
 */

interface Check {
  readonly title: string;
  readonly sends: Outgoing;
  readonly found: (json: Json, reply: Reply) => boolean;
  /** Whether the check has a finding in this service. */
  readonly here: boolean;
}

type Json = {
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly { readonly message: string; readonly extensions?: Readonly<Record<string, unknown>> }[];
};

const post = (body: unknown): Outgoing => ({
  method: 'POST',
  target: '/graphql',
  headers: ['content-type', 'application/json'],
  body: JSON.stringify(body),
});
const query = (text: string): Outgoing => post({ query: text, operationName: 'cop' });
const get = (text: string, headers: string[] = []): Outgoing => ({
  method: 'GET',
  target: `/graphql${text === '' ? '' : `?query=${encodeURIComponent(text)}`}`,
  headers,
});
const has = (name: string) => (json: Json) => Boolean(json.data?.[name]);
const typesIn = (json: Json): number =>
  ((json.data?.['__schema'] as { types?: unknown[] } | undefined)?.types ?? []).length;
const aliases = Array.from({ length: 101 }, (_, nth) => `alias${nth}:__typename`).join(' ');
const circular =
  'query cop { __schema { types { fields { type { fields { type { fields { type { fields { type { name } } } } } } } } } } }';

const CHECKS: readonly Check[] = [
  { title: 'Alias overloading', sends: query(`query cop { ${aliases} }`), found: has('alias100'), here: false },
  {
    title: 'Array-based query batching',
    sends: post(Array.from({ length: 10 }, () => ({ query: 'query cop { __typename }' }))),
    found: (json) => Array.isArray(json) && json.length >= 10,
    here: false,
  },
  {
    title: 'Directive overloading',
    sends: query(`query cop { __typename ${'@aa'.repeat(10)} }`),
    found: ({ errors }) => errors?.length === 10,
    here: false,
  },
  {
    title: 'Introspection-based circular query',
    sends: query(circular),
    found: (json) => typesIn(json) > 25,
    here: false,
  },
  {
    title: 'Field duplication',
    sends: query(`query cop { ${'__typename \n'.repeat(500)} }`),
    found: has('__typename'),
    here: true,
  },
  {
    title: 'Field suggestions',
    sends: query('query cop { __schema { directive } }'),
    found: ({ errors }) => errors?.[0]?.message.includes('Did you mean') === true,
    here: true,
  },
  {
    title: 'Introspection',
    sends: query('query cop { __schema { types { name fields { name } } } }'),
    found: (json) => typesIn(json) > 0,
    here: true,
  },
  {
    title: 'GraphQL IDE',
    sends: get('', ['accept', 'text/html']),
    found: (_, { text }) => /graphiql|graphql.?playground/i.test(text),
    here: false,
  },
  { title: 'GET method query support', sends: get('query cop {__typename}'), found: has('__typename'), here: true },
  { title: 'Mutation over GET', sends: get('mutation cop {__typename}'), found: has('__typename'), here: false },
  {
    title: 'POST url-encoded query (CSRF)',
    sends: {
      method: 'POST',
      target: '/graphql',
      headers: ['content-type', 'application/x-www-form-urlencoded'],
      body: `query=${encodeURIComponent('query cop { __typename }')}`,
    },
    found: has('__typename'),
    here: false,
  },
  {
    title: 'Trace mode',
    sends: query('query cop { __typename }'),
    found: (json) => JSON.stringify(json).toLowerCase().includes('tracing'),
    here: false,
  },
  {
    title: 'Unhandled errors',
    sends: query('qwerty cop { abc }'),
    found: (json) => JSON.stringify(json).toLowerCase().includes('exception'),
    here: false,
  },
];

const stage = newStage();

function parsed({ text }: Reply): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return {};
  }
}

test.each(CHECKS.map((check) => [check.title, check.here ? 'found and intended' : 'not found', check] as const))(
  '%s: %s',
  async (_, __, { sends, found, here }) => {
    const reply = await stage.wire.send(signed(stage.service.url, { credential: stage.service.operator }, sends));
    expect([found(parsed(reply), reply), reply.status < 500]).toEqual([here, true]);
  },
);

test.each(CHECKS.map((check) => [check.title, check] as const))(
  '%s: nothing is found by who signs nothing',
  async (_, { sends, found }) => {
    const reply = await stage.wire.send(sends);
    expect(found(parsed(reply), reply)).toBe(false);
    expect([401, 405, 415]).toContain(reply.status);
  },
);
