import Fastify, { type FastifyInstance } from 'fastify';
import { createExternalCallLimiter } from '../../../src/adapters/external-call-limiter';
import { DocumentCache } from '../../../src/api/graphql/execution/document-cache';
import { GraphqlExecutor } from '../../../src/api/graphql/execution/executor';
import { createSchema } from '../../../src/api/graphql/schema';
import { Authenticator } from '../../../src/api/auth/authenticator';
import { RequestLog } from '../../../src/api/http/request-log';
import { RequestPipeline } from '../../../src/api/http/request-pipeline';
import { RequestBodies } from '../../../src/api/connections/request-bodies';
import { UnreadAnswers } from '../../../src/api/connections/unread-answers';
import { RateLimit } from '../../../src/api/auth/rate-limit';
import { addRestRoutes } from '../../../src/api/http/rest-routes';
import { createPlatformCredential } from '../../../src/operations/commands/platform-credential';
import { compileRoutes } from '../../../src/api/rest/compile/compile';
import { GET } from '../../../src/api/rest/routes/route';
import { pageLimits } from '../../../src/database/sql/pages';
import type { Database } from '../../../src/database/transactions/database';
import { freshDatabase } from '../../support/database';
import { type Rest, restAs } from '../../support/rest';
import { addressParts, openStore, testServices } from '../../support/service';

/** The headers of deprecated paths (RFC 9745, RFC 8594), with sample routes. */

const rows = [
  GET('/old-packs', 'query { body: ticketPacks { ...TicketPack } }', {
    deprecated: {
      since: new Date('2026-01-01T00:00:00Z'),
      sunset: new Date('2027-06-30T23:59:59Z'),
      link: 'https://example.com/changes',
    },
  }),
  GET('/older-packs', 'query { body: ticketPacks { ...TicketPack } }', { deprecated: { since: new Date(0) } }),
  GET('/new-packs', 'query { body: ticketPacks { ...TicketPack } }'),
];

let server: FastifyInstance;
let store: Database;
let executor: GraphqlExecutor;
let rest: Rest;
let drop: () => Promise<void>;

beforeAll(async () => {
  const database = await freshDatabase();
  drop = () => database.drop();
  store = await openStore(database.ownerUrl);
  const services = testServices();
  const schema = createSchema();
  executor = new GraphqlExecutor(schema, new DocumentCache(schema));
  await executor.start();
  server = Fastify();
  const unreadAnswers = new UnreadAnswers(services.settings, services.metrics);
  addRestRoutes(server, compileRoutes(schema, rows, pageLimits), {
    services,
    clock: { now: () => new Date() },
    authenticator: new Authenticator(store, services.secrets),
    rateLimit: new RateLimit(100, () => Date.now()),
    requestLog: new RequestLog(services.log, schema, false),
    ...addressParts(services),
    unreadAnswers,
    requestBodies: new RequestBodies(services.settings, services.metrics),
    pipeline: new RequestPipeline({
      executor,
      hours: { ensureOpen: () => Promise.resolve() },
      store,
      services,
      externalCalls: createExternalCallLimiter(12),
      unreadAnswers,
    }),
  });
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  const credential = await store.inTransaction((tx) => createPlatformCredential(tx, services, 'operator'));
  rest = restAs({ url }, { credential });
});
afterAll(async () => {
  await server.close();
  await executor.stop();
  await store.close();
  await drop();
});

const deprecationHeaders = ({ headers }: { readonly headers: Headers }): unknown[] =>
  ['deprecation', 'sunset', 'link'].map((name) => headers.get(name));

// @spec V7
it('Every answer of a deprecated path names the date, the end and a page about the replacement', async () => {
  const expected = [
    '@1767225600',
    'Wed, 30 Jun 2027 23:59:59 GMT',
    '<https://example.com/changes>; rel="deprecation"; type="text/html"',
  ];
  const accepted = await rest.get('/old-packs');
  expect([accepted.status, deprecationHeaders(accepted)]).toEqual([200, expected]);
  const refused = await rest.get('/old-packs?x=1');
  expect([refused.status, deprecationHeaders(refused)]).toEqual([400, expected]);
});

it('should name no end for a deprecated path without one', async () => {
  expect(deprecationHeaders(await rest.get('/older-packs'))).toEqual(['@0', null, null]);
});

it('should send no deprecation headers for other paths', async () => {
  const sent = await rest.get('/new-packs');
  expect([sent.status, deprecationHeaders(sent)]).toEqual([200, [null, null, null]]);
});
