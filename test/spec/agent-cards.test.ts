import { DefaultAgentCardResolver } from '@a2a-js/sdk/client';
import { keyOf } from '../../src/domain/keys';
import { useTestApp } from '../support/app';
import { newId } from '../support/ledger';
import { mutate, provisioned, type ProvisionedParty } from '../support/parties';

/** Each card is public and has an ETag: docs/specification.md, Agent. */

const app = useTestApp();
let agentKey: string;
let party: ProvisionedParty;

const CARD = {
  protocolVersion: '0.3.0',
  name: 'Carded',
  description: 'Has a card.',
  url: 'https://agent.example/a2a',
  version: '1.0.0',
  capabilities: { streaming: true, pushNotifications: true },
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [{ id: 's', name: 'Skill', description: 'Does it.', tags: ['t'] }],
  'x-unknown': { retained: true },
};

beforeAll(async () => {
  party = await provisioned(app);
  const card = { ...CARD, notification_url: 'https://agent.example/hook' };
  const { agent } = await mutate<{ agent: { agentKey: string } }>(
    party.owner,
    'registerAgent',
    { principalKey: party.principalKey, card },
    'agent { agentKey }',
  );
  agentKey = agent.agentKey;
});

const get = (key: string, init: RequestInit = {}) =>
  fetch(`${app.url}/agents/${key}/.well-known/agent-card.json`, init);

// @spec A10
test('the card is public and unchanged, without its notification URL', async () => {
  const answer = await get(agentKey);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toMatch(/^application\/json(;|$)/);
  expect(await answer.json()).toEqual(CARD);
});

// @spec A15
test('should answer 304 without a body when the ETag matches', async () => {
  const etag = (await get(agentKey)).headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[\w-]{43}"$/);
  for (const ifNoneMatch of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const answer = await get(agentKey, { headers: { 'if-none-match': ifNoneMatch } });
    expect([answer.status, answer.headers.get('etag'), await answer.text()]).toEqual([304, etag, '']);
  }
  expect((await get(agentKey, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
});

test('the official A2A package resolves a card at the agent’s own address', async () => {
  const { url, protocolVersion: _version, 'x-unknown': _unknown, ...rest } = CARD;
  const card = { ...rest, supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }] };
  const { agent } = await mutate<{ agent: { agentKey: string } }>(
    party.owner,
    'registerAgent',
    { principalKey: party.principalKey, card, notificationUrl: 'https://agent.example/hook' },
    'agent { agentKey }',
  );
  expect(await new DefaultAgentCardResolver().resolve(`${app.url}/agents/${agent.agentKey}/`)).toEqual(card);
});

test.each(['agt_nothing', 'agt_00000000000000000000000000', keyOf('agt', newId()), keyOf('prn', newId())])(
  'should answer 404 agent_not_found for the key of anything but an agent: %s',
  async (key) => {
    const answer = await get(key);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toMatch('application/problem+json');
    expect(await answer.json()).toMatchObject({ code: 'agent_not_found' });
  },
);

test('other methods are 405 with Allow', async () => {
  const answer = await get(agentKey, { method: 'DELETE' });
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET']);
});
