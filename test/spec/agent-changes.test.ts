import { createHash } from 'node:crypto';
import { idFromKeyOrUuid } from '../../src/domain/keys';
import { useTestApp } from '../support/app';
import {
  accept,
  activate,
  checkpoint,
  createParty,
  mutate,
  type Party,
  propose,
  publishContract,
  settled,
  startTrade,
  until,
} from '../support/actors';
import { buy } from '../support/ledger';
import { codeOf, refusalOf, withOwnerConnection } from '../support/parties';
import { auditOf } from '../support/trades';

/** Specification, Agent: replaced cards and retirement. */
const app = useTestApp();
let provider: Party;
beforeAll(async () => {
  provider = await createParty(app, 'provider');
});
// Also the check A4: each agent is what its last fact says.
afterEach(async () => {
  expect(await auditOf(app)).toEqual([]);
});

async function funded(name: string): Promise<Party> {
  const party = await createParty(app, name);
  await withOwnerConnection(app, (db) => buy(db, idFromKeyOrUuid('prn', party.principalKey) ?? '', 100_000n));
  return party;
}

const HOOK = 'https://93.184.215.14/hook';
const CARD =
  'card name cardConformance { version missing } capabilities { streaming pushNotifications } notificationUrl';

interface Replaced {
  readonly agent: Readonly<Record<string, unknown>>;
}

const replace = ({ owner, principalKey, agentKey }: Party, input: object): Promise<Replaced> =>
  mutate(owner, 'updateAgentCard', { principalKey, agentKey, ...input }, `agent { ${CARD} }`);
const retire = ({ owner, principalKey, agentKey }: Party): Promise<{ agent: { retiredAt: string | null } }> =>
  mutate(owner, 'retireAgent', { principalKey, agentKey }, 'agent { retiredAt }');
const publicCard = ({ agentKey }: Party) => fetch(`${app.url}/agents/${agentKey}/.well-known/agent-card.json`);
const lastFact = async ({ agentId }: Party): Promise<{ kind: string; state: Record<string, unknown> }> => {
  const [row] = await app.sql<{ body: { kind: string; state: Record<string, unknown> } }>(
    `SELECT body::jsonb AS body FROM authority_fact WHERE body::jsonb->>'id' = $1 AND body::jsonb->>'object' = 'agent' ORDER BY fact_no DESC LIMIT 1`,
    [agentId],
  );
  if (!row) throw new Error('the agent has no fact');
  return row.body;
};

