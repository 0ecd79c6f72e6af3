import { createServer } from 'node:http';
import { postgraphile } from 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { grafserv } from 'postgraphile/grafserv/node';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';
import { ready } from './ready.mjs';

// PostGraphile requires Node 22 only for this function. Everything else works on Node 20.
Promise.withResolvers ??= function withResolvers() {
  const made = {};
  made.promise = new this((resolve, reject) => Object.assign(made, { resolve, reject }));
  return made;
};

/** PostGraphile with its defaults over our tables. It generates the schema. */
const instance = postgraphile({
  extends: [PostGraphileAmberPreset],
  pgServices: [
    makePgService({
      connectionString: process.env.DATABASE_URL,
      schemas: ['public'],
      pubsub: false,
      poolConfig: { max: Number(process.env.CONNECTIONS), idleTimeoutMillis: 600_000 },
    }),
  ],
  grafast: { explain: false },
  grafserv: { graphiql: false, watch: false },
});
const server = createServer();
await instance.createServ(grafserv).addTo(server);
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
ready(server.address().port);
