import { parse } from 'graphql';
import { readingContext } from '../../../src/api/graphql/execution/context';
import { Engine } from '../../../src/api/graphql/execution/executor';
import { limits } from '../../../src/api/graphql/execution/limits';
import { createSchema } from '../../../src/api/graphql/schema';
import { RequestBudget } from '../../../src/database/transactions/request-budget';
import { newId } from '../../support/ledger';
import { testServices } from '../../support/service';

/** Decision 0026: a document is parsed and validated where it comes in, and nowhere after. */

const engine = new Engine(createSchema());
beforeAll(() => engine.start());
afterAll(() => engine.stop());

// What is asked here is answered without a database.
const db = { query: () => Promise.reject(new Error('not asked')), now: () => Promise.resolve(new Date()) };

function context() {
  const caller = { kind: 'operator', credentialId: newId(), agentText: undefined } as const;
  const allowance = new RequestBudget(limits.readBytes, limits.answerCharacters);
  return readingContext({ requestId: 'req_', caller, services: testServices(), db, allowance });
}

test.each([
  ['a read', '{ __typename }', { __typename: 'Query' }],
  ['introspection', '{ __schema { queryType { name } } }', { __schema: { queryType: { name: 'Query' } } }],
  ['a directive', '{ __typename @skip(if: true) }', {}],
])('%s is executed as it was parsed, the first time and every time after', async (_, text, data) => {
  const document = parse(text);
  // Whoever parses it once more fails.
  const request = { query: `{ ${text}`, document, variables: {}, operationName: undefined };
  for (let n = 0; n < 5; n += 1) {
    expect(await engine.execute(request, context())).toEqual({ data, errors: [] });
  }
});
