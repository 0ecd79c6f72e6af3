import { mutate, type Party, propose, until } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { funded, putMandate, respond, termsOf } from '../support/mandates';
import { codeOf, refusalOf } from '../support/parties';
import { startReceiver } from '../support/receiver';
import { auditOf } from '../support/trades';
import { pushedTo } from '../support/webhook-agents';

/** Specification: the event of a mandate whose budget was too small. A consumer commits 1210 for a price of 1000. */
let app: TestApp;
let provider: Party;
beforeAll(async () => {
  app = await startTestApp({ ATS_WEBHOOK_ALLOW_PRIVATE: 'true' });
  provider = await funded(app, 'provider');
});
afterAll(async () => {
  // Also the check E2: each exhausted mandate has its event.
  const findings = await auditOf(app);
  await app.stop();
  expect(findings).toEqual([]);
});

interface Exhausted {
  readonly subjectKey: string;
  readonly data: Record<string, unknown>;
  readonly agent: { readonly agentKey: string };
}

/** The events `mandate.exhausted` of a principal, at least `count`. */
async function eventsOf({ api }: Pick<Party, 'api'>, count: number): Promise<readonly Exhausted[]> {
  const document = `{ principal { events(types: [MANDATE_EXHAUSTED]) {
    nodes { subjectKey data ... on MandateExhaustedEvent { agent { agentKey } } } } } }`;
  const read = async () =>
    (await api.queryOrThrow<{ principal: { events: { nodes: Exhausted[] } } }>(document)).principal.events.nodes;
  return until(read, (found) => found.length >= count);
}

/** The number of events, with those that have no number yet. */
async function eventCount({ agentKey }: Party): Promise<number> {
  const [row] = await app.sql<{ n: number }>(
    `SELECT count(*)::int AS n FROM event WHERE type = 'mandate.exhausted' AND subject_key = $1`,
    [agentKey],
  );
  return row?.n ?? 0;
}

async function consumerWith(limits: Record<string, unknown>): Promise<Party> {
  const party = await funded(app, 'consumer');
  await putMandate(party, limits);
  return party;
}

const refused = async (consumer: Party): Promise<string> => {
  const { proposalKey } = await propose(provider, consumer);
  expect(await codeOf(respond(consumer, proposalKey, 'ACCEPT'))).toBe('mandate_exceeded');
  return proposalKey;
};

// @spec MA28
test('the first commitment above the rest of a budget has an event for the principal of the agent alone', async () => {
  const consumer = await consumerWith({ budgetStamps: 1_209, budgetPeriod: 'WEEK' });
  const { proposalKey } = await propose(provider, consumer);
  expect(await refusalOf(respond(consumer, proposalKey, 'ACCEPT'))).toMatchObject({
    ...{ code: 'mandate_exceeded', limit: 'budget_stamps' },
    ...{ headroomStamps: 1_209, committedStamps: 1_210 },
  });
  const { principalKey, agentKey } = consumer;
  expect(await eventsOf(consumer, 1)).toEqual([
    {
      subjectKey: agentKey,
      agent: { agentKey },
      data: {
        ...{ principal_key: principalKey, agent_key: agentKey, proposal_key: proposalKey, revision_no: 1 },
        ...{ proposal_id: expect.any(String) as string, committed_stamps: 1_210, headroom_stamps: 1_209 },
        ...{ budget_stamps: 1_209, budget_period: 'week' },
      },
    },
  ]);
  expect(await eventsOf(provider, 0)).toEqual([]);
});

// @spec MA28
test('no other limit has an event, and a commitment that another participant makes has none', async () => {
  const consumer = await consumerWith({ perTradeStamps: 1, budgetStamps: 1 });
  const { proposalKey } = await propose(provider, consumer);
  expect(await refusalOf(respond(consumer, proposalKey, 'ACCEPT'))).toMatchObject({ limit: 'per_trade_stamps' });
  const late = await funded(app, 'consumer');
  const deal = await propose(provider, late);
  for (const party of [provider, late]) await respond(party, deal.proposalKey, 'ACCEPT');
  await putMandate(late, { budgetStamps: 1 });
  const create = (party: Party) =>
    codeOf(mutate(party.api, 'createTrade', { proposalKey: deal.proposalKey }, 'trade { id }'));
  expect(await create(provider)).toBe('trade_settlement_rejected');
  expect([await eventCount(consumer), await eventCount(late)]).toEqual([0, 0]);
  expect(await create(late)).toBe('mandate_exceeded');
  expect(await eventCount(late)).toBe(1);
});

