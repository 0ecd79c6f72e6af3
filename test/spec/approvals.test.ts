import { randomUUID } from 'node:crypto';
import { type Client, createClient, type Credential } from '../../src/client';
import { accept, mutate, type Party, propose, until } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { approvalsOf, approvalKeyOf, decide, funded, putMandate, respond, termsOf } from '../support/mandates';
import { codeOf, refusalOf } from '../support/parties';
import { auditOf, decisionsOf, summaryOf } from '../support/trades';

/** Specification: approvals. Price 1000, fee 10, bond 200: a consumer commits 1210, and a provider 200. */
let app: TestApp;
let provider: Party;
beforeAll(async () => {
  app = await startTestApp();
  provider = await funded(app, 'provider');
});
afterAll(async () => {
  // Also the checks A9 and E2: each decision has its fact, and each request and decision its event.
  const findings = await auditOf(app);
  await app.stop();
  expect(findings).toEqual([]);
});

const DAY = 86_400;

/** A consumer whose agent needs an approval for more than `approvalAboveStamps`. */
async function consumerAbove(approvalAboveStamps: number, limits: Record<string, unknown> = {}): Promise<Party> {
  const party = await funded(app, 'consumer');
  await putMandate(party, { approvalAboveStamps, ...limits });
  return party;
}

const statusOf = async (party: Party): Promise<string | undefined> => (await approvalsOf(party))[0]?.status;
const state = (status: string) => ({ status: 409, code: 'approval_state_conflict', approvalStatus: status });

interface ApprovalEvent {
  readonly type: string;
  readonly subjectKey: string;
  readonly data: Record<string, unknown>;
}

/** The events of approvals that a principal has got, at least `count`. */
async function eventsOf({ api }: Party, count: number): Promise<readonly ApprovalEvent[]> {
  const document = `{ principal { events(types: [APPROVAL_REQUESTED, APPROVAL_DECIDED]) { nodes { type subjectKey data } } } }`;
  const read = async () =>
    (await api.queryOrThrow<{ principal: { events: { nodes: ApprovalEvent[] } } }>(document)).principal.events.nodes;
  return until(read, (found) => found.length >= count);
}

/** The number of events of approvals, with those that have no number yet. */
async function eventCount(approvalKey: string): Promise<number> {
  const [row] = await app.sql<{ n: number }>('SELECT count(*)::int AS n FROM event WHERE subject_key = $1', [
    approvalKey,
  ]);
  return row?.n ?? 0;
}

