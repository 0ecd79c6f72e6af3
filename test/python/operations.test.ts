import 'reflect-metadata';
import { join } from 'node:path';
import { Kind, parse, type SelectionSetNode, validate } from 'graphql';
import { operationFragments, operationRows } from '../../packages/client/src/operations';
import { createSchema } from '../../src/api/graphql/schema';
import { assertShape, estimatedCost, limits } from '../../src/api/graphql/execution/limits';
import { createClient } from '../../src/client';
import { findPython, PACKAGE, runOrThrow } from '../support/python';

/** The functions of the Python package, beside those of the client for Node.js. */

type Signatures = Readonly<Record<string, string>>;

interface Found {
  /** Parameters of each function by its path, such as `trades.get`. */
  readonly sync: Signatures;
  readonly async: Signatures;
  /** Functions that are coroutines or return a stream of asyncio. */
  readonly asynchronous: readonly string[];
  readonly documents: Readonly<Record<string, string>>;
}

const PROGRAM = `
import inspect, json
from agent_trading import AsyncClient, Client, Credential, operation_documents

def functions(value, prefix=""):
    for name in dir(value):
        member = getattr(value, name)
        if name.startswith("_"):
            continue
        if inspect.ismethod(member):
            yield prefix + name, member
        elif prefix == "" and type(member).__module__.startswith("agent_trading._"):
            yield from functions(member, f"{name}.")

def signatures(found):
    return {name: str(inspect.signature(function).replace(return_annotation=inspect.Signature.empty)) for name, function in found}

def is_asynchronous(function):
    return inspect.iscoroutinefunction(function) or "Async" in str(inspect.signature(function).return_annotation)

credential = Credential("key", "secret")
sync, asynchronous = Client("http://127.0.0.1", credential), AsyncClient("http://127.0.0.1", credential)
print(json.dumps({
    "sync": signatures(functions(sync)),
    "async": signatures(functions(asynchronous)),
    "asynchronous": [name for name, function in functions(asynchronous) if is_asynchronous(function)],
    "documents": {name: value for name, value in vars(operation_documents).items() if name.isupper() and isinstance(value, str)},
}))
`;

const schema = createSchema();
let found: Found;

beforeAll(async () => {
  const output = await runOrThrow(findPython(), ['-c', PROGRAM], PACKAGE, { PYTHONPATH: join(PACKAGE, 'src') });
  found = JSON.parse(output) as Found;
});

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Paths of all functions of the client for Node.js, in snake_case. `fetch` sends requests of other libraries. */
function namesInTypescript(): string[] {
  const client: object = createClient({ url: 'http://127.0.0.1', credential: { apiKey: 'a', signingSecret: 's' } });
  const members = Object.entries(client).flatMap(([name, value]: [string, unknown]) => {
    if (typeof value === 'function') return [name];
    return typeof value === 'object' && value !== null ? Object.keys(value).map((method) => `${name}.${method}`) : [];
  });
  return members.filter((name) => name !== 'fetch').map(snakeCase);
}

// @spec PY4
it('should have every function of the client for Node.js in snake_case, in both Python clients', () => {
  const names = namesInTypescript();
  expect(names.length).toBeGreaterThan(operationRows.length);
  expect(names.filter((name) => !(name in found.sync))).toEqual([]);
  expect(names.filter((name) => !(name in found.async))).toEqual([]);
});

it('should have the same parameters in both Python clients, and an asynchronous function in one', () => {
  const { aclose, ...others } = found.async;
  const groups = Object.entries(others).filter(([name]) => name.includes('.'));
  expect(aclose).toBe(found.sync['close']);
  expect(Object.fromEntries(groups)).toEqual(
    Object.fromEntries(Object.entries(found.sync).filter(([name]) => name.includes('.'))),
  );
  expect(groups.map(([name]) => name).filter((name) => !found.asynchronous.includes(name))).toEqual([]);
});

it('should take an idempotency key in each mutation', () => {
  const mutations = operationRows.filter(({ kind }) => kind === 'mutation');
  const names = mutations.map(({ group, method }) => `${group}.${snakeCase(method)}`);
  expect(names.filter((name) => !found.sync[name]?.includes('idempotency_key: '))).toEqual([]);
});

it('should send documents that the schema accepts, within the limits of a request', () => {
  const documents = Object.values(found.documents).map((text) => parse(text));
  expect(documents).toHaveLength(operationRows.length - 1);
  for (const document of documents) {
    expect(validate(schema, document)).toEqual([]);
    assertShape(schema, document);
  }
});

it('should have lists whose longest page is within the limit of costs', () => {
  const lists = Object.entries(found.documents).filter(([, text]) => /nodes \{/.test(text) && /\$first\b/.test(text));
  const costs = lists.map(([name, text]) => ({ name, cost: costOf(text) }));
  expect(costs.length).toBeGreaterThan(15);
  expect(costs.filter(({ cost }) => cost > limits.cost)).toEqual([]);
});

/** The cost of the longest page. */
function costOf(text: string): number {
  const keys = [...text.matchAll(/\$(\w+): ID!/g)].map(([, name = '']) => [name, 'key'] as const);
  const variables: Record<string, unknown> = { ...Object.fromEntries(keys), first: 200 };
  return estimatedCost(schema, parse(text), variables, undefined);
}

/** Older names of two fields, which the client for Node.js still reads. */
const OLDER_FIELDS = /compensations\.(amount|exposureBasis)$/;

it('should read every field that the client for Node.js reads', () => {
  const missing = operationRows.flatMap(({ group, method, text, fragments }) => {
    const own = found.documents[`${group}_${snakeCase(method)}`.toUpperCase()];
    if (own === undefined) return [];
    const read = new Set(leavesOf(own));
    const all = leavesOf([text, ...fragments.map((name) => operationFragments[name] ?? '')].join(' '));
    return all
      .filter((path) => !read.has(path) && !OLDER_FIELDS.test(path))
      .map((path) => `${group}.${method}: ${path}`);
  });
  expect(missing).toEqual([]);
});

/** Paths of the values that a document selects. */
function leavesOf(text: string): string[] {
  const { definitions } = parse(text);
  const fragments = new Map(
    definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node] as const] : [])),
  );
  const leaves = (node: SelectionSetNode | undefined, path: string): string[] =>
    (node?.selections ?? []).flatMap((one) => {
      if (one.kind === Kind.FRAGMENT_SPREAD) return leaves(fragments.get(one.name.value)?.selectionSet, path);
      if (one.kind === Kind.INLINE_FRAGMENT) return leaves(one.selectionSet, path);
      const below = path === '' ? one.name.value : `${path}.${one.name.value}`;
      return one.selectionSet === undefined ? [below] : leaves(one.selectionSet, below);
    });
  return definitions.flatMap((node) => (node.kind === Kind.OPERATION_DEFINITION ? leaves(node.selectionSet, '') : []));
}
