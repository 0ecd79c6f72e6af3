import Fastify from 'fastify';
import { ready } from './ready.mjs';
import { openPool, tradesText } from './trades.mjs';

/** Floor of a read: a JSON route that sends the result of one statement. It checks no credentials. */
const pool = openPool();
const app = Fastify();
app.get('/trades/:principalId', async (request, reply) => {
  reply.type('application/json; charset=utf-8');
  return tradesText(pool, request.params.principalId);
});
// Floor of the envelope: the cost of HTTP alone.
app.post('/typename', async () => ({ data: { __typename: 'Query' } }));
await app.listen({ port: 0, host: '127.0.0.1' });
ready(app.server.address().port);