describe('A commitment above the threshold of a mandate', () => {
  // @spec MA13
  test('gets 409 with the key of an approval and commits nothing, and commits when an owner has approved it', async () => {
    const consumer = await consumerAbove(1_209);
    const { proposalKey } = await propose(provider, consumer);
    const refusal = await refusalOf(respond(consumer, proposalKey, 'ACCEPT'));
    expect(refusal).toMatchObject({ code: 'approval_required', approvalStatus: 'PENDING', committedStamps: 1_210 });
    const approvalKey = String(refusal['approvalKey']);
    expect(await approvalsOf(consumer)).toEqual([
      {
        ...{ approvalKey, status: 'PENDING', agentKey: consumer.agentKey, proposalKey, revisionNo: 1 },
        ...{ committedStamps: 1_210, bondStamps: 200, terms: { steps: [{ priceStamps: 1_000 }] } },
      },
    ]);
    expect(await app.sql('SELECT FROM mandate_commitment WHERE agent_id = $1', [consumer.agentId])).toEqual([]);
    expect((await decide(consumer, approvalKey, 'APPROVE')).approval.status).toBe('APPROVED');
    expect(await codeOf(respond(consumer, proposalKey, 'ACCEPT'))).toBe('done');
    expect(await statusOf(consumer)).toBe('USED');
    await accept({ proposalKey }, provider);
    expect(await codeOf(mutate(provider.api, 'createTrade', { proposalKey }, 'trade { id }'))).toBe('done');
  });

  // @spec MA13
  test('needs no approval at the threshold', async () => {
    const consumer = await consumerAbove(1_210);
    const { proposalKey } = await propose(provider, consumer);
    expect(await codeOf(respond(consumer, proposalKey, 'ACCEPT'))).toBe('done');
    expect(await approvalsOf(consumer)).toEqual([]);
  });

  // @spec MA14
  test('is asked for once: the same call gets the same approval while it is pending, and after a denial', async () => {
    const consumer = await consumerAbove(0);
    const { proposalKey } = await propose(provider, consumer);
    const idempotencyKey = randomUUID();
    const approvalKey = await approvalKeyOf(respond(consumer, proposalKey, 'ACCEPT', { idempotencyKey }));
    expect(await approvalKeyOf(respond(consumer, proposalKey, 'ACCEPT', { idempotencyKey }))).toBe(approvalKey);
    expect(await approvalKeyOf(respond(consumer, proposalKey, 'ACCEPT'))).toBe(approvalKey);
    expect(await eventCount(approvalKey)).toBe(1);
    await decide(consumer, approvalKey, 'DENY');
    const again = await refusalOf(respond(consumer, proposalKey, 'ACCEPT'));
    expect(again).toMatchObject({ code: 'approval_required', approvalKey, approvalStatus: 'DENIED' });
    expect(await eventCount(approvalKey)).toBe(2);
    // The stored answer of the first call, although the approval is denied now.
    const first = await refusalOf(respond(consumer, proposalKey, 'ACCEPT', { idempotencyKey }));
    expect(first).toMatchObject({ approvalKey, approvalStatus: 'PENDING' });
  });

  // @spec MA14
  test('is asked for by one mutation of a request alone', async () => {
    const consumer = await consumerAbove(0);
    const { proposalKey } = await propose(provider, consumer);
    const field = `respondToProposal(input: { proposalKey: "${proposalKey}", decision: ACCEPT }) { proposal { state } }`;
    expect(await codeOf(consumer.api.mutate(`mutation { one: ${field} two: ${field} }`, {}))).toBe('approval_required');
    const [approval] = await approvalsOf(consumer);
    expect(await approvalKeyOf(respond(consumer, proposalKey, 'ACCEPT'))).toBe(approval?.approvalKey);
  });

  // @spec MA15
  test('needs an approval of its own terms and revision: a counter with other terms replaces the request', async () => {
    const consumer = await consumerAbove(0);
    const { proposalKey } = await propose(provider, consumer);
    const first = await approvalKeyOf(respond(consumer, proposalKey, 'ACCEPT'));
    const terms = termsOf(provider, consumer, 2_000);
    const second = await approvalKeyOf(respond(consumer, proposalKey, 'COUNTER', { terms }));
    expect(await codeOf(decide(consumer, first, 'APPROVE'))).toBe('approval_not_found');
    await decide(consumer, second, 'APPROVE');
    const other = termsOf(provider, consumer, 2_001);
    expect(await codeOf(respond(consumer, proposalKey, 'COUNTER', { terms: other }))).toBe('approval_required');
    const third = await approvalKeyOf(respond(consumer, proposalKey, 'COUNTER', { terms }));
    expect(third).not.toBe(second);
    // The decided one stays in the list, but counts no more.
    expect(await approvalsOf(consumer)).toMatchObject([
      { approvalKey: third, status: 'PENDING', revisionNo: 2, committedStamps: 2_420 },
      { approvalKey: second, status: 'EXPIRED', revisionNo: 2, committedStamps: 2_420 },
    ]);
    const numbers = 'SELECT request_no FROM approval WHERE agent_id = $1 ORDER BY request_no';
    expect(await app.sql(numbers, [consumer.agentId])).toEqual([{ request_no: 2 }, { request_no: 4 }]);
    await decide(consumer, third, 'APPROVE');
    expect(await codeOf(respond(consumer, proposalKey, 'COUNTER', { terms }))).toBe('done');
    expect(await statusOf(consumer)).toBe('USED');
    await respond(provider, proposalKey, 'COUNTER', { terms });
    expect(await statusOf(consumer)).toBe('EXPIRED');
    expect(await codeOf(respond(consumer, proposalKey, 'ACCEPT'))).toBe('approval_required');
  });

  // @spec MA15
  test('ends with its revision: a request for an older one is no longer listed as pending', async () => {
    const consumer = await consumerAbove(0);
    const { proposalKey } = await propose(provider, consumer);
    const approvalKey = await approvalKeyOf(respond(consumer, proposalKey, 'ACCEPT'));
    await respond(provider, proposalKey, 'COUNTER', { terms: termsOf(provider, consumer, 900) });
    expect(await statusOf(consumer)).toBe('EXPIRED');
    expect(await approvalsOf(consumer, { statuses: ['PENDING'] })).toEqual([]);
    expect(await approvalsOf(consumer, { statuses: ['EXPIRED'] })).toMatchObject([{ approvalKey }]);
  });

  // @spec MA16
  test('is possible for 24 hours after the approval, and a request without a decision ends after 24 hours', async () => {
    const consumer = await consumerAbove(0);
    const { proposalKey } = await propose(provider, consumer);
    const first = await approvalKeyOf(respond(consumer, proposalKey, 'ACCEPT'));
    app.clock.advance(DAY);
    expect(await statusOf(consumer)).toBe('EXPIRED');
    expect(await refusalOf(decide(consumer, first, 'APPROVE'))).toMatchObject(state('EXPIRED'));
    const second = await approvalKeyOf(respond(consumer, proposalKey, 'ACCEPT'));
    expect(second).not.toBe(first);
    app.clock.advance(DAY - 60);
    await decide(consumer, second, 'APPROVE');
    expect(await refusalOf(decide(consumer, second, 'DENY'))).toMatchObject(state('APPROVED'));
    app.clock.advance(DAY - 60);
    expect(await statusOf(consumer)).toBe('APPROVED');
    app.clock.advance(60);
    expect(await statusOf(consumer)).toBe('EXPIRED');
    expect(await approvalKeyOf(respond(consumer, proposalKey, 'ACCEPT'))).not.toBe(second);
  });

  // @spec MA17
  test('is not asked for if another limit of the mandate refuses it', async () => {
    const consumer = await consumerAbove(0, { budgetStamps: 1_209 });
    const { proposalKey } = await propose(provider, consumer);
    expect(await codeOf(respond(consumer, proposalKey, 'ACCEPT'))).toBe('mandate_exceeded');
    expect(await approvalsOf(consumer)).toEqual([]);
    await putMandate(consumer, { approvalAboveStamps: 0 });
    await decide(consumer, await approvalKeyOf(respond(consumer, proposalKey, 'ACCEPT')), 'APPROVE');
    await putMandate(consumer, { approvalAboveStamps: 0, budgetStamps: 1_209 });
    expect(await codeOf(respond(consumer, proposalKey, 'ACCEPT'))).toBe('mandate_exceeded');
  });

  // @spec MA18
  test('is asked for by the creation of a trade if the proposal was accepted before, and a counterparty learns nothing of it', async () => {
    const consumer = await funded(app, 'late');
    const deal = await propose(provider, consumer);
    await accept(deal, provider, consumer);
    await putMandate(consumer, { approvalAboveStamps: 0 });
    const { proposalKey } = deal;
    const create = (by: Party) => mutate(by.api, 'createTrade', { proposalKey }, 'trade { id }');
    const refusal = await refusalOf(create(provider));
    expect(refusal).toMatchObject({ code: 'trade_settlement_rejected', principalKey: consumer.principalKey });
    expect(JSON.stringify(refusal)).not.toMatch(/approv|apr_/i);
    expect(await approvalsOf(consumer)).toEqual([]);
    await decide(consumer, await approvalKeyOf(create(consumer)), 'APPROVE');
    expect(await codeOf(create(provider))).toBe('done');
  });

  // @spec MA19
  test('is offered until it is asked for and after the approval, and not in between', async () => {
    const consumer = await consumerAbove(0);
    const { proposalKey } = await propose(provider, consumer);
    expect(await decisionsOf(consumer, proposalKey)).toEqual(['ACCEPT', 'COUNTER', 'REJECT']);
    expect(await summaryOf(consumer, proposalKey, 'ACCEPT')).toMatch(/^An owner is asked for an approval/);
    const approvalKey = await approvalKeyOf(respond(consumer, proposalKey, 'ACCEPT'));
    expect(await decisionsOf(consumer, proposalKey)).toEqual(['COUNTER', 'REJECT']);
    await decide(consumer, approvalKey, 'APPROVE');
    expect(await decisionsOf(consumer, proposalKey)).toEqual(['ACCEPT', 'COUNTER', 'REJECT']);
    expect(await summaryOf(consumer, proposalKey, 'ACCEPT')).toBe('You accept the current revision.');
  });
});

