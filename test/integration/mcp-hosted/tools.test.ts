import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { createSigningFetch, type Credential, type Fetch } from '../../../src/client';
import { accept, balances, type Deal, mutate, type Party, principal, propose, until } from '../../support/actors';
import { useTestApp } from '../../support/app';
import { connectHosted, mcpUrl, sendMessage, toolCall } from '../../support/hosted-mcp';
import { type Json, startMcp } from '../../support/mcp';
import { putMandate } from '../../support/mandates';
import { twoParties } from '../../support/trades';

/** Tools over `POST /mcp`: for whom they act, and that they act once. */

const app = useTestApp();
let provider: Party;
let consumer: Party;

beforeAll(async () => {
  ({ provider, consumer } = await twoParties(app));
});

const ISSUED = 'credential { credentialId apiKey signingSecret }';
type Issued = Credential & { readonly credentialId: string };

const issue = async ({ owner, principalKey }: Party, limits: Json): Promise<Issued> =>
  (await mutate<{ credential: Issued }>(owner, 'createCredential', { principalKey, ...limits }, ISSUED)).credential;

const tradesOf = async ({ proposalKey }: Deal): Promise<unknown[]> =>
  (
    await principal<{ trades: { nodes: unknown[] } }>(
      consumer.api,
      'trades(filter: { proposalKey: $key }) { nodes { tradeKey state } }',
      { key: proposalKey },
      '($key: ID!)',
    )
  ).trades.nodes;

async function acceptedDeal(): Promise<Deal> {
  const deal = await propose(provider, consumer, { price: 100 });
  await accept(deal, provider, consumer);
  return deal;
}

// @spec MC10
test.each(['2025-11-25', '2026-07-28'])('a client of revision %s lists and calls the tools', async (revision) => {
  const client = revision.startsWith('2026') ? { versionNegotiation: { mode: 'auto' as const } } : {};
  const mcp = await connectHosted(app, consumer.credential, { client });
  expect(mcp.client.getNegotiatedProtocolVersion()).toBe(revision);
  expect((await mcp.client.listTools()).tools).toHaveLength(14);
  expect(await mcp.done('ats_overview')).toMatchObject({ principalKey: consumer.principalKey });
  const { contents } = await mcp.client.readResource({ uri: 'ats://schema' });
  expect(contents).toMatchObject([
    { mimeType: 'application/graphql', text: expect.stringContaining('type Mutation') as unknown },
  ]);
  await mcp.close();
});

// @spec MC10
test('the client of the older SDK lists the tools and calls them', async () => {
  const client = new OldClient({ name: 'old', version: '1.0.0' });
  const signing = createSigningFetch({ credential: consumer.credential });
  await client.connect(new OldTransport(mcpUrl(app), { fetch: signing }));
  expect((await client.listTools()).tools).toHaveLength(14);
  const overview = await client.callTool({ name: 'ats_overview', arguments: {} });
  expect(overview.structuredContent).toMatchObject({ principalKey: consumer.principalKey });
  await client.close();
});

// @spec MC12
test('a credential of scope READ has the reading tools alone, and no other tool can be called', async () => {
  const mcp = await connectHosted(app, await issue(consumer, { scopes: ['READ'] }));
  const { tools } = await mcp.client.listTools();
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
  expect(tools.map(({ name }) => name)).not.toContain('ats_respond');
  const { proposalKey } = await propose(provider, consumer);
  const call = await mcp.call('ats_respond', { proposalKey, decision: 'REJECT', revisionNo: 1 });
  expect([call.isError, call.body]).toMatchObject([true, { code: 'read_only' }]);
  expect(call.body['remedy']).toBe(
    'ats_respond is off. The credential only reads. Tell your user, who can change that.',
  );
  expect(await consumer.api.proposals.get({ proposalKey })).toMatchObject({ state: 'PROPOSED' });
  const publish = { action: 'publish', side: 'CONSUME', tradeProfile: 'p', title: 't', priceStamps: 1 };
  expect((await mcp.call('ats_find_partners', publish)).isError).toBe(true);
  await mcp.close();
});

// @spec MC12
test('a credential of one agent acts as this agent, and refuses another one', async () => {
  const credential = await issue(consumer, { agentKey: consumer.agentKey });
  const mcp = await connectHosted(app, credential);
  const { proposalKey } = await propose(provider, consumer);
  const answer = { proposalKey, decision: 'ACCEPT', revisionNo: 1 };
  expect(await mcp.done('ats_respond', answer)).toMatchObject({ state: 'PROPOSED' });
  await mcp.close();
  const other = createSigningFetch({ credential, agentId: provider.agentKey });
  const { status, json } = await sendMessage(app, other, toolCall('ats_overview'));
  expect([status, json['code']]).toEqual([403, 'agent_mismatch']);
});

