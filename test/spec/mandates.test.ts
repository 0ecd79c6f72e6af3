import { idFromKeyOrUuid } from '../../src/domain/keys';
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
  type StartedTrade,
  until,
} from '../support/actors';
import { useTestApp } from '../support/app';
import { buy } from '../support/ledger';
import { codeOf, refusalOf, withOwnerConnection } from '../support/parties';
import { auditOf, decisionsOf } from '../support/trades';

/** Specification: mandates. Price 1000, fee 10, bond 200: a consumer commits 1210, and a provider 200. */
const app = useTestApp();
let provider: Party;
beforeAll(async () => {
  provider = await funded('provider');
});
// Also the check M1: each commitment is what the reservations and postings say.
afterEach(async () => {
  expect(await auditOf(app)).toEqual([]);
});

type Limits = Record<string, unknown>;

async function funded(name: string): Promise<Party> {
  const party = await createParty(app, name);
  await withOwnerConnection(app, (db) => buy(db, idFromKeyOrUuid('prn', party.principalKey) ?? '', 100_000n));
  return party;
}

const put = ({ owner, principalKey, agentKey }: Party, limits: Limits) =>
  mutate(owner, 'putMandate', { principalKey, agentKey, ...limits }, 'agent { mandate { status } }');
const revoke = ({ owner, principalKey, agentKey }: Party) =>
  mutate(owner, 'revokeMandate', { principalKey, agentKey }, 'agent { mandate { status } }');

/** A consumer whose agent has a mandate. */
async function consumerWith(limits: Limits): Promise<Party> {
  const party = await funded('consumer');
  await put(party, limits);
  return party;
}

interface Use {
  readonly status: string;
  readonly usedStamps: number;
  readonly headroomStamps: number | null;
  readonly openTradeCount: number;
  readonly openBondStamps: number;
}

async function useOf({ api, agentKey }: Party): Promise<Use | null> {
  const { principal } = await api.queryOrThrow<{ principal: { agent: { mandate: Use | null } } }>(
    `query ($key: ID!) { principal { agent(agentKey: $key) {
      mandate { status usedStamps headroomStamps openTradeCount openBondStamps } } } }`,
    { key: agentKey },
  );
  return principal.agent.mandate;
}

const respond = (party: Party, proposalKey: string, decision: string, more: Limits = {}) =>
  mutate(party.api, 'respondToProposal', { proposalKey, decision, ...more }, 'proposal { state }');
const create = async (party: Party, proposalKey: string): Promise<string> =>
  (await mutate<{ trade: { tradeKey: string } }>(party.api, 'createTrade', { proposalKey }, 'trade { tradeKey }')).trade
    .tradeKey;
const exceeded = (limit: string, more: Limits = {}) => ({ status: 409, code: 'mandate_exceeded', limit, ...more });

const termsOf = (consumer: Party, priceStamps: number): Limits => ({
  steps: [
    {
      stepNo: 1,
      title: 'Work',
      providerPrincipalKey: provider.principalKey,
      providerAgentId: provider.agentId,
      consumerPrincipalKey: consumer.principalKey,
      consumerAgentId: consumer.agentId,
      priceStamps,
      contractWindowSeconds: 3_600,
      checkpointWindowSeconds: 3_600,
    },
  ],
  coverageThresholdBps: 8_000,
});

/** An accepted proposal of which the consumer's acceptance came under its mandate. */
async function accepted(consumer: Party): Promise<string> {
  const deal = await propose(provider, consumer);
  await accept(deal, provider, consumer);
  return deal.proposalKey;
}

async function finish(consumer: Party, proposalKey: string, tradeKey: string): Promise<unknown> {
  const trade: StartedTrade = { provider, consumer, proposalKey, tradeKey };
  await activate(trade);
  await publishContract(trade);
  await checkpoint(trade);
  return settled(trade);
}

