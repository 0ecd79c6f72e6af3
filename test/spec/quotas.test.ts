import { randomUUID } from 'node:crypto';
import { useTestApp } from '../support/app';
import { createParty, mutate, type Party, principal, propose } from '../support/actors';
import { together } from '../support/concurrent-calls';
import { parties, profile, refused } from '../support/market';
import { refusalOf } from '../support/parties';
import { restAs } from '../support/rest';
import { signerOf } from '../support/exchange';
import { setAnchor } from '../support/quotas';
import { twoParties } from '../support/trades';

/** Quotas bound what a principal keeps and does without paying. */
const app = useTestApp({ ATS_ROLE: 'api' });

const card = (description = 'Works.') => ({ name: 'Agent', description, version: '1', capabilities: {} });
const register = ({ owner, principalKey }: Party, description?: string) =>
  mutate(owner, 'registerAgent', { principalKey, card: card(description) }, 'agent { agentKey }');
const issue = ({ owner, principalKey }: Party) =>
  mutate<{ credential: { credentialId: string } }>(
    owner,
    'createCredential',
    { principalKey },
    'credential { credentialId }',
  );
const bind = ({ owner, principalKey }: Party) =>
  mutate<{ binding: { bindingId: string } }>(
    owner,
    'putBinding',
    { principalKey, provider: 'test', subject: `viewer-${randomUUID()}`, role: 'VIEWER' },
    'binding { bindingId }',
  );

const setEventTypes = ({ api, agentKey }: Party) =>
  mutate(api, 'setAgentEventTypes', { agentKey, eventTypes: [] }, 'agent { agentKey }');

/** The service's day, from its clock: tests of the same app move it. */
const today = (): string => new Date(Date.now() + app.clock.offsetMs()).toISOString().slice(0, 10);

