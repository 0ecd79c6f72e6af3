import { useTestApp } from '../support/app';
import type { Client } from '../../src/client';
import { codeOf, mutate, type ProvisionedParty, provisioned, refusalOf } from '../support/parties';

/** Specification, Agent: "Register agent" and "Patch agent". */
const app = useTestApp({ ATS_ROLE: 'api' });
let party: ProvisionedParty;
beforeAll(async () => {
  party = await provisioned(app);
});

const AGENT = `id agentKey agentId card cardConformance { version missing } capabilities { streaming pushNotifications extendedAgentCard }
  notificationUrl eventTypes notificationsDisabledAt createdAt webhookSigningKeys { nodes { version current createdAt retiredAt } }`;
const ANSWER = `agent { ${AGENT} } webhookSigningKey { version secret createdAt }`;
const HOOK = 'https://agent.example/hook';
const plain = { name: 'Plain', capabilities: {} };
const pushing = {
  name: 'Pushing',
  capabilities: { pushNotifications: true, streaming: true },
  custom: { retained: [1] },
};

interface Answer {
  readonly agent: Record<string, unknown> & { readonly agentKey: string; readonly agentId: string };
  readonly webhookSigningKey: { readonly version: number; readonly secret: string };
}

const register = (client: Client, input: object): Promise<Answer> =>
  mutate(client, 'registerAgent', { principalKey: party.principalKey, ...input }, ANSWER);
const patch = (client: Client, agentKey: string, input: object): Promise<Pick<Answer, 'agent'>> =>
  mutate(
    client,
    'updateAgentNotificationUrl',
    { principalKey: party.principalKey, agentKey, ...input },
    `agent { ${AGENT} }`,
  );

