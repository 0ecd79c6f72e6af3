import Fastify from 'fastify';
import mercurius from 'mercurius';
import { ready } from './ready.mjs';
import { openPool, tradesText } from './trades.mjs';

/** mercurius with its just-in-time compiler over the statement of the floor. Its schema serves only this query. */
const schema = `
  scalar Stamps
  scalar Time
  type Party { principalId: ID! displayName: String! }
  type Step {
    stepNo: Int! title: String! state: String! priceStamps: Stamps! activatedAt: Time checkpointStatus: String
    coverageBps: Int provider: Party! consumer: Party!
  }
  type Participant { principalId: ID! bondStamps: Stamps! }
  type Settlement {
    settlementId: ID! outcome: String! failureClass: String slashAmount: Stamps! policyVersion: String!
    evidenceSha256: String! settledAt: Time!
  }
  type Trade {
    tradeId: ID! state: String! createdAt: Time! settledAt: Time steps: [Step!]! participants: [Participant!]!
    settlement: Settlement
  }
  type Query { trades(principalId: ID!): [Trade!]! }`;

const pool = openPool();
const app = Fastify();
app.register(mercurius, {
  schema,
  resolvers: { Query: { trades: async (_, { principalId }) => JSON.parse(await tradesText(pool, principalId)) } },
  jit: 1,
});
await app.listen({ port: 0, host: '127.0.0.1' });
ready(app.server.address().port);
