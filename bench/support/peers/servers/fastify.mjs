import Fastify from 'fastify';
import { ready } from './ready.mjs';
import { openPool, tradesText } from './trades.mjs';

/** The floor of a read: a plain JSON route that sends on what one statement made. Nobody is asked who they are. */
const pool = openPool();
const app = Fastify();
app.get('/trades/:principalId', async (request, reply) => {
  reply.type('application/json; charset=utf-8');
  return tradesText(pool, request.params.principalId);
});
// The floor of the envelope: what HTTP alone costs.
app.post('/typename', async () => ({ data: { __typename: 'Query' } }));
await app.listen({ port: 0, host: '127.0.0.1' });
ready(app.server.address().port);
