import { randomUUID } from 'node:crypto';
import {
  getNullableType,
  type GraphQLInputField,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import type { Signer } from '../../src/client';
import type { InputPath } from '../../src/domain/errors/errors';
import { createSchema } from '../../src/api/graphql/schema';
import { isNotNull, type Member, type RestShape } from '../../src/api/rest/compile/shape';
import { useTestApp } from '../support/app';
import { operationsOf } from '../support/access';
import { routes } from '../support/conforms';
import { type Answered, codeOf, query, refusedAs, send, type Sent, signerOf } from '../support/exchange';
import { createParty, type Party } from '../support/actors';

/** Sends null for every member of every input that cannot be null, over both APIs. The tests are generated. */

const app = useTestApp();
let party: Party;
beforeAll(async () => {
  party = await createParty(app, 'Nulls');
});

const mutations = operationsOf(createSchema()).filter(({ kind }) => kind === 'mutation');

function inputType(name: string): GraphQLInputType {
  const type = mutations.find((one) => one.name === name)?.field.args[0]?.type;
  if (!type) throw new Error(`${name} has no input`);
  return type;
}

/** Paths of all values below a type, and whether null is refused there. */
function* positions(type: GraphQLInputType, path: InputPath, field?: GraphQLInputField): Generator<Position> {
  yield { path, isRefused: isNonNullType(type) || (field !== undefined && isNotNull(field)), field };
  const bare = getNullableType(type);
  if (isListType(bare)) yield* positions(bare.ofType, [...path, 0]);
  if (!isInputObjectType(bare)) return;
  for (const member of Object.values(bare.getFields())) yield* positions(member.type, [...path, member.name], member);
}

interface Position {
  readonly path: InputPath;
  readonly isRefused: boolean;
  readonly field?: GraphQLInputField | undefined;
}

const SCALARS: Readonly<Record<string, unknown>> = {
  Boolean: true,
  Int: 1,
  Stamps: 1,
  JSONObject: { capabilities: {} },
};

/** A value with its required members, and with null at the path. */
function nullAt(type: GraphQLInputType, path: InputPath | undefined): unknown {
  const [next, ...rest] = path ?? [];
  if (path?.length === 0) return null;
  const bare = getNullableType(type);
  if (isListType(bare)) return [nullAt(bare.ofType, path && rest)];
  if (isEnumType(bare)) return bare.getValues()[0]?.name;
  if (!isInputObjectType(bare)) return SCALARS[String(bare)] ?? 'text';
  const members = Object.values(bare.getFields()).filter((one) => isNonNullType(one.type) || one.name === next);
  return Object.fromEntries(
    members.map(({ name, type: inner }) => [
      name,
      // Access comes before the form.
      name === 'principalKey' && next !== name ? party.principalKey : nullAt(inner, name === next ? rest : undefined),
    ]),
  );
}

function literal(type: GraphQLInputType, value: unknown): string {
  const bare = getNullableType(type);
  if (value === null) return 'null';
  if (String(bare) === 'JSONObject') return '{capabilities: {}}';
  if (!(isListType(bare) || isEnumType(bare) || isInputObjectType(bare))) return JSON.stringify(value);
  if (isEnumType(bare)) return value as string;
  if (isListType(bare)) return `[${(value as unknown[]).map((item) => literal(bare.ofType, item)).join()}]`;
  const members = Object.entries(value as object).map(
    ([name, member]) => `${name}: ${literal(bare.getFields()[name]?.type as GraphQLInputType, member)}`,
  );
  return `{${members.join(', ')}}`;
}

const OTHERS_ONLY: ReadonlySet<unknown> = new Set([
  'platform_only',
  'principal_owner_required',
  'acting_headers_required',
]);

/** Sends as the first caller who may call the operation: the agent, its owner, an operator. */
async function asCaller(path: string, method: string, body: string): Promise<Sent> {
  const acting = { provider: 'test', subject: party.subject };
  const signers: Signer[] = [
    signerOf(party),
    { credential: app.console, acting },
    { credential: app.operatorCredential },
  ];
  for (const signer of signers) {
    const sent = await send(app, signer, { path, method, body, key: randomUUID() });
    if (!OTHERS_ONLY.has(codeOf(sent))) return sent;
  }
  throw new Error(`nobody may call ${path}`);
}

interface FieldError {
  readonly pointer: string;
  readonly path?: InputPath;
  readonly detail: string;
}

const errorsOf = ({ errors, fields }: Answered): readonly FieldError[] =>
  (errors?.[0]?.extensions['fields'] ?? fields) as readonly FieldError[];

const all = mutations.flatMap(({ name }) =>
  [...positions(inputType(name), ['input'])].map((position) => ({ name, ...position })),
);
const named = (list: typeof all) => list.map((one) => [`${one.name} ${one.path.join('.')}`, one] as const);
/** The principal key decides the access, which comes before the form. */
const refused = all.filter(({ isRefused, path }) => isRefused && path.at(-1) !== 'principalKey');

test('should walk every mutation', () => {
  expect(new Set(refused.map(({ name }) => name)).size).toBe(mutations.length);
  expect(refused.length).toBeGreaterThan(100);
});

// @spec E13
describe('Null for a member that cannot be null is 400 with its path', () => {
  test.each(named(refused))('%s', async (_, { name, path }) => {
    const type = inputType(name);
    const value = nullAt(type, path.slice(1));
    const variables = { input: value };
    const documents = [
      query(`mutation ($input: ${String(type)}) { ${name}(input: $input) { __typename } }`, variables),
      query(`mutation { ${name}(input: ${literal(type, value)}) { __typename } }`),
    ];
    for (const body of documents) {
      const sent = await asCaller('/graphql', 'POST', body);
      expect(refusedAs(sent, 'validation_failed')['path']).toBeDefined();
      const error = errorsOf(sent.json).find((one) => JSON.stringify(one.path) === JSON.stringify(path));
      expect({ path, detail: error?.detail }).toEqual({
        path,
        detail: expect.stringMatching(/^must not be null/) as string,
      });
    }
  });

  test('every optional member of a change says what null does', () => {
    const changes = all.filter(({ name, field }) => /^(update|set)/.test(name) && field && !isNonNullType(field.type));
    expect(changes.length).toBeGreaterThan(10);
    for (const { field, path } of changes) {
      if (path.at(-1) === 'principalKey' || path.length > 2) continue;
      expect({ path, says: field?.description }).toEqual({ path, says: expect.stringMatching(/\bnull\b/i) as string });
    }
  });
});

function* restPositions(shape: RestShape, pointer: string): Generator<string> {
  if (!shape.nullable && pointer !== '') yield pointer;
  if (shape.kind === 'list') yield* restPositions(shape.of, `${pointer}/0`);
  if (shape.kind === 'object') {
    for (const { name, shape: inner } of shape.members) yield* restPositions(inner, `${pointer}/${name}`);
  }
}

function restNullAt(shape: RestShape, path: readonly string[] | undefined): unknown {
  const [next, ...rest] = path ?? [];
  if (path?.length === 0) return null;
  switch (shape.kind) {
    case 'scalar':
      return SCALARS[shape.type.name] ?? 'text';
    case 'enum':
      return shape.values[0]?.rest;
    case 'list':
      return [restNullAt(shape.of, path && rest)];
    case 'object': {
      const members = shape.members.filter((member: Member) => member.required || member.name === next);
      return Object.fromEntries(
        members.map(({ name, shape: inner }) => [name, restNullAt(inner, name === next ? rest : undefined)]),
      );
    }
  }
}

const restRefused = routes.flatMap((route) =>
  route.body ? [...restPositions(route.body, '')].map((pointer) => ({ route, pointer })) : [],
);

// @spec E13
describe('Null for a member that cannot be null is 400 with its pointer over REST', () => {
  test.each(restRefused.map((one) => [`${one.route.method} ${one.route.path} ${one.pointer}`, one] as const))(
    '%s',
    async (_, { route, pointer }) => {
      const body = JSON.stringify(route.body && restNullAt(route.body, pointer.split('/').slice(1)));
      const path = route.path.replace('{principal_key}', party.principalKey).replace(/\{\w+\}/g, 'x');
      const sent = await asCaller(path, route.method, body);
      refusedAs(sent, 'validation_failed');
      expect(errorsOf(sent.json)).toContainEqual({ pointer, detail: 'must not be null' });
    },
  );
});