describe('The card of an agent', () => {
  // @spec A18
  test('is replaced whole, with its conformance, its capabilities and the public card', async () => {
    const party = await createParty(app, 'company');
    const before = await publicCard(party);
    const card = { name: 'Second', url: 'https://agent.example', capabilities: { streaming: true }, extra: [1.5] };
    const { agent } = await replace(party, { card });
    expect(agent).toMatchObject({
      card,
      name: 'Second',
      cardConformance: { version: '0.3' },
      capabilities: { streaming: true, pushNotifications: false },
      notificationUrl: null,
    });
    expect((agent['cardConformance'] as { missing: string[] }).missing).toContain('skills');
    const after = await publicCard(party);
    expect(await after.json()).toEqual(card);
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
    const { kind, state } = await lastFact(party);
    const [stored] = await app.sql<{ card: string }>('SELECT card::text AS card FROM agent WHERE agent_id = $1', [
      party.agentId,
    ]);
    expect([kind, state['card_sha256'], state['streaming']]).toEqual([
      'agent_changed',
      createHash('sha256')
        .update(stored?.card ?? '')
        .digest('hex'),
      true,
    ]);
  });

  // @spec A18
  test('changes the notification URL only if it has one', async () => {
    const party = await createParty(app, 'company');
    const pushing = { name: 'Pushing', capabilities: { pushNotifications: true } };
    const error = {
      code: 'validation_failed',
      fields: [expect.objectContaining({ pointer: '/card/notification_url' })],
    };
    expect(await refusalOf(replace(party, { card: pushing }))).toMatchObject(error);
    const { agent } = await replace(party, { card: { ...pushing, notification_url: HOOK } });
    expect(agent).toMatchObject({ card: pushing, notificationUrl: HOOK });
    const { agent: again } = await replace(party, { card: pushing });
    expect(again['notificationUrl']).toBe(HOOK);
  });

  // @spec A19
  test.each([
    ['that is too large', { name: 'x'.repeat(70_000), capabilities: {} }],
    ['without capabilities', { name: 'Bare' }],
    ['with a link that is none', { name: 'Links', capabilities: {}, url: 'javascript:alert(1)' }],
    ['with a private notification URL', { name: 'Inside', capabilities: {}, notification_url: 'https://10.0.0.1/' }],
  ])('is not replaced by a card %s', async (_, card) => {
    const [before, code] = [await (await publicCard(provider)).json(), await codeOf(replace(provider, { card }))];
    expect([code, await (await publicCard(provider)).json()]).toEqual(['validation_failed', before]);
  });

  // @spec A19
  test('counts under the quotas of cards and of changes', async () => {
    const party = await createParty(app, 'company');
    const { principalKey } = party;
    const anchor = (limits: object) =>
      mutate(app.operator, 'setEconomicAnchor', { principalKey, ...limits }, 'principal { principalKey }');
    await anchor({ maxCardBytes: 600 });
    const card = { name: 'Large', capabilities: {}, description: 'x'.repeat(600) };
    expect(await refusalOf(replace(party, { card }))).toMatchObject({
      code: 'principal_quota_exceeded',
      limit: 'max_card_bytes',
    });
    // A smaller card is possible above the quota.
    await anchor({ maxCardBytes: 1 });
    expect(await codeOf(replace(party, { card: { capabilities: {} } }))).toBe('done');
    const changes = async (): Promise<number> =>
      (
        await party.api.queryOrThrow<{ principal: { usage: { changesToday: number } } }>(
          '{ principal { usage { changesToday } } }',
        )
      ).principal.usage.changesToday;
    const before = await changes();
    await replace(party, { card: { capabilities: {} } });
    await retire(party);
    expect((await changes()) - before).toBe(2);
  });

  // @spec A18
  test('is replaced once for an idempotency key, by an owner of the principal alone', async () => {
    const party = await createParty(app, 'company');
    const input = {
      principalKey: party.principalKey,
      agentKey: party.agentKey,
      card: { name: 'Once', capabilities: {} },
    };
    const once = () => mutate<Replaced>(party.owner, 'updateAgentCard', input, 'agent { name }', 'card-once');
    await once();
    await replace(party, { card: { name: 'Later', capabilities: {} } });
    expect((await once()).agent['name']).toBe('Once');
    expect(await (await publicCard(party)).json()).toMatchObject({ name: 'Later' });
    const { principalKey } = provider;
    expect(await codeOf(mutate(provider.owner, 'updateAgentCard', { ...input, principalKey }, 'agent { name }'))).toBe(
      'agent_not_found',
    );
    expect(await codeOf(mutate(party.api, 'updateAgentCard', input, 'agent { name }'))).not.toBe('done');
  });
});