describe('A quota of what a principal keeps', () => {
  // @spec QU1
  test('should refuse an agent past max_agents with 409 principal_quota_exceeded, and name the quota', async () => {
    const party = await createParty(app, 'agents');
    await setAnchor(app, party.principalKey, { maxAgents: 2 });
    await register(party);
    expect(await refusalOf(register(party))).toMatchObject({
      status: 409,
      code: 'principal_quota_exceeded',
      limit: 'max_agents',
      maximum: 2,
      principalKey: party.principalKey,
    });
    await setAnchor(app, party.principalKey, { maxAgents: 3 });
    await register(party);
  });

  // @spec QU1
  test('should refuse an agent whose card would exceed max_card_bytes', async () => {
    const party = await createParty(app, 'cards');
    await setAnchor(app, party.principalKey, { maxCardBytes: 20_000 });
    await register(party, 'x'.repeat(15_000));
    expect(await refusalOf(register(party, 'x'.repeat(15_000)))).toMatchObject({
      status: 409,
      limit: 'max_card_bytes',
    });
    await register(party);
  });

  // @spec QU1
  test('should count the keys of a card with its bytes', async () => {
    const party = await createParty(app, 'keys');
    const n = 'A'.repeat(683);
    const cardKeys = Array.from({ length: 10 }, (_, at) => ({ kty: 'RSA', n, e: 'AQAB', kid: String(at) }));
    const { principalKey } = party;
    const card = { name: 'keys', description: 'd', capabilities: {} };
    const withKeys = (more: object) =>
      mutate<{ agent: { agentKey: string } }>(
        party.owner,
        'registerAgent',
        { principalKey, card, ...more },
        'agent { agentKey }',
      );
    const used = async () =>
      (await principal<{ usage: { cardBytes: number } }>(party.api, 'usage { cardBytes }')).usage.cardBytes;
    const { agent } = await withKeys({});
    const before = await used();
    const update = (keys: readonly object[]) =>
      mutate(
        party.owner,
        'updateAgentCard',
        { principalKey, agentKey: agent.agentKey, card, cardKeys: keys },
        'agent { agentKey }',
      );
    await update(cardKeys);
    expect((await used()) - before).toBeGreaterThan(6_830);
    await update([]);
    expect(await used()).toBe(before);
    await setAnchor(app, principalKey, { maxCardBytes: before + 1_000 });
    for (const call of [withKeys({ cardKeys }), update(cardKeys)])
      expect(await refusalOf(call)).toMatchObject({ status: 409, limit: 'max_card_bytes' });
    await update(cardKeys.slice(0, 1));
    await withKeys({});
  });

  // @spec QU2
  test('should count live credentials: a revoked one makes room', async () => {
    const party = await createParty(app, 'credentials');
    await setAnchor(app, party.principalKey, { maxCredentials: 2 });
    const { credential } = await issue(party);
    expect(await refusalOf(issue(party))).toMatchObject({ status: 409, limit: 'max_credentials', maximum: 2 });
    const { credentialId } = credential;
    await mutate(
      party.owner,
      'revokeCredential',
      { principalKey: party.principalKey, credentialId },
      'credential { id }',
    );
    await issue(party);
  });

  // @spec QU3
  test('should refuse a new binding past max_bindings, and still change the role of a bound human', async () => {
    const party = await createParty(app, 'bindings');
    await setAnchor(app, party.principalKey, { maxBindings: 1 });
    expect(await refusalOf(bind(party))).toMatchObject({ status: 409, limit: 'max_bindings', maximum: 1 });
    const { owner, principalKey, subject } = party;
    await mutate(
      owner,
      'putBinding',
      { principalKey, provider: 'test', subject, role: 'OWNER' },
      'binding { bindingId }',
    );
  });

  // @spec QU1, LI6
  test('should hold when two calls reach it together', async () => {
    const party = await createParty(app, 'race');
    await setAnchor(app, party.principalKey, { maxAgents: 2 });
    const outcome = async () => {
      const done = register(party).then(() => 'done');
      return done.catch(async () => (await refusalOf(done))['limit']);
    };
    expect((await together(app, party.principalKey, [outcome, outcome])).sort()).toEqual(['done', 'max_agents']);
  });

  // @spec QU13
  test('should bound the principals that one human provisions, also when it hands them over', async () => {
    const { owner, principalKey, subject } = await createParty(app, 'founder');
    const heir = `heir-${randomUUID()}`;
    const other = { principalKey, provider: 'test', subject: heir, role: 'OWNER' };
    await mutate(owner, 'putBinding', other, 'binding { bindingId }');
    const [own] = await app.sql<{ binding_id: string; provisioned: number }>(
      `SELECT binding_id, provisioned FROM binding JOIN human USING (human_id) WHERE subject = $1`,
      [subject],
    );
    expect(own?.provisioned).toBe(1);
    const removed = { principalKey, bindingId: own?.binding_id };
    await mutate(app.consoleFor(heir), 'removeBinding', removed, 'binding { bindingId }');
    await app.sql('UPDATE human SET provisioned = 20 WHERE subject = $1', [subject]);
    const again = mutate(owner, 'provisionPrincipal', { displayName: 'Again' }, 'principal { id }');
    const refusal = { status: 409, code: 'principal_quota_exceeded', limit: 'principals_per_human', maximum: 20 };
    expect(await refusalOf(again)).toMatchObject(refusal);
  });

  // @spec QU4
  test('should take nothing away from a principal that is past it', async () => {
    const party = await createParty(app, 'past');
    await issue(party);
    await setAnchor(app, party.principalKey, { maxAgents: 0, maxCredentials: 0, maxBindings: 0, maxCardBytes: 0 });
    const read = await principal(
      party.api,
      'usage { agentCount credentialCount bindingCount } agents { nodes { id } }',
    );
    expect(read).toMatchObject({ usage: { agentCount: 1, credentialCount: 2, bindingCount: 1 } });
    await setEventTypes(party);
    expect(await refusalOf(issue(party))).toMatchObject({ limit: 'max_credentials' });
  });
});