describe('Register agent', () => {
  // @spec A3, A13, K4, K5, K7
  test('stores the card unchanged, and shows the first webhook signing key only in this response', async () => {
    const { agent, webhookSigningKey } = await register(party.owner, { card: pushing, notificationUrl: HOOK });
    expect(agent).toMatchObject({
      id: agent.agentKey,
      card: pushing,
      capabilities: { streaming: true, pushNotifications: true, extendedAgentCard: false },
      notificationUrl: HOOK,
      eventTypes: ['TRADE_COMPLETED', 'TRADE_FAILED'],
      notificationsDisabledAt: null,
      webhookSigningKeys: { nodes: [{ version: 1, current: true, retiredAt: null }] },
    });
    expect(webhookSigningKey.version).toBe(1);
    expect(webhookSigningKey.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const read = await party.agent.queryOrThrow<{ principal: { agent: unknown; agents: { nodes: unknown[] } } }>(
      `{ principal { agent(agentKey: "${agent.agentKey}") { ${AGENT} } agents { nodes { ${AGENT} } } } }`,
    );
    expect(read.principal.agent).toEqual(agent);
    expect(read.principal.agents.nodes[0]).toEqual(agent);
    expect(JSON.stringify(read).includes(webhookSigningKey.secret)).toBe(false);
    const [stored] = await app.sql<{ row: string }>(
      'SELECT k::text AS row FROM webhook_signing_key k WHERE agent_id = $1',
      [agent.agentId],
    );
    expect(stored?.row.includes(Buffer.from(webhookSigningKey.secret).toString('hex'))).toBe(false);
  });

  // @spec A5
  test('reports what A2A requires and the card lacks, and still accepts the card', async () => {
    const { agent } = await register(party.owner, { card: { ...plain, protocolVersion: '0.3.0' } });
    expect(agent['cardConformance']).toMatchObject({ version: '0.3' });
    expect((agent['cardConformance'] as { missing: string[] }).missing).toContain('url');
  });

  test('takes the card’s notification_url if the member beside it is absent, and removes it from the card', async () => {
    const card = { ...pushing, notification_url: HOOK };
    const { agent } = await register(party.owner, { card });
    expect(agent).toMatchObject({ card: pushing, notificationUrl: HOOK });
    expect(await refusalOf(register(party.owner, { card, notificationUrl: null }))).toMatchObject(pushError);
  });

  // @spec C4, A2
  test('is owner-scoped: agents, viewers and other humans are refused', async () => {
    expect(await codeOf(register(party.agent, { card: plain }))).toBe('principal_owner_required');
    expect(await codeOf(register(app.operator, { card: plain }))).toBe('principal_owner_required');
    expect(await codeOf(register(app.consoleFor('stranger'), { card: plain }))).toBe('principal_access_denied');
  });

  // @spec A4, A14
  test.each([
    ['without capabilities', { card: { name: 'x' } }, '/card/capabilities'],
    ['with capabilities of a wrong type', { card: { capabilities: [] } }, '/card/capabilities'],
    ['with a known member of a wrong type', { card: { ...plain, name: 7 } }, '/card/name'],
    ['over 64 KiB', { card: { ...plain, filler: 'x'.repeat(65_536) } }, '/card'],
    ['with a URL that is not https', { card: plain, notificationUrl: 'http://agent.example/' }, '/notification_url'],
    ['with a private host', { card: plain, notificationUrl: 'https://127.0.0.1/' }, '/notification_url'],
    ['opted into what never goes by webhook', { card: plain, eventTypes: ['WEBHOOK_DISABLED'] }, '/event_types/0'],
  ])('refuses a card %s with 400 validation_failed', async (_, input, pointer) => {
    const refused = await refusalOf(register(party.owner, input));
    expect(refused).toMatchObject({ status: 400, code: 'validation_failed', fields: [{ pointer }] });
  });
});

const pushError = { status: 400, code: 'validation_failed', fields: [{ pointer: '/notification_url' }] };

describe('when pushNotifications is enabled, notification_url must be non-null', () => {
  // @spec A6
  test('at registration', async () => {
    expect(await refusalOf(register(party.owner, { card: pushing }))).toMatchObject(pushError);
  });

  // @spec A7
  test('at a patch, by the stored capabilities', async () => {
    const pushed = await register(party.owner, { card: pushing, notificationUrl: HOOK });
    const quiet = await register(party.owner, { card: plain, notificationUrl: HOOK });
    expect(await refusalOf(patch(party.owner, pushed.agent.agentKey, { notificationUrl: null }))).toMatchObject(
      pushError,
    );
    expect(await patch(party.owner, quiet.agent.agentKey, { notificationUrl: null })).toMatchObject({
      agent: { notificationUrl: null },
    });
    await app.sql('UPDATE agent SET push_notifications = true, notification_url = $2 WHERE agent_id = $1', [
      quiet.agent.agentId,
      HOOK,
    ]);
    expect(await refusalOf(patch(party.owner, quiet.agent.agentKey, { notificationUrl: null }))).toMatchObject(
      pushError,
    );
  });

  test('in the database too', async () => {
    const { agent } = await register(party.owner, { card: pushing, notificationUrl: HOOK });
    await expect(
      app.sql('UPDATE agent SET notification_url = NULL WHERE agent_id = $1', [agent.agentId]),
    ).rejects.toMatchObject({ code: '23514', constraint: 'agent_push_needs_url' });
  });
});

describe('The webhook status', () => {
  const STATUS = 'agent { webhookStatus { isActive reason nextStep } notificationUrl }';

  // @spec A33
  test('says that the card lacks pushNotifications, when the URL is set and when it is read', async () => {
    const { agent } = await register(party.owner, { card: plain });
    const { agentKey, principalKey } = { agentKey: agent.agentKey, principalKey: party.principalKey };
    const document = `mutation ($input: UpdateAgentNotificationUrlInput!) { updateAgentNotificationUrl(input: $input) { ${STATUS} } }`;
    const variables = { input: { principalKey, agentKey, notificationUrl: HOOK } };
    const { updateAgentNotificationUrl: answer } = await party.owner.mutate<{ updateAgentNotificationUrl: object }>(
      document,
      variables,
    );
    const webhookStatus = {
      isActive: false,
      reason: 'CAPABILITY_MISSING',
      nextStep: expect.stringContaining('`capabilities.pushNotifications: true`') as unknown,
    };
    expect(answer).toEqual({ agent: { webhookStatus, notificationUrl: HOOK } });
  });
});

describe('Patch agent', () => {
  // @spec A8
  test('changes the notification URL only, and enables notifications again', async () => {
    const { agent } = await register(party.owner, { card: pushing, notificationUrl: HOOK });
    await app.sql('UPDATE agent SET notifications_disabled_at = now() WHERE agent_id = $1', [agent.agentId]);
    const notificationUrl = 'https://other.example:8443/hook?x=1';
    expect(await patch(party.owner, agent.agentKey, { notificationUrl })).toEqual({
      agent: { ...agent, notificationUrl },
    });
  });

  test('should answer 400 without the member, so that a caller never clears the URL by omitting it', async () => {
    const { agent } = await register(party.owner, { card: plain, notificationUrl: HOOK });
    expect(await refusalOf(patch(party.owner, agent.agentKey, {}))).toMatchObject(pushError);
  });

  // @spec A1, A9
  test('is owner-scoped; another principal’s agent is 404 agent_not_found', async () => {
    const { agent } = await register(party.owner, { card: plain });
    const other = await provisioned(app);
    const input = { notificationUrl: HOOK };
    expect(await codeOf(patch(party.agent, agent.agentKey, input))).toBe('principal_owner_required');
    const foreign = { principalKey: other.principalKey, agentKey: agent.agentKey, ...input };
    expect(await codeOf(mutate(other.owner, 'updateAgentNotificationUrl', foreign, 'agent { id }'))).toBe(
      'agent_not_found',
    );
    expect(await codeOf(patch(party.owner, 'agt_nothing', input))).toBe('agent_not_found');
    expect(
      await other.agent.queryOrThrow(
        `{ node(id: "${agent.agentKey}") { id } principal { agent(agentKey: "${agent.agentKey}") { id } } }`,
      ),
    ).toEqual({
      node: null,
      principal: { agent: null },
    });
  });

  // @spec A12
  test('the principal’s own credential may set the event types', async () => {
    const { agent } = await register(party.owner, { card: plain });
    const set = (eventTypes: string[]) =>
      mutate(party.agent, 'setAgentEventTypes', { agentKey: agent.agentKey, eventTypes }, 'agent { eventTypes }');
    expect(await set(['TICKETS_CREDITED', 'PROPOSAL_CREATED'])).toEqual({
      agent: { eventTypes: ['TICKETS_CREDITED', 'PROPOSAL_CREATED'] },
    });
    expect(await set([])).toEqual({ agent: { eventTypes: [] } });
    expect(await refusalOf(set(['TRADE_FAILED', 'TRADE_FAILED']))).toMatchObject({
      fields: [{ pointer: '/event_types/1' }],
    });
  });
});