describe('A retired agent', () => {
  const respond = (party: Party, proposalKey: string, decision: string) =>
    mutate(party.api, 'respondToProposal', { proposalKey, decision }, 'proposal { state }');
  const publish = ({ api, agentId }: Party) =>
    mutate(
      api,
      'publishListing',
      { agentId, tradeProfile: 'test.retired', side: 'PROVIDE', title: 'Work', priceStamps: 1 },
      'listing { listingKey }',
    );
  const create = ({ api }: Party, proposalKey: string) =>
    mutate(api, 'createTrade', { proposalKey }, 'trade { tradeKey }');
  const proposalOf = async (party: Party, key: string) =>
    (
      await party.api.queryOrThrow<{ principal: { proposal: { state: string; closeReason: string | null } } }>(
        'query ($key: ID!) { principal { proposal(proposalKey: $key) { state closeReason } } }',
        { key },
      )
    ).principal.proposal;

  // @spec A20, A21
  test('starts no listing, and its listings are closed', async () => {
    const party = await funded('retired');
    const { proposalKey } = await propose(party, await funded('consumer'));
    const { agent } = await retire(party);
    expect(agent.retiredAt).not.toBeNull();
    expect(await refusalOf(publish(party))).toMatchObject({ status: 409, code: 'agent_retired' });
    const { principal } = await party.api.queryOrThrow<{
      principal: { listings: { nodes: { listingKey: string; state: string }[] } };
    }>('{ principal { listings(first: 10) { nodes { listingKey state } } } }');
    const [listing] = principal.listings.nodes;
    expect(principal.listings.nodes.map(({ state }) => state)).toEqual(['CLOSED']);
    const update = { listingKey: listing?.listingKey, lifecycleAction: 'RESUME' };
    expect(await codeOf(mutate(party.api, 'updateListing', update, 'listing { state }'))).toBe(
      'listing_state_conflict',
    );
    const run = { listingKey: listing?.listingKey };
    expect(await codeOf(mutate(party.api, 'runMatch', run, 'matchRun { candidatesConsidered }'))).toBe(
      'listing_state_conflict',
    );
    expect((await proposalOf(party, proposalKey)).state).toBe('REJECTED');
    expect((await lastFact(party)).kind).toBe('agent_retired');
  });

  // @spec A21
  test('answers no proposal: its open proposals have expired, for its counterparty as well', async () => {
    const [party, consumer] = [await funded('retired'), await funded('consumer')];
    const { proposalKey } = await propose(party, consumer);
    await accept({ proposalKey }, consumer);
    await retire(party);
    // At once, before the worker has ended it.
    expect(await proposalOf(consumer, proposalKey)).toEqual({ state: 'REJECTED', closeReason: 'EXPIRED' });
    expect(await codeOf(respond(party, proposalKey, 'ACCEPT'))).toBe('agent_retired');
    expect(await codeOf(create(consumer, proposalKey))).toBe('trade_proposal_not_fully_accepted');
    const rejections = () =>
      app.sql(
        "SELECT 1 FROM event WHERE type = 'proposal.rejected' AND data->>'proposal_id' = (SELECT data->>'proposal_id' FROM event WHERE subject_key = $1 LIMIT 1)",
        [proposalKey],
      );
    expect(await until(rejections, (rows) => rows.length > 0)).toHaveLength(2);
  });

  // @spec A20
  test('starts no trade from a proposal that all have accepted', async () => {
    const [party, consumer] = [await funded('retired'), await funded('consumer')];
    const { proposalKey } = await propose(party, consumer);
    await accept({ proposalKey }, consumer, party);
    await retire(party);
    expect(await codeOf(create(party, proposalKey))).toBe('agent_retired');
    expect(await codeOf(create(consumer, proposalKey))).toBe('trade_proposal_not_fully_accepted');
  });

  // @spec A22
  test('acts in its open trades until they have settled, with its credential', async () => {
    const party = await funded('retired');
    const trade = await startTrade(party, await funded('consumer'));
    await retire(party);
    await activate(trade, party);
    await publishContract(trade);
    await checkpoint(trade);
    expect(await settled(trade)).toBeDefined();
  });

  // @spec A23
  test('stays as it is when it is retired again, and shows since when', async () => {
    const party = await funded('retired');
    const first = await retire(party);
    expect(await retire(party)).toEqual(first);
    const facts = await app.sql(
      `SELECT 1 FROM authority_fact WHERE body::jsonb->>'id' = $1 AND body::jsonb->>'kind' = 'agent_retired'`,
      [party.agentId],
    );
    expect(facts).toHaveLength(1);
    const { principal } = await party.api.queryOrThrow<{ principal: { agents: { nodes: object[] } } }>(
      '{ principal { agents { nodes { retiredAt } } } }',
    );
    expect(principal.agents.nodes).toEqual([{ retiredAt: first.agent.retiredAt }]);
    expect((await publicCard(party)).status).toBe(200);
  });

  // @spec A20
  test('does not stop the other agents of its principal', async () => {
    const party = await funded('company');
    await retire(party);
    const { agent } = await mutate<{ agent: { agentId: string } }>(
      party.owner,
      'registerAgent',
      { principalKey: party.principalKey, card: { name: 'Second', capabilities: {} } },
      'agent { agentId }',
    );
    expect(await codeOf(publish({ ...party, agentId: agent.agentId }))).toBe('done');
  });
});
