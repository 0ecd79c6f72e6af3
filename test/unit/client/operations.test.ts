import 'reflect-metadata';
import { getNullableType, isListType, isObjectType, parse, validate } from 'graphql';
import { operationFragments, operationRows } from '../../../packages/client/src/operations';
import { NULLABLE_ROOTS } from '../../../scripts/client-operations';
import { createSchema } from '../../../src/api/graphql/schema';
import { createClient } from '../../../src/client';

/** The typed functions of the client, and the schema. */

const schema = createSchema();
const documentOf = ({ text, fragments }: (typeof operationRows)[number]): string =>
  [text, ...fragments.map((name) => operationFragments[name])].join(' ');
/** `follow` and `createEventStream` read these subscriptions, with a cursor. */
const EVENT_STREAMS = ['events', 'tradeCompleted', 'tradeFailed'];

it.each(['query', 'mutation', 'subscription'] as const)('should have a function for every %s of the schema', (kind) => {
  const roots = {
    query: schema.getQueryType(),
    mutation: schema.getMutationType(),
    subscription: schema.getSubscriptionType(),
  };
  const fields = Object.keys(roots[kind]?.getFields() ?? {}).filter((name) => !EVENT_STREAMS.includes(name));
  const called = operationRows.filter((row) => row.kind === kind).map(({ path }) => path[0]);
  expect([...new Set(called)].toSorted()).toEqual(fields.toSorted());
});

it('should have null in the result of each query whose description says so', () => {
  const fields = Object.values(schema.getQueryType()?.getFields() ?? {});
  const objects = fields.filter(({ type }) => !isListType(getNullableType(type)));
  const nullable = objects.filter(({ description }) => /\bNull\b/.test(description ?? ''));
  expect(nullable.map(({ name }) => name).toSorted()).toEqual([...NULLABLE_ROOTS].toSorted());
});

it('should have a function for every list and every object by key of a principal', () => {
  const { principal } = schema.getQueryType()?.getFields() ?? {};
  const fields = isObjectType(principal?.type) ? Object.values(principal.type.getFields()) : [];
  const withArguments = fields.filter(({ args }) => args.length > 0);
  const read = operationRows.filter(({ path }) => path[0] === 'principal').map(({ path }) => path[1]);
  // A match run is found by its id. The other functions return the keys of its list.
  const missing = withArguments.map(({ name }) => name).filter((name) => !read.includes(name));
  expect(missing).toEqual(['matchRuns']);
});

it.each(operationRows.map((row) => [`${row.group}.${row.method}`, row] as const))(
  'should send a valid document that uses each of its fragments for %s',
  (_name, row) => {
    expect(validate(schema, parse(documentOf(row)))).toEqual([]);
  },
);

it('should offer each row of the table as a function', () => {
  const client = createClient({ url: 'http://127.0.0.1', credential: { apiKey: 'a', signingSecret: 's' } });
  const groups = client as unknown as Record<string, Record<string, unknown>>;
  const kinds = operationRows.map(({ group, method }) => typeof groups[group]?.[method]);
  expect(kinds).toEqual(operationRows.map(() => 'function'));
});

it('should refuse an argument that a query or a subscription does not have, before it is sent', async () => {
  const ats = createClient({ url: 'http://127.0.0.1:9', credential: { apiKey: 'ak', signingSecret: 'sk' } });
  const wrong = { from: '2026-11-28T00:00:00Z' } as never;
  const refusal = /^principals\.events has no argument from\. It has: .*filter/;
  await expect(ats.principals.events(wrong)).rejects.toThrow(refusal);
  expect(() => ats.trades.updates({ key: 'trd_1' } as never)).toThrow(/^trades\.updates has no argument key\./);
});
