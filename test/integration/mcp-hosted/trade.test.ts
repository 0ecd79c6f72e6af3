import type { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { createSigningFetch } from '../../../src/client';
import { buyTickets, type Party } from '../../support/actors';
import { useTestApp } from '../../support/app';
import { connectHosted, mcpUrl } from '../../support/hosted-mcp';
import { connectOldClient, type McpSide } from '../../support/mcp';
import { tradeWithDispute } from '../../support/mcp-trade';
import { Application, connectApplication, finishAuthorization } from '../../support/oauth-application';
import { createOwnedParty, type OwnedParty } from '../../support/oauth-owner';

/** Whole trades over `POST /mcp`, by clients of both generations of the SDK and both revisions of the protocol. */

const app = useTestApp();

async function connectOld({ credential }: Party): Promise<McpSide> {
  const transport = new OldTransport(mcpUrl(app), { fetch: createSigningFetch({ credential }) });
  const side = await connectOldClient(transport);
  expect(transport.protocolVersion).toBe('2025-11-25');
  return side;
}

async function connectNew({ credential }: Party): Promise<McpSide> {
  const side = await connectHosted(app, credential, { client: { versionNegotiation: { mode: 'auto' } } });
  expect(side.client.getNegotiatedProtocolVersion()).toBe('2026-07-28');
  return side;
}

/** Connects an application of a human, who then allows it to trade. */
async function connectByOauth({ human }: OwnedParty): Promise<McpSide> {
  const application = new Application({ subject: human });
  const side = await connectApplication(app, application);
  const error: unknown = await side.call('ats_start_trade').catch((refused: unknown) => refused);
  const transport = side.client.transport as StreamableHTTPClientTransport;
  await finishAuthorization({ transport, error }, application);
  expect(application.saved?.scope).toBe('ats:read ats:trade');
  return side;
}

const CONNECT = { 'SDK 1': connectOld, 'SDK 2': connectNew, OAuth: connectByOauth };

// @spec MC10
test.each([
  ['SDK 1', 'SDK 2'],
  ['SDK 2', 'SDK 1'],
  ['SDK 1', 'OAuth'],
] as const)(
  'both sides finish a trade with a dispute over POST /mcp: a seller with %s, a buyer with %s',
  async (by, to) => {
    const provider = await createOwnedParty(app, 'Provider');
    const consumer = await createOwnedParty(app, 'Consumer');
    for (const party of [provider, consumer]) await buyTickets(party);
    const sides = { seller: await CONNECT[by](provider), buyer: await CONNECT[to](consumer) };
    await tradeWithDispute(app, sides, consumer);
    await Promise.all([sides.seller.close(), sides.buyer.close()]);
  },
);