// @spec MA29
test('a period has one event, and an owner who sets the mandate again gets the next one', async () => {
  const consumer = await consumerWith({ budgetStamps: 1, budgetPeriod: 'DAY' });
  const proposalKey = await refused(consumer);
  await refused(consumer);
  const terms = termsOf(provider, consumer, 2_000);
  expect(await codeOf(respond(consumer, proposalKey, 'COUNTER', { terms }))).toBe('mandate_exceeded');
  expect(await eventCount(consumer)).toBe(1);
  app.clock.advance(86_400);
  await refused(consumer);
  await refused(consumer);
  expect(await eventCount(consumer)).toBe(2);
  await putMandate(consumer, { budgetStamps: 2, budgetPeriod: 'DAY' });
  await refused(consumer);
  expect(await eventCount(consumer)).toBe(3);
});

// @spec MA29
test('parallel refusals and two mutations of one request have one event', async () => {
  const consumer = await consumerWith({ budgetStamps: 1 });
  const { proposalKey } = await propose(provider, consumer);
  const field = `respondToProposal(input: { proposalKey: "${proposalKey}", decision: ACCEPT }) { proposal { state } }`;
  const twice = () => codeOf(consumer.api.mutate(`mutation { one: ${field} two: ${field} }`, {}));
  const once = () => codeOf(respond(consumer, proposalKey, 'ACCEPT'));
  const codes = await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 5 === 0 ? twice() : once())));
  expect(new Set(codes)).toEqual(new Set(['mandate_exceeded']));
  expect(await eventCount(consumer)).toBe(1);
});

// @spec MA28
test('a mutation that exceeds a budget only with one before it has no event, because both are undone', async () => {
  const consumer = await consumerWith({ budgetStamps: 1_210 });
  const deals = [await propose(provider, consumer), await propose(provider, consumer)];
  const field = (n: number) =>
    `respondToProposal(input: { proposalKey: "${deals[n]?.proposalKey ?? ''}", decision: ACCEPT }) { proposal { state } }`;
  const both = `mutation { one: ${field(0)} two: ${field(1)} }`;
  expect(await codeOf(consumer.api.mutate(both, {}))).toBe('mandate_exceeded');
  expect(await eventCount(consumer)).toBe(0);
  expect(await codeOf(respond(consumer, deals[0]?.proposalKey ?? '', 'ACCEPT'))).toBe('done');
  expect(await codeOf(consumer.api.mutate(`mutation { one: ${field(1)} }`, {}))).toBe('mandate_exceeded');
  expect(await eventCount(consumer)).toBe(1);
});

// @spec MA28
test('the webhook of the agent gets the event, and that of another agent of the principal does not', async () => {
  const receiver = await startReceiver();
  const party = await funded(app, 'consumer');
  const other = await pushedTo(app, party, receiver.url('/other'), ['MANDATE_EXHAUSTED']);
  const consumer = await pushedTo(app, party, receiver.url('/agent'), ['MANDATE_EXHAUSTED']);
  await putMandate(consumer, { budgetStamps: 1 });
  await refused(consumer);
  await until(
    () => Promise.resolve(receiver.of('/agent')),
    (received) => received.length > 0,
  );
  const deliveries = await app.sql('SELECT agent_id FROM webhook_delivery WHERE agent_id = ANY ($1)', [
    [consumer.agentId, other.agentId],
  ]);
  await receiver.stop();
  expect(deliveries).toEqual([{ agent_id: consumer.agentId }]);
});

// @spec MA28
test('the audit finds an exhausted mandate without its event', async () => {
  const consumer = await consumerWith({ budgetStamps: 1 });
  await app.sql('UPDATE mandate SET exhausted_at = clock_timestamp() WHERE agent_id = $1', [consumer.agentId]);
  expect((await auditOf(app)).map(({ check }) => check)).toEqual(['E2']);
  await app.sql('UPDATE mandate SET exhausted_at = NULL WHERE agent_id = $1', [consumer.agentId]);
});