describe('An approval', () => {
  /** A client with a credential of one agent. */
  async function boundTo({ owner, principalKey }: Party, agentKey: string): Promise<Client> {
    const input = { principalKey, agentKey };
    const selection = 'credential { apiKey signingSecret }';
    const { credential } = await mutate<{ credential: Credential }>(owner, 'createCredential', input, selection);
    return createClient({ url: app.url, credential });
  }

  // @spec MA20
  test('is decided by owners alone, and is seen by its own principal alone, and by the credentials of its agent', async () => {
    const consumer = await consumerAbove(0);
    const { principalKey, owner } = consumer;
    const { proposalKey } = await propose(provider, consumer);
    const approvalKey = await approvalKeyOf(respond(consumer, proposalKey, 'ACCEPT'));
    const input = { principalKey, approvalKey, decision: 'APPROVE' };
    const decideBy = (api: Client) => codeOf(mutate(api, 'decideApproval', input, 'approval { id }'));
    expect(await decideBy(consumer.api)).toBe('principal_owner_required');
    expect(await decideBy(provider.owner)).toBe('principal_access_denied');
    const see = async (api: Client) =>
      (
        await api.queryOrThrow<{ node: { id: string } | null }>('query ($id: ID!) { node(id: $id) { id } }', {
          id: approvalKey,
        })
      ).node?.id;
    const { agent } = await mutate<{ agent: { agentKey: string } }>(
      owner,
      'registerAgent',
      { principalKey, card: { name: 'Other', description: 'Other.', version: '1.0.0', capabilities: {} } },
      'agent { agentKey }',
    );
    const [own, other] = [await boundTo(consumer, consumer.agentKey), await boundTo(consumer, agent.agentKey)];
    expect([await see(own), await see(consumer.api), await see(owner)]).toEqual([
      approvalKey,
      approvalKey,
      approvalKey,
    ]);
    expect([await see(other), await see(provider.api), await see(app.operator)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect([await approvalsOf({ api: own }), await approvalsOf({ api: other })]).toMatchObject([[{ approvalKey }], []]);
    const ofOperator = await app.operator.queryOrThrow<{ principal: { approvals: { totalCount: number } } }>(
      'query ($key: ID!) { principal(principalKey: $key) { approvals { totalCount } } }',
      { key: principalKey },
    );
    expect(ofOperator.principal.approvals.totalCount).toBe(0);
  });

  // @spec MA21
  test('is reported by events to its principal alone, when it is asked for and when it is decided', async () => {
    const consumer = await consumerAbove(0);
    const { proposalKey } = await propose(provider, consumer);
    const approvalKey = await approvalKeyOf(respond(consumer, proposalKey, 'ACCEPT'));
    await decide(consumer, approvalKey, 'DENY');
    const events = await eventsOf(consumer, 2);
    expect(events).toMatchObject([
      { type: 'APPROVAL_REQUESTED', subjectKey: approvalKey, data: { status: 'pending', committed_stamps: 1_210 } },
      { type: 'APPROVAL_DECIDED', subjectKey: approvalKey, data: { status: 'denied', proposal_key: proposalKey } },
    ]);
    expect(await eventsOf(provider, 0)).toEqual([]);
  });

  // @spec MA22
  test('is listed by status and by agent', async () => {
    const consumer = await consumerAbove(0);
    const keys: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      const { proposalKey } = await propose(provider, consumer);
      keys.push(await approvalKeyOf(respond(consumer, proposalKey, 'ACCEPT')));
    }
    await decide(consumer, keys[0] ?? '', 'APPROVE');
    await decide(consumer, keys[1] ?? '', 'DENY');
    const listed = async (filter: Record<string, unknown>) =>
      (await approvalsOf(consumer, filter)).map(({ approvalKey }) => keys.indexOf(approvalKey));
    expect(await listed({})).toEqual([2, 1, 0]);
    expect(await listed({ statuses: ['PENDING'] })).toEqual([2]);
    expect(await listed({ statuses: ['APPROVED', 'DENIED'] })).toEqual([1, 0]);
    expect(await listed({ statuses: ['USED', 'EXPIRED'] })).toEqual([]);
    expect(await listed({ agentKey: consumer.agentKey, statuses: ['DENIED'] })).toEqual([1]);
    expect(await listed({ agentKey: provider.agentKey })).toEqual([]);
  });
});

// @spec MA23
test('The audit finds an approval that an owner has not given', async () => {
  const consumer = await consumerAbove(0);
  const { proposalKey } = await propose(provider, consumer);
  const approvalKey = await approvalKeyOf(respond(consumer, proposalKey, 'ACCEPT'));
  await decide(consumer, approvalKey, 'DENY');
  await expect(respond(consumer, proposalKey, 'ACCEPT')).rejects.toMatchObject({
    remedy: expect.stringMatching(/^Counter with other terms/) as unknown,
  });
  const set = (decision: string) =>
    app.sql(
      'UPDATE approval SET decision = $1 WHERE principal_id = (SELECT principal_id FROM agent WHERE agent_id = $2)',
      [decision, consumer.agentId],
    );
  await set('approved');
  expect((await auditOf(app)).map(({ check }) => check)).toEqual(['A9']);
  await set('denied');
});
