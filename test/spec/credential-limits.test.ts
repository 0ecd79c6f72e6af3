import { randomUUID } from 'node:crypto';
import { createClient, type Client } from '../../src/client';
import { idFromKeyOrUuid } from '../../src/domain/keys';
import { accept, createParty, propose, startTrade, type Party, until } from '../support/actors';
import { useTestApp } from '../support/app';
import {
  codeOf,
  ISSUED,
  type Issued,
  mutate,
  plainClient,
  provisioned,
  refusalOf,
  withOwnerConnection,
} from '../support/parties';
import { buy } from '../support/ledger';

/** Specification: limits of credentials. */
const app = useTestApp();

type Limits = Record<string, unknown>;

const issue = async (owner: Client, principalKey: string, limits: Limits): Promise<Issued> =>
  (
    await mutate<{ credential: Issued }>(
      owner,
      'createCredential',
      { principalKey, ...limits },
      `credential { ${ISSUED} }`,
    )
  ).credential;

const limited = async (owner: Client, principalKey: string, limits: Limits): Promise<Client> =>
  plainClient(app, await issue(owner, principalKey, limits));

const look = (client: Client) => codeOf(client.queryOrThrow('{ principal { id } }'));

/** A party with stamps and a second agent. */
async function partyWithTwoAgents(name: string): Promise<Party & { readonly otherAgentKey: string }> {
  const party = await createParty(app, name);
  const principalId = idFromKeyOrUuid('prn', party.principalKey) ?? '';
  await withOwnerConnection(app, (db) => buy(db, principalId, 100_000n));
  const { principalKey } = party;
  const card = { name: 'Other', description: 'Another agent.', version: '1.0.0', capabilities: {} };
  const { agent } = await mutate<{ agent: { agentKey: string } }>(
    party.owner,
    'registerAgent',
    { principalKey, card },
    'agent { agentKey }',
  );
  return { ...party, otherAgentKey: agent.agentKey };
}

/** The same party, calling with a credential of one agent and without `X-Agent-Id`. */
async function boundTo(party: Party, agentKey: string): Promise<Party> {
  return { ...party, api: await limited(party.owner, party.principalKey, { agentKey }) };
}