// @spec MC12
test('a mandate bounds the tools, and names the approval that an owner must give', async () => {
  const { provider: seller, consumer: buyer } = await twoParties(app);
  await putMandate(buyer, { perTradeStamps: 1000, approvalAboveStamps: 50 });
  const mcp = await connectHosted(app, buyer.credential, { agentId: buyer.agentKey });
  const accept = async (price: number) => {
    const { proposalKey } = await propose(seller, buyer, { price });
    return mcp.call('ats_respond', { proposalKey, decision: 'ACCEPT', revisionNo: 1 });
  };
  expect((await accept(100)).body).toMatchObject({
    code: 'approval_required',
    approvalKey: expect.any(String) as unknown,
  });
  expect((await accept(2000)).body).toMatchObject({ code: 'mandate_exceeded' });
  await mcp.close();
});

// @spec MC13
test('a call repeated after a lost answer has one effect, also in another process over stdio', async () => {
  const deal = await acceptedDeal();
  const before = await balances(consumer);
  const args = { proposalKey: deal.proposalKey, intentId: 'hosted-start' };
  const dropping: Fetch = async (url, init) => {
    await (await fetch(url, init)).text();
    throw new TypeError('the answer was lost', { cause: 'test' });
  };
  const lost = createSigningFetch({ credential: consumer.credential, fetch: dropping });
  await expect(sendMessage(app, lost, toolCall('ats_start_trade', args))).rejects.toThrow('lost');
  const spent = await balances(consumer);
  expect(before.ticketBalanceStamps - spent.ticketBalanceStamps).toBe(100 + 1 + 20);
  const hosted = await connectHosted(app, consumer.credential);
  const first = await hosted.done<{ tradeKey: string }>('ats_start_trade', args);
  await hosted.close();
  const { principalKey, credential } = consumer;
  const stdio = await startMcp(app, { principalKey, credential, agentId: undefined });
  const second = await stdio.done<{ tradeKey: string }>('ats_start_trade', args);
  await stdio.close();
  expect(await tradesOf(deal)).toEqual([{ tradeKey: first.tradeKey, state: 'EXECUTING' }]);
  expect(second.tradeKey).toBe(first.tradeKey);
  expect(await balances(consumer)).toEqual(spent);
});

// @spec MC13
test('a signed request that is sent twice has one effect, also without an intentId', async () => {
  const sent: Promise<Response>[] = [];
  const twice: Fetch = async (url, init) => {
    sent.push(fetch(url, init), fetch(url, init));
    return (await Promise.all(sent))[0] as Response;
  };
  const signing = createSigningFetch({ credential: consumer.credential, fetch: twice });
  const listing = { side: 'CONSUME', tradeProfile: 'hosted.twice', title: 'Once', priceStamps: 10 };
  await sendMessage(app, signing, toolCall('ats_find_partners', { action: 'publish', ...listing }));
  const texts = await Promise.all(sent.slice(1).map(async (response) => (await response).text()));
  expect(texts).toHaveLength(1);
  const { listings } = await principal<{ listings: { nodes: { tradeProfile: string }[] } }>(
    consumer.api,
    'listings(first: 50) { nodes { tradeProfile } }',
  );
  expect(listings.nodes.filter(({ tradeProfile }) => tradeProfile === listing.tradeProfile)).toHaveLength(1);
});

// @spec MC13
test('20 calls at once with one intentId have one effect', async () => {
  const deal = await acceptedDeal();
  const before = await balances(consumer);
  const signing = createSigningFetch({ credential: consumer.credential });
  const call = toolCall('ats_start_trade', { proposalKey: deal.proposalKey, intentId: 'hosted-at-once' });
  const answers = await Promise.all(Array.from({ length: 20 }, () => sendMessage(app, signing, call)));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  expect(await tradesOf(deal)).toHaveLength(1);
  expect(before.ticketBalanceStamps - (await balances(consumer)).ticketBalanceStamps).toBe(100 + 1 + 20);
});

// @spec MC12
test('a revoked credential cannot call a tool', async () => {
  const credential = await issue(consumer, { scopes: ['READ', 'TRADE'] });
  const signing = createSigningFetch({ credential });
  expect((await sendMessage(app, signing, toolCall('ats_overview'))).status).toBe(200);
  const { owner, principalKey } = consumer;
  await mutate(
    owner,
    'revokeCredential',
    { principalKey, credentialId: credential.credentialId },
    'credential { status }',
  );
  const { status, json } = await until(
    () => sendMessage(app, signing, toolCall('ats_overview')),
    (answer) => answer.status === 401,
  );
  expect([status, json['code']]).toEqual([401, 'credential_invalid']);
});
