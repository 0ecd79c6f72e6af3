import { type Client, createClient, type Credential } from '../../src/client';
import { useTestApp } from '../support/app';
import { mutate, type Party, principal, propose } from '../support/actors';
import { approvalKeyOf, approvalsOf, decide, funded, putMandate, respond, termsOf } from '../support/mandates';
import { refusalOf } from '../support/parties';
import { body, type List, restOf, under } from '../support/rest';
import { summaryOf } from '../support/trades';

/** Requests for an approval wait for an owner. No worker ends anything. */

const app = useTestApp({ ATS_ROLE: 'api' });
let provider: Party;
beforeAll(async () => {
  provider = await funded(app, 'provider');
});

const DAY = 86_400;

interface Item {
  readonly kind: string;
  readonly dueAt: string;
  readonly subjectKey: string;
  readonly agentKey: string;
  readonly subject: { readonly __typename: string };
  readonly action: unknown;
}

/** The approvals that wait for a principal, as a caller sees them. */
async function waiting(api: Pick<Client, 'queryOrThrow'>, key: string, first = 50): Promise<readonly Item[]> {
  const { principal } = await api.queryOrThrow<{ principal: { attention: Item[] } }>(
    `query ($key: ID!, $first: Int) { principal(principalKey: $key) { attention(first: $first) {
      kind dueAt subjectKey agentKey subject { __typename } action { operation closesAt } } } }`,
    { key, first },
  );
  return principal.attention.filter(({ kind }) => kind === 'APPROVAL');
}

async function consumerWithMandate(): Promise<Party> {
  const party = await funded(app, 'consumer');
  await putMandate(party, { approvalAboveStamps: 0 });
  return party;
}

const keysOf = async ({ api, principalKey }: Party) =>
  (await waiting(api, principalKey)).map(({ subjectKey }) => subjectKey);

// @spec MA27
test('a request waits until an owner decides it, also over REST', async () => {
  const consumer = await consumerWithMandate();
  const { principalKey, agentKey } = consumer;
  const { proposalKey } = await propose(provider, consumer);
  expect(await keysOf(consumer)).toEqual([]);
  const approvalKey = await approvalKeyOf(respond(consumer, proposalKey, 'ACCEPT'));
  const expected = { subjectKey: approvalKey, agentKey, subject: { __typename: 'Approval' } };
  expect(await waiting(consumer.api, principalKey)).toMatchObject([{ ...expected, action: null }]);
  const action = { operation: 'decideApproval' };
  expect(await waiting(consumer.owner, principalKey)).toMatchObject([{ ...expected, action }]);
  const list = body<List>(await restOf(app, consumer).get(`${under(consumer)}/attention`));
  expect(list.data).toContainEqual({
    ...{ kind: 'approval', subject_key: approvalKey, agent_key: agentKey },
    ...{ due_at: expect.any(String) as string, action: null },
  });
  await decide(consumer, approvalKey, 'DENY');
  expect(await keysOf(consumer)).toEqual([]);
});

// @spec MA27, MA31
test('a request that can have no effect any more does not wait, and no owner can decide it', async () => {
  const consumer = await consumerWithMandate();
  const [countered, rejected, expiring] = [
    await propose(provider, consumer),
    await propose(provider, consumer),
    await propose(provider, consumer),
  ];
  const ask = ({ proposalKey }: { proposalKey: string }) => approvalKeyOf(respond(consumer, proposalKey, 'ACCEPT'));
  const keys = [await ask(countered), await ask(rejected), await ask(expiring)];
  expect(await keysOf(consumer)).toEqual(expect.arrayContaining(keys));
  await respond(provider, countered.proposalKey, 'COUNTER', { terms: termsOf(provider, consumer, 900) });
  await respond(provider, rejected.proposalKey, 'REJECT');
  expect(await keysOf(consumer)).toEqual([keys[2]]);
  for (const key of keys.slice(0, 2)) {
    expect(await refusalOf(decide(consumer, key, 'APPROVE'))).toMatchObject({
      code: 'approval_state_conflict',
      approvalStatus: 'EXPIRED',
    });
  }
  app.clock.advance(DAY);
  expect(await keysOf(consumer)).toEqual([]);
  // A request of a proposal that ends sooner is due with it.
  const short = await propose(provider, consumer);
  await ask(short);
  const end = new Date(Date.now() + app.clock.offsetMs() + 3_600_000).toISOString();
  await app.sql(
    `UPDATE proposal q SET expires_at = $2 FROM approval r
      WHERE r.proposal_id = q.proposal_id AND r.agent_id = $1 AND r.expires_at > $2`,
    [consumer.agentId, end],
  );
  expect((await waiting(consumer.api, consumer.principalKey)).map(({ dueAt }) => dueAt)).toEqual([end]);
});