describe('A credential of one agent', () => {
  // @spec CR16
  test('shows its agent and its label, and a credential of the whole principal shows none', async () => {
    const party = await createParty(app, 'shows');
    const { principalKey, agentKey } = party;
    await issue(party.owner, principalKey, { agentKey, label: 'buyer in production', scopes: ['TRADE', 'READ'] });
    const { principal } = await party.api.queryOrThrow<{ principal: { credentials: { nodes: unknown[] } } }>(
      '{ principal { credentials { nodes { agentKey label scopes expiresAt status agent { agentKey } } } } }',
    );
    expect(principal.credentials.nodes).toEqual([
      {
        agentKey,
        agent: { agentKey },
        label: 'buyer in production',
        scopes: ['READ', 'TRADE'],
        expiresAt: null,
        status: 'ACTIVE',
      },
      {
        agentKey: null,
        agent: null,
        label: null,
        scopes: ['READ', 'TRADE', 'MONEY'],
        expiresAt: null,
        status: 'ACTIVE',
      },
    ]);
  });

  // @spec CR16
  test('gets 403 agent_mismatch for the X-Agent-Id of another agent, in a read and in a mutation', async () => {
    const party = await partyWithTwoAgents('header');
    const credential = await issue(party.owner, party.principalKey, { agentKey: party.agentKey });
    const client = (agentId: string) => createClient({ url: app.url, credential, agentId, retry: { attempts: 1 } });
    const refused = { status: 403, code: 'agent_mismatch' };
    const other = client(party.otherAgentKey);
    expect(await refusalOf(other.queryOrThrow('{ principal { id } }'))).toMatchObject(refused);
    expect(await refusalOf(mutate(other, 'reserveBond', { amountStamps: 1 }, 'principal { id }'))).toMatchObject(
      refused,
    );
    expect(await look(client(party.agentId))).toBe('done');
    expect(await look(client(party.agentKey))).toBe('done');
  });

  // @spec CR17
  test('acts for its agent without X-Agent-Id, from the listing to the settlement', async () => {
    const provider = await partyWithTwoAgents('provider');
    const consumer = await partyWithTwoAgents('consumer');
    const trade = await startTrade(
      await boundTo(provider, provider.agentKey),
      await boundTo(consumer, consumer.agentKey),
    );
    const { tradeKey } = trade;
    await mutate(trade.consumer.api, 'activateTrade', { tradeKey }, 'trade { state }');
    const items = [{ itemId: 'a', description: 'All', weight: 1 }];
    const contract = { tradeKey, stepNo: 1, summary: 'All of it.', items };
    await mutate(trade.provider.api, 'publishDeliveryContract', contract, 'trade { state }');
    const checkpoint = { tradeKey, stepNo: 1, status: 'CONFIRMED' };
    await mutate(trade.consumer.api, 'submitCheckpoint', checkpoint, 'trade { state }');
    const read = () =>
      consumer.api.queryOrThrow<{ principal: { trade: { state: string } } }>(
        'query ($key: ID!) { principal { trade(tradeKey: $key) { state } } }',
        { key: tradeKey },
      );
    await until(read, ({ principal }) => principal.trade.state === 'COMPLETED');
  });

  // @spec CR16
  test('gets 403 agent_mismatch for the listings, proposals, trades and webhooks of another agent', async () => {
    const provider = await partyWithTwoAgents('owner-of-two');
    const consumer = await partyWithTwoAgents('counterparty');
    const { api: other } = await boundTo(provider, provider.otherAgentKey);
    const deal = await propose(provider, consumer);
    const { proposalKey } = deal;
    const { principal } = await provider.api.queryOrThrow<{
      principal: { listings: { nodes: { listingKey: string }[] } };
    }>('{ principal { listings { nodes { listingKey } } } }');
    const listingKey = principal.listings.nodes[0]?.listingKey;
    const { agentKey, agentId } = provider;
    const refused = async (field: string, input: Limits, selection: string): Promise<void> => {
      expect([field, await codeOf(mutate(other, field, input, selection))]).toEqual([field, 'agent_mismatch']);
    };
    const listing = { tradeProfile: 'x', side: 'PROVIDE', title: 'x', priceStamps: 1, agentId };
    await refused('publishListing', listing, 'listing { id }');
    await refused('updateListing', { listingKey, lifecycleAction: 'PAUSE' }, 'listing { id }');
    await refused('runMatch', { listingKey }, 'matchRun { id }');
    await refused('setAgentEventTypes', { agentKey, eventTypes: [] }, 'agent { id }');
    await refused('rotateWebhookSigningKey', { agentKey }, 'webhookSigningKey { version }');
    await refused('respondToProposal', { proposalKey, decision: 'ACCEPT' }, 'proposal { state }');
    await accept(deal, provider, consumer);
    await refused('createTrade', { proposalKey }, 'trade { id }');
    const { trade } = await mutate<{ trade: { tradeKey: string } }>(
      consumer.api,
      'createTrade',
      { proposalKey },
      'trade { tradeKey }',
    );
    await refused('activateTrade', trade, 'trade { id }');
    await refused('withdrawFromTrade', trade, 'trade { id }');
    const { blockedActions, allowedActions } = (
      await other.queryOrThrow<{ principal: { trade: Record<'blockedActions' | 'allowedActions', unknown[]> } }>(
        'query ($key: ID!) { principal { trade(tradeKey: $key) { allowedActions { operation } blockedActions { code } } } }',
        { key: trade.tradeKey },
      )
    ).principal.trade;
    expect(allowedActions).toEqual([]);
    expect(blockedActions).toContainEqual({ code: 'AGENT_MISMATCH' });
  });

  test('is refused for an agent of another principal', async () => {
    const [party, other] = [await createParty(app, 'one'), await createParty(app, 'two')];
    const { owner, principalKey } = party;
    expect(await codeOf(issue(owner, principalKey, { agentKey: other.agentKey }))).toBe('agent_not_found');
  });

  // @spec CR22
  test('never gets the answer that is stored for a credential of another agent', async () => {
    const party = await partyWithTwoAgents('answers');
    const [{ api: one }, { api: other }] = [
      await boundTo(party, party.agentKey),
      await boundTo(party, party.otherAgentKey),
    ];
    const key = randomUUID();
    const call = (client: Client) =>
      codeOf(mutate(client, 'reserveBond', { amountStamps: 1 }, 'principal { id }', key));
    expect(await call(one)).toBe('done');
    expect(await call(one)).toBe('done');
    expect(await call(other)).toBe('idempotency_key_reused');
    expect(await call(party.api)).toBe('idempotency_key_reused');
  });
});

