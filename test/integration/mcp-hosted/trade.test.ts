import type { Party } from '../../support/actors';
import { startTestApp, type TestApp } from '../../support/app';
import { connectHosted } from '../../support/hosted-mcp';
import type { McpTools } from '../../support/mcp';
import { tradeWithDispute } from '../../support/mcp-trade';
import { twoParties } from '../../support/trades';

/** A whole trade over `POST /mcp`: the buyer speaks revision 2026-07-28, the seller a revision of 2025. */

let app: TestApp;
let consumer: Party;
let seller: McpTools;
let buyer: McpTools;

beforeAll(async () => {
  app = await startTestApp();
  const parties = await twoParties(app);
  ({ consumer } = parties);
  seller = await connectHosted(app, parties.provider.credential);
  const client = { versionNegotiation: { mode: 'auto' as const } };
  buyer = await connectHosted(app, consumer.credential, { client });
});
afterAll(async () => {
  await seller.close();
  await buyer.close();
  await app.stop();
});

// @spec MC10
test('both sides finish a trade with a dispute over POST /mcp, in two revisions of the protocol', async () => {
  expect(seller.client.getNegotiatedProtocolVersion()).toBe('2025-11-25');
  expect(buyer.client.getNegotiatedProtocolVersion()).toBe('2026-07-28');
  await tradeWithDispute(app, { seller, buyer }, consumer);
});
