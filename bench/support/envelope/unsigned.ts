import 'reflect-metadata';
import Fastify from 'fastify';
import { queryContext } from '../../../src/api/graphql/execution/context';
import { DocumentCache } from '../../../src/api/graphql/execution/document-cache';
import { GraphqlExecutor } from '../../../src/api/graphql/execution/executor';
import { limits } from '../../../src/api/graphql/execution/limits';
import { createSchema } from '../../../src/api/graphql/schema';
import { readBody } from '../../../src/api/http/graphql-request';
import type { Services } from '../../../src/operations/context';
import { RequestBudget } from '../../../src/database/transactions/request-budget';

/** Serves our GraphQL behind Fastify in its own process, without envelope, credential, rate limit and scope. */

const schema = createSchema();
const documents = new DocumentCache(schema);
const executor = new GraphqlExecutor(schema, documents);
const app = Fastify();
app.removeAllContentTypeParsers();
app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
  done(null, body);
});

const operator = { kind: 'operator', credentialId: '', agentText: undefined } as const;
// The query `{ __typename }` needs no database and no service.
const services = {} as Services;
const now = (): Promise<Date> => Promise.resolve(new Date());
const db = { query: () => Promise.resolve([]), now, realNow: now };

app.post('/graphql', async (request, reply) => {
  const { query = '', operationName, variables } = readBody(request.body as Buffer);
  const operation = { query, operationName, variables, document: documents.get(query).document };
  const budget = new RequestBudget(limits.readBytes, limits.answerCharacters);
  const context = queryContext({ caller: operator, services, db, requestId: request.id, budget });
  const { data, errors } = await executor.execute(operation, context);
  reply.type('application/json; charset=utf-8');
  return JSON.stringify(errors.length > 0 ? { data, errors } : { data });
});

process.on('disconnect', () => process.exit());
void executor
  .start()
  .then(() => app.listen({ port: 0, host: '127.0.0.1' }))
  .then((url) => process.send?.({ url }));