describe('The scopes of a credential', () => {
  // @spec CR18
  test('allow reads, trade mutations or money mutations, and every other call gets 403 with the scope that it needs', async () => {
    const { owner, principalKey } = await provisioned(app, undefined, 1_000n);
    const reader = await limited(owner, principalKey, { scopes: ['READ'] });
    const trader = await limited(owner, principalKey, { scopes: ['TRADE'] });
    const payer = await limited(owner, principalKey, { scopes: ['MONEY'] });
    const reserve = (client: Client) => mutate(client, 'reserveBond', { amountStamps: 1 }, 'principal { id }');
    const match = (client: Client) => mutate(client, 'runMatch', { listingKey: 'lst' }, 'matchRun { id }');
    const read = (client: Client) => client.queryOrThrow('{ principal { id } }');
    const lacks = (requiredScope: string) => ({ status: 403, code: 'insufficient_scope', requiredScope });
    expect(await refusalOf(read(trader))).toMatchObject(lacks('read'));
    expect(await refusalOf(read(payer))).toMatchObject(lacks('read'));
    expect(await codeOf(read(reader))).toBe('done');
    expect(await refusalOf(match(reader))).toMatchObject(lacks('trade'));
    expect(await refusalOf(match(payer))).toMatchObject(lacks('trade'));
    expect(await codeOf(match(trader))).toBe('listing_not_found');
    expect(await refusalOf(reserve(reader))).toMatchObject(lacks('money'));
    expect(await refusalOf(reserve(trader))).toMatchObject(lacks('money'));
    expect(await codeOf(reserve(payer))).toBe('done');
  });

  // @spec CR18
  test('hold for the mutations of a sandbox', async () => {
    const { owner, principalKey } = await provisioned(app);
    const clients = await Promise.all(
      ['read', 'trade', 'money'].map(async (scope) => ({
        scope,
        client: await limited(owner, principalKey, { scopes: [scope.toUpperCase()] }),
      })),
    );
    const calls: readonly (readonly [string, string, Limits])[] = [
      ['money', 'grantTickets', { principalKey, pack: 'STARTER' }],
      ['trade', 'advanceClock', { seconds: 1 }],
      ['trade', 'injectFault', { kind: 'SLOW', count: 1 }],
    ];
    for (const [requiredScope, field, input] of calls) {
      for (const { scope, client } of clients) {
        const expected =
          scope === requiredScope ? { code: 'sandbox_only' } : { code: 'insufficient_scope', requiredScope };
        expect(await refusalOf(mutate(client, field, input, '__typename'))).toMatchObject(expected);
      }
    }
  });

  // @spec CR18
  test('hold for fields that every caller may read, and over REST', async () => {
    const { owner, principalKey } = await provisioned(app);
    const trader = await limited(owner, principalKey, { scopes: ['TRADE'] });
    expect(await codeOf(trader.queryOrThrow('{ service { version } }'))).toBe('insufficient_scope');
    const response = await trader.fetch(`${app.url}/api/v1/principals/${principalKey}/trades`);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: 'insufficient_scope', required_scope: 'read' });
  });

  test('must be at least one, each once', async () => {
    const { owner, principalKey } = await provisioned(app);
    for (const scopes of [[], ['READ', 'READ']]) {
      expect(await codeOf(issue(owner, principalKey, { scopes }))).toBe('validation_failed');
    }
  });
});

describe('A credential with an end', () => {
  // @spec CR19
  test('works until its end and is refused as a revoked one from then on, and makes room for another one', async () => {
    const { owner, principalKey, agent } = await provisioned(app);
    const expiresAt = new Date(Date.now() + app.clock.offsetMs() + 3_600_000).toISOString();
    const client = await limited(owner, principalKey, { expiresAt });
    const use = async (): Promise<number> =>
      (
        await agent.queryOrThrow<{ principal: { usage: { credentialCount: number } } }>(
          '{ principal { usage { credentialCount } } }',
        )
      ).principal.usage.credentialCount;
    expect(await look(client)).toBe('done');
    expect(await use()).toBe(2);
    app.clock.advance(3_601);
    const { principal } = await agent.queryOrThrow<{ principal: { credentials: { nodes: { status: string }[] } } }>(
      '{ principal { credentials { nodes { status } } } }',
    );
    expect(principal.credentials.nodes.map(({ status }) => status)).toEqual(['REVOKED', 'ACTIVE']);
    expect(await use()).toBe(1);
    const mutation = mutate(client, 'reserveBond', { amountStamps: 1 }, 'principal { id }');
    expect(await refusalOf(mutation)).toMatchObject({ status: 401, code: 'credential_invalid' });
  });

  test('must have its end in the future', async () => {
    const { owner, principalKey } = await provisioned(app);
    const expiresAt = new Date(Date.now() - 1_000).toISOString();
    expect(await codeOf(issue(owner, principalKey, { expiresAt }))).toBe('validation_failed');
  });
});

describe('A credential with limits', () => {
  // @spec CR20
  test('cannot rotate credentials and can revoke only itself', async () => {
    const party = await createParty(app, 'restricted');
    const { owner, principalKey, agentKey } = party;
    const later = new Date(Date.now() + app.clock.offsetMs() + 3_600_000).toISOString();
    const revoke = (client: Client, { credentialId }: Issued) =>
      codeOf(mutate(client, 'revokeCredential', { credentialId }, 'credential { status }'));
    for (const limits of [{ agentKey }, { scopes: ['READ', 'TRADE'] }, { expiresAt: later }]) {
      const [own, another] = [await issue(owner, principalKey, limits), await issue(owner, principalKey, limits)];
      const client = plainClient(app, own);
      expect(await codeOf(mutate(client, 'rotateCredential', {}, `credential { ${ISSUED} }`))).toBe(
        'credential_restricted',
      );
      expect(await revoke(client, another)).toBe('credential_restricted');
      expect(await revoke(client, own)).toBe('done');
    }
    expect(await look(party.api)).toBe('done');
  });
});