// @spec MA15, MA31
test('a request for a counter ends when the revision of another participant takes its number', async () => {
  const consumer = await consumerWithMandate();
  const overtaken = async (isApproved: boolean) => {
    const { proposalKey } = await propose(provider, consumer);
    const terms = termsOf(provider, consumer, 2_000);
    const key = await approvalKeyOf(respond(consumer, proposalKey, 'COUNTER', { terms }));
    if (isApproved) await decide(consumer, key, 'APPROVE');
    await respond(provider, proposalKey, 'COUNTER', { terms: termsOf(provider, consumer, 600) });
    return { proposalKey, key };
  };
  const [pending, approved] = [await overtaken(false), await overtaken(true)];
  const statuses = async () => (await approvalsOf(consumer)).map(({ status }) => status);
  expect(await statuses()).toEqual(['EXPIRED', 'EXPIRED']);
  expect(await approvalsOf(consumer, { statuses: ['EXPIRED'] })).toHaveLength(2);
  expect(await keysOf(consumer)).toEqual([]);
  expect(await refusalOf(decide(consumer, pending.key, 'APPROVE'))).toMatchObject({
    code: 'approval_state_conflict',
    approvalStatus: 'EXPIRED',
  });
  const summary = await summaryOf(consumer, approved.proposalKey, 'COUNTER');
  expect(summary).toBe('Your terms become the next revision. The others must respond to it.');
  // The agent accepts the other terms, which the owner has not approved.
  await putMandate(consumer, { approvalAboveStamps: 100_000 });
  await respond(consumer, approved.proposalKey, 'ACCEPT');
  expect(await statuses()).toEqual(['EXPIRED', 'EXPIRED']);
});

// @spec MA31
test('a request and an approval end at the instant at which their proposal expires', async () => {
  const consumer = await consumerWithMandate();
  const ask = async () => approvalKeyOf(respond(consumer, (await propose(provider, consumer)).proposalKey, 'ACCEPT'));
  const used = await propose(provider, consumer);
  await decide(consumer, await approvalKeyOf(respond(consumer, used.proposalKey, 'ACCEPT')), 'APPROVE');
  await respond(consumer, used.proposalKey, 'ACCEPT');
  const [approved, pending] = [await ask(), await ask()];
  await decide(consumer, approved, 'APPROVE');
  const end = new Date(Date.now() + app.clock.offsetMs() + 3_600_000).toISOString();
  await app.sql(
    'UPDATE proposal q SET expires_at = $2 FROM approval r WHERE r.proposal_id = q.proposal_id AND r.agent_id = $1',
    [consumer.agentId, end],
  );
  const statuses = async () => (await approvalsOf(consumer)).map(({ status }) => status);
  expect(await statuses()).toEqual(['PENDING', 'APPROVED', 'USED']);
  type Ends = { approvals: { nodes: { expiresAt: string }[] } };
  const { approvals } = await principal<Ends>(consumer.api, 'approvals { nodes { expiresAt } }');
  expect(approvals.nodes.map(({ expiresAt }) => expiresAt)).toEqual([end, end, end]);
  expect(await waiting(consumer.owner, consumer.principalKey)).toMatchObject([
    { subjectKey: pending, dueAt: end, action: { closesAt: end } },
  ]);
  app.clock.advance(3_600);
  // The end of the proposal releases what the used one committed.
  expect(await statuses()).toEqual(['EXPIRED', 'EXPIRED', 'EXPIRED']);
  expect(await approvalsOf(consumer, { statuses: ['EXPIRED'] })).toHaveLength(3);
  expect(await approvalsOf(consumer, { statuses: ['USED', 'APPROVED', 'PENDING'] })).toEqual([]);
  expect(await refusalOf(decide(consumer, pending, 'APPROVE'))).toMatchObject({
    code: 'approval_state_conflict',
    approvalStatus: 'EXPIRED',
  });
});

// @spec MA27
test('an operator and a credential of another agent do not see it, and still get all their items', async () => {
  const consumer = await consumerWithMandate();
  const { principalKey, owner } = consumer;
  const approvalKey = await approvalKeyOf(respond(consumer, (await propose(provider, consumer)).proposalKey, 'ACCEPT'));
  const { agent } = await mutate<{ agent: { agentKey: string } }>(
    owner,
    'registerAgent',
    { principalKey, card: { name: 'Other', description: 'Other.', version: '1.0.0', capabilities: {} } },
    'agent { agentKey }',
  );
  const boundTo = async (agentKey: string): Promise<Client> => {
    const input = { principalKey, agentKey };
    const { credential } = await mutate<{ credential: Credential }>(
      owner,
      'createCredential',
      input,
      'credential { apiKey signingSecret }',
    );
    return createClient({ url: app.url, credential });
  };
  const seen = async (api: Pick<Client, 'queryOrThrow'>) =>
    (await waiting(api, principalKey)).map(({ subjectKey }) => subjectKey);
  expect(await seen(await boundTo(consumer.agentKey))).toEqual([approvalKey]);
  expect(await seen(await boundTo(agent.agentKey))).toEqual([]);
  expect(await seen(app.operator)).toEqual([]);
  // The proposal ends after the request, and is the first item of a caller that does not see the request.
  const { principal } = await app.operator.queryOrThrow<{ principal: { attention: { kind: string }[] } }>(
    'query ($key: ID!) { principal(principalKey: $key) { attention(first: 1) { kind } } }',
    { key: principalKey },
  );
  expect(principal.attention).toEqual([{ kind: 'RESPOND' }]);
  const page = (args: string) =>
    app.operator.queryOrThrow(
      `{ principal(principalKey: "${principalKey}") { approvals${args} { totalCount totalCountIsExact nodes { status } } } }`,
    );
  const none = { totalCount: 0, totalCountIsExact: true, nodes: [] };
  expect(await page('(first: 1)')).toEqual({ principal: { approvals: none } });
  for (const args of ['(first: 0)', '(first: -1)', '(first: 1, last: 1)', '(after: "x")']) {
    expect([args, (await refusalOf(page(args)))['code']]).toEqual([args, 'validation_failed']);
  }
});