describe('A daily quota', () => {
  // @spec QU5
  test('should refuse a match run past match_runs_per_day with 429 and Retry-After until midnight UTC', async () => {
    const { ann } = await parties(app, 'ann');
    const { listingKey } = await ann.publish({ tradeProfile: profile() });
    await setAnchor(app, ann.principalKey, { matchRunsPerDay: 2 });
    const date = today();
    await ann.run(listingKey);
    await ann.run(listingKey);
    const refusal = await refused(ann.run(listingKey));
    expect(today()).toBe(date);
    const midnight = Date.parse(`${date}T00:00:00Z`) + 86_400_000;
    expect(refusal).toMatchObject({ status: 429, code: 'rate_limited', limit: 'match_runs_per_day', maximum: 2 });
    const left = Math.ceil((midnight - Date.now() - app.clock.offsetMs()) / 1000);
    expect(refusal['retryAfterSeconds']).toBeGreaterThanOrEqual(left);
    expect(refusal['retryAfterSeconds']).toBeLessThan(left + 10);
    app.clock.advance(left + 1);
    await ann.run(listingKey);
  });

  // @spec QU5
  test('should send Retry-After over REST', async () => {
    const { provider } = await twoParties(app);
    const rest = restAs(app, signerOf(provider));
    const path = `/principals/${provider.principalKey}/credentials/rotate`;
    await setAnchor(app, provider.principalKey, { changesPerDay: 0 });
    const { status, headers, json: problem } = await rest.post(path);
    expect({ status, problem }).toMatchObject({
      status: 429,
      problem: { code: 'rate_limited', limit: 'changes_per_day' },
    });
    expect(headers.get('retry-after')).toBe(String(problem['retry_after_seconds']));
  });

  // @spec QU6
  test('should leave changes for owners, so that a stolen credential cannot prevent its replacement', async () => {
    const party = await createParty(app, 'stolen');
    await setAnchor(app, party.principalKey, { changesPerDay: 1 });
    const rotateKey = () =>
      mutate(party.api, 'rotateWebhookSigningKey', { agentKey: party.agentKey }, 'webhookSigningKey { version }');
    await rotateKey();
    expect(await refusalOf(rotateKey())).toMatchObject({ status: 429, limit: 'changes_per_day', maximum: 1 });
    const rotate = { principalKey: party.principalKey };
    await mutate(party.owner, 'rotateCredential', rotate, 'credential { credentialId }');
  });
});

// @spec QU11
test('The economic anchor and the usage show every quota, also over REST', async () => {
  const party = await createParty(app, 'usage');
  await issue(party);
  const selection = `economicAnchor { maxAgents maxCardBytes maxCredentials maxBindings matchRunsPerDay changesPerDay
      openProposalsPerCounterparty keptAnswerBytes }
    usage { spentTodayStamps openTradeCount openBondStamps agentCount cardBytes credentialCount bindingCount matchRunsToday
      changesToday resetsAt }`;
  expect(await principal(party.api, selection)).toEqual({
    economicAnchor: {
      maxAgents: 100,
      maxCardBytes: 2_097_152,
      maxCredentials: 25,
      maxBindings: 100,
      matchRunsPerDay: 10_000,
      changesPerDay: 1_000,
      openProposalsPerCounterparty: 50,
      keptAnswerBytes: 268_435_456,
    },
    usage: {
      spentTodayStamps: 0,
      openTradeCount: 0,
      openBondStamps: 0,
      agentCount: 1,
      cardBytes: expect.any(Number) as number,
      credentialCount: 2,
      bindingCount: 1,
      matchRunsToday: 0,
      changesToday: 1,
      resetsAt: expect.stringMatching(/T00:00:00\.000Z$/) as string,
    },
  });
  const { json } = await restAs(app, signerOf(party)).get(`/principals/${party.principalKey}`);
  expect(json).toMatchObject({ economic_anchor: { max_agents: 100 }, usage: { credential_count: 2 } });
});

// @spec QU12
test('The refusal of a trade names the limit that it would exceed, with a title that fits both', async () => {
  const { provider, consumer } = await twoParties(app);
  const { proposalKey } = await propose(provider, consumer);
  for (const { api } of [provider, consumer]) {
    await mutate(api, 'respondToProposal', { proposalKey, decision: 'ACCEPT' }, 'proposal { state }');
  }
  const create = () =>
    restAs(app, signerOf(consumer)).post(`/principals/${consumer.principalKey}/trades`, { proposal_key: proposalKey });
  await setAnchor(app, consumer.principalKey, { bondLimitStamps: 1 });
  expect((await create()).json).toMatchObject({
    code: 'trade_settlement_rejected',
    title: 'Trade limit reached',
    limit: 'bond_limit_stamps',
    detail: 'The new trade would exceed bond_limit_stamps of you (1).',
  });
  await setAnchor(app, consumer.principalKey, { maxOpenTrades: 0 });
  expect((await create()).json).toMatchObject({
    title: 'Trade limit reached',
    limit: 'max_open_trades',
    detail: 'The new trade would exceed max_open_trades of you (0).',
  });
});
