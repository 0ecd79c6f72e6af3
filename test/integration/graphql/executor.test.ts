import { queryContext } from '../../../src/api/graphql/execution/context';
import { DocumentCache } from '../../../src/api/graphql/execution/document-cache';
import { GraphqlExecutor } from '../../../src/api/graphql/execution/executor';
import { limits } from '../../../src/api/graphql/execution/limits';
import { createSchema } from '../../../src/api/graphql/schema';
import { RequestBudget } from '../../../src/database/transactions/request-budget';
import { newId } from '../../support/ledger';
import { testServices } from '../../support/service';

/** Decision 0026: one pipeline executes every request, and parses no document twice. */

const schema = createSchema();
const documents = new DocumentCache(schema);
const executor = new GraphqlExecutor(schema, documents);
beforeAll(() => executor.start());
afterAll(() => executor.stop());

// Apollo stores each document that it parsed and validated itself.
const stored = jest.spyOn(documents.store, 'set');
beforeEach(() => void stored.mockClear());

// The queries here need no database.
const now = (): Promise<Date> => Promise.resolve(new Date());
const db = { query: () => Promise.reject(new Error('no database')), now, realNow: now };

function context() {
  const caller = { kind: 'operator', credentialId: newId(), agentText: undefined } as const;
  const budget = new RequestBudget(limits.readBytes, limits.answerCharacters);
  return queryContext({ requestId: 'req_', caller, services: testServices(), db, budget });
}

// More than the executions after which a query is compiled.
const REPEATS = 5;

test.each([
  ['a read', '{ __typename }', { __typename: 'Query' }],
  ['introspection', '{ __schema { queryType { name } } }', { __schema: { queryType: { name: 'Query' } } }],
  ['a directive', '{ __typename @skip(if: true) }', {}],
])('every execution of %s should answer the same, without a second parse of its document', async (_, query, data) => {
  const { document } = documents.get(query);
  for (let n = 0; n < REPEATS; n += 1) {
    const request = { query, document, variables: {}, operationName: undefined };
    expect(await executor.execute(request, context())).toEqual({ data, errors: [] });
  }
  expect(stored).not.toHaveBeenCalled();
});

test('a document that came another way should be parsed and validated once', async () => {
  const query = '{ a: __typename b: __typename }';
  const { document } = new DocumentCache(schema).get(query);
  for (let n = 0; n < REPEATS; n += 1) {
    await executor.execute({ query, document, variables: {}, operationName: undefined }, context());
  }
  expect(stored).toHaveBeenCalledTimes(1);
});

test('every execution should answer its error, also of a compiled query', async () => {
  const query = '{ principal { id } }';
  const { document } = documents.get(query);
  for (let n = 0; n < REPEATS; n += 1) {
    const { errors } = await executor.execute({ query, document, variables: {}, operationName: undefined }, context());
    expect(errors).toHaveLength(1);
  }
  expect(stored).not.toHaveBeenCalled();
});