describe('A mandate', () => {
  // @spec MA1
  test('is set and revoked by owners alone, and is seen by its own principal alone', async () => {
    const party = await consumerWith({ budgetStamps: 5_000 });
    const { api, principalKey, agentKey } = party;
    for (const field of ['putMandate', 'revokeMandate']) {
      expect(await codeOf(mutate(api, field, { agentKey }, 'agent { id }'))).toBe('principal_owner_required');
    }
    expect(await useOf(party)).toMatchObject({ status: 'ACTIVE', usedStamps: 0, headroomStamps: 5_000 });
    const { principal } = await app.operator.queryOrThrow<{ principal: { agent: unknown } }>(
      'query ($p: ID!, $a: ID!) { principal(principalKey: $p) { agent(agentKey: $a) { mandate { status } } } }',
      { p: principalKey, a: agentKey },
    );
    expect(principal.agent).toEqual({ mandate: null });
  });

  test('is not there for a new agent, which only the limits of its principal bound', async () => {
    const party = await funded('without');
    expect(await useOf(party)).toBeNull();
    expect(await codeOf(revoke(party))).toBe('mandate_not_found');
    const deal = await propose(provider, party);
    expect(await codeOf(accept(deal, party))).toBe('done');
  });

  // @spec MA2
  test('reserves prices, fees and the bond at the acceptance, and counts the cost when the trade has ended', async () => {
    const consumer = await consumerWith({ budgetStamps: 5_000 });
    const proposalKey = await accepted(consumer);
    const reserved = { usedStamps: 1_210, headroomStamps: 3_790, openTradeCount: 1, openBondStamps: 200 };
    expect(await useOf(consumer)).toMatchObject(reserved);
    const tradeKey = await create(provider, proposalKey);
    expect(await useOf(consumer)).toMatchObject(reserved);
    await finish(consumer, proposalKey, tradeKey);
    expect(await useOf(consumer)).toMatchObject({ usedStamps: 1_010, openTradeCount: 0, openBondStamps: 0 });
  });

  // @spec MA3
  test('releases what is reserved when the proposal is countered, rejected or expires', async () => {
    const consumer = await consumerWith({ budgetStamps: 5_000 });
    const deals = [
      await propose(provider, consumer),
      await propose(provider, consumer),
      await propose(provider, consumer),
    ];
    for (const deal of deals) await accept(deal, consumer);
    expect(await useOf(consumer)).toMatchObject({ usedStamps: 3_630, openTradeCount: 3 });
    const [first, second] = deals.map(({ proposalKey }) => proposalKey);
    await respond(provider, first ?? '', 'REJECT');
    expect(await useOf(consumer)).toMatchObject({ usedStamps: 2_420, openTradeCount: 2 });
    await respond(provider, second ?? '', 'COUNTER', { terms: termsOf(consumer, 2_000) });
    expect(await useOf(consumer)).toMatchObject({ usedStamps: 1_210, openTradeCount: 1 });
    app.clock.advance(30 * 86_400);
    await until(
      () => useOf(consumer),
      (use) => use?.openTradeCount === 0,
    );
    expect(await useOf(consumer)).toMatchObject({ usedStamps: 0, headroomStamps: 5_000 });
  });

  // @spec MA4
  test('refuses an acceptance and a counter beyond any of its limits with 409 and the limit, and changes nothing', async () => {
    const consumer = await consumerWith({});
    const { proposalKey } = await propose(provider, consumer);
    const limits: readonly (readonly [string, Limits, number?])[] = [
      ['per_trade_stamps', { perTradeStamps: 1_209 }, 1_209],
      ['budget_stamps', { budgetStamps: 1_209, budgetPeriod: 'DAY' }, 1_209],
      ['bond_stamps', { bondStamps: 199 }, 199],
      ['max_open_trades', { maxOpenTrades: 0 }, 0],
      ['counterparties', { counterparties: [consumer.principalKey] }],
      ['trade_profiles', { tradeProfiles: ['other'] }],
      ['min_settled_trades', { minSettledTrades: 1_000 }],
    ];
    for (const [limit, input, maximum] of limits) {
      await put(consumer, input);
      const refusal = await refusalOf(respond(consumer, proposalKey, 'ACCEPT'));
      expect(refusal).toMatchObject(exceeded(limit));
      expect(refusal['maximum']).toBe(maximum);
      const terms = termsOf(consumer, 2_000);
      expect(await refusalOf(respond(consumer, proposalKey, 'COUNTER', { terms }))).toMatchObject(exceeded(limit));
      expect(await useOf(consumer)).toMatchObject({ usedStamps: 0, openTradeCount: 0 });
    }
    await put(consumer, { budgetStamps: 1_209 });
    expect(await refusalOf(respond(consumer, proposalKey, 'ACCEPT'))).toMatchObject({ headroomStamps: 1_209 });
    expect(await decisionsOf(consumer, proposalKey)).toEqual(['COUNTER', 'REJECT']);
    const terms = termsOf(consumer, 500);
    await put(consumer, { perTradeStamps: 605, budgetStamps: 605, bondStamps: 100, maxOpenTrades: 0 });
    expect(await decisionsOf(consumer, proposalKey)).toEqual(['REJECT']);
    await put(consumer, { perTradeStamps: 605, budgetStamps: 605, bondStamps: 100 });
    expect(await decisionsOf(consumer, proposalKey)).toEqual(['COUNTER', 'REJECT']);
    expect(await codeOf(respond(consumer, proposalKey, 'COUNTER', { terms }))).toBe('done');
    await respond(provider, proposalKey, 'COUNTER', { terms: termsOf(consumer, 1_000) });
    const all = { perTradeStamps: 1_210, budgetStamps: 1_210, bondStamps: 200, maxOpenTrades: 1, minSettledTrades: 0 };
    await put(consumer, { ...all, counterparties: [provider.principalKey], validUntil: '2090-01-01T00:00:00.000Z' });
    expect(await codeOf(respond(consumer, proposalKey, 'ACCEPT'))).toBe('done');
  });

  // @spec MA5
  test('that shrinks below what is reserved stops new trades only', async () => {
    const consumer = await consumerWith({ budgetStamps: 5_000 });
    const proposalKey = await accepted(consumer);
    await put(consumer, { budgetStamps: 1, perTradeStamps: 1 });
    expect(await useOf(consumer)).toMatchObject({ usedStamps: 1_210, headroomStamps: 0 });
    const { proposalKey: next } = await propose(provider, consumer);
    expect(await codeOf(respond(consumer, next, 'ACCEPT'))).toBe('mandate_exceeded');
    await finish(consumer, proposalKey, await create(consumer, proposalKey));
  });

  // @spec MA6
  test('that is revoked or expired lets its agent commit nothing, and its open trades go on', async () => {
    const consumer = await consumerWith({});
    const [running, waiting] = [await accepted(consumer), await accepted(consumer)];
    const { proposalKey } = await propose(provider, consumer);
    const tradeKey = await create(consumer, running);
    await revoke(consumer);
    expect(await useOf(consumer)).toMatchObject({ status: 'REVOKED' });
    expect(await refusalOf(respond(consumer, proposalKey, 'ACCEPT'))).toMatchObject(exceeded('revoked'));
    expect(await refusalOf(create(consumer, waiting))).toMatchObject(exceeded('revoked'));
    await finish(consumer, running, tradeKey);
    await put(consumer, { validUntil: new Date(Date.now() + app.clock.offsetMs() + 60_000).toISOString() });
    app.clock.advance(61);
    expect(await useOf(consumer)).toMatchObject({ status: 'EXPIRED' });
    expect(await refusalOf(create(consumer, waiting))).toMatchObject(exceeded('valid_until'));
    await put(consumer, {});
    expect(await codeOf(create(consumer, waiting))).toBe('done');
  });

  // @spec MA6
  test('closes the acts that commit at its end, if the proposal does not expire before', async () => {
    const consumer = await consumerWith({});
    const { proposalKey } = await propose(provider, consumer);
    const closings = async () => {
      const acts = 'expiresAt allowedActions { operation input closesAt }';
      type Acts = { expiresAt: string; allowedActions: { input: { decision: string }; closesAt: string }[] };
      const { principal } = await consumer.api.queryOrThrow<{ principal: { proposal: Acts } }>(
        `query ($key: ID!) { principal { proposal(proposalKey: $key) { ${acts} } } }`,
        { key: proposalKey },
      );
      const { expiresAt, allowedActions } = principal.proposal;
      return { expiresAt, ...Object.fromEntries(allowedActions.map((act) => [act.input.decision, act.closesAt])) };
    };
    const { expiresAt } = await closings();
    expect(await closings()).toEqual({ expiresAt, ACCEPT: expiresAt, COUNTER: expiresAt, REJECT: expiresAt });
    const validUntil = new Date(Date.now() + app.clock.offsetMs() + 60_000).toISOString();
    await put(consumer, { validUntil });
    expect(await closings()).toEqual({ expiresAt, ACCEPT: validUntil, COUNTER: validUntil, REJECT: expiresAt });
  });

  // @spec MA7
  test('is hidden from the counterparty, which learns that a limit of another participant refuses the trade', async () => {
    const consumer = await consumerWith({});
    const proposalKey = await accepted(consumer);
    await revoke(consumer);
    const refusal = await refusalOf(create(provider, proposalKey));
    expect(refusal).toMatchObject({ code: 'trade_settlement_rejected', principalKey: consumer.principalKey });
    expect(JSON.stringify(refusal)).not.toMatch(/mandate|revoked|headroom/i);
  });

  // @spec MA7
  test('refuses a trade of its own principal before that of a counterparty does', async () => {
    const [seller, buyer] = [await consumerWith({}), await consumerWith({})];
    const deal = await propose(seller, buyer);
    await accept(deal, seller, buyer);
    for (const party of [seller, buyer]) await revoke(party);
    for (const party of [seller, buyer])
      expect(await refusalOf(create(party, deal.proposalKey))).toMatchObject(exceeded('revoked'));
  });

  // @spec MA8
  test('counts a proposal that was accepted before it when the trade is created', async () => {
    const consumer = await funded('late');
    const proposalKey = await accepted(consumer);
    await put(consumer, { budgetStamps: 1_209 });
    expect(await refusalOf(create(consumer, proposalKey))).toMatchObject(exceeded('budget_stamps'));
    await put(consumer, { budgetStamps: 1_210 });
    await create(provider, proposalKey);
    expect(await useOf(consumer)).toMatchObject({ usedStamps: 1_210, headroomStamps: 0 });
  });

  // @spec MA9
  test('fills its daily budget up at midnight in UTC', async () => {
    const consumer = await consumerWith({ budgetStamps: 1_210, budgetPeriod: 'DAY' });
    await accepted(consumer);
    const { proposalKey } = await propose(provider, consumer);
    expect(await codeOf(respond(consumer, proposalKey, 'ACCEPT'))).toBe('mandate_exceeded');
    app.clock.advance(86_400);
    expect(await codeOf(respond(consumer, proposalKey, 'ACCEPT'))).toBe('done');
  });
});

// @spec MA10
test('The audit finds a use of a mandate that is not what its agent has reserved and spent', async () => {
  const consumer = await consumerWith({});
  const proposalKey = await accepted(consumer);
  const where = `WHERE proposal_id = '${idFromKeyOrUuid('prp', proposalKey) ?? ''}'`;
  await create(consumer, proposalKey);
  await app.sql(`UPDATE mandate_commitment SET stamps = stamps - 1 ${where}`);
  expect((await auditOf(app)).map(({ check }) => check)).toEqual(['M1']);
  const [row] = await app.sql<{ row: object }>(
    `DELETE FROM mandate_commitment c ${where} RETURNING to_jsonb(c) AS row`,
  );
  expect((await auditOf(app)).map(({ check }) => check)).toEqual(['M1']);
  await app.sql('INSERT INTO mandate_commitment SELECT * FROM jsonb_populate_record(NULL::mandate_commitment, $1)', [
    row?.row,
  ]);
  await app.sql(`UPDATE mandate_commitment SET stamps = stamps + 1 ${where}`);
});
