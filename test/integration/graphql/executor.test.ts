import type { ApolloServerPlugin } from '@apollo/server';
import { type Context, queryContext } from '../../../src/api/graphql/execution/context';
import { DocumentCache } from '../../../src/api/graphql/execution/document-cache';
import { GraphqlExecutor } from '../../../src/api/graphql/execution/executor';
import { limits } from '../../../src/api/graphql/execution/limits';
import { createSchema } from '../../../src/api/graphql/schema';
import { RequestBudget } from '../../../src/database/transactions/request-budget';
import { newId } from '../../support/ledger';
import { testServices } from '../../support/service';

/** Decision 0026: one pipeline executes every request, and parses no document twice. */

let steps: string[] = [];
const step = (name: string) => (): Promise<void> => {
  steps.push(name);
  return Promise.resolve();
};
const recordSteps: ApolloServerPlugin<Context> = {
  async requestDidStart() {
    await step('request')();
    return {
      parsingDidStart: step('parse'),
      validationDidStart: step('validate'),
      executionDidStart: step('execute'),
      didEncounterErrors: step('errors'),
      willSendResponse: step('response'),
    };
  },
};

const schema = createSchema();
const documents = new DocumentCache(schema);
const executor = new GraphqlExecutor(schema, documents, [recordSteps]);
beforeAll(() => executor.start());
afterAll(() => executor.stop());
beforeEach(() => void (steps = []));

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
const times = <T>(hooks: readonly T[]): T[] => Array.from({ length: REPEATS }, () => hooks).flat();

test.each([
  ['a read', '{ __typename }', { __typename: 'Query' }],
  ['introspection', '{ __schema { queryType { name } } }', { __schema: { queryType: { name: 'Query' } } }],
  ['a directive', '{ __typename @skip(if: true) }', {}],
])('plugins should see every execution of %s, and no second parse of its document', async (_, query, data) => {
  const { document } = documents.get(query);
  for (let n = 0; n < REPEATS; n += 1) {
    const request = { query, document, variables: {}, operationName: undefined };
    expect(await executor.execute(request, context())).toEqual({ data, errors: [] });
  }
  expect(steps).toEqual(times(['request', 'execute', 'response']));
});

test('a document that came another way should be parsed and validated once', async () => {
  const query = '{ a: __typename b: __typename }';
  const { document } = new DocumentCache(schema).get(query);
  for (let n = 0; n < REPEATS; n += 1) {
    await executor.execute({ query, document, variables: {}, operationName: undefined }, context());
  }
  expect(steps.filter((name) => name === 'parse' || name === 'validate')).toEqual(['parse', 'validate']);
});

test('plugins should see every error, also of a compiled query', async () => {
  const query = '{ principal { id } }';
  const { document } = documents.get(query);
  for (let n = 0; n < REPEATS; n += 1) {
    const { errors } = await executor.execute({ query, document, variables: {}, operationName: undefined }, context());
    expect(errors).toHaveLength(1);
  }
  expect(steps).toEqual(times(['request', 'execute', 'errors', 'response']));
});
