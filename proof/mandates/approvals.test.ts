import { type Party, propose } from '../../test/support/actors';
import { useTestApp } from '../../test/support/app';
import { approvalsOf, approvalKeyOf, decide, funded, putMandate, respond, termsOf } from '../../test/support/mandates';
import { codeOf, refusalOf } from '../../test/support/parties';
import { auditOf } from '../../test/support/trades';

/** Parallel calls that need an approval. */
const app = useTestApp();
let provider: Party;
beforeAll(async () => {
  provider = await funded(app, 'provider');
});

const CALLS = 50;
const all = <T>(call: (n: number) => Promise<T>, calls = CALLS): Promise<T[]> =>
  Promise.all(Array.from({ length: calls }, (_, n) => call(n)));
const count = (codes: readonly string[], code: string): number => codes.filter((one) => one === code).length;

async function consumerWithProposal(): Promise<{ readonly consumer: Party; readonly proposalKey: string }> {
  const consumer = await funded(app, 'consumer');
  await putMandate(consumer, { approvalAboveStamps: 0 });
  const { proposalKey } = await propose(provider, consumer);
  return { consumer, proposalKey };
}

async function requestsOf({ agentKey }: Party): Promise<number> {
  const [row] = await app.sql<{ n: number }>(
    `SELECT count(*)::int AS n FROM event WHERE type = 'approval.requested' AND data->>'agent_key' = $1`,
    [agentKey],
  );
  return row?.n ?? 0;
}

// @spec MA24
test('50 parallel acceptances that need an approval make one request, and all get its key', async () => {
  const { consumer, proposalKey } = await consumerWithProposal();
  const refusals = await all(() => refusalOf(respond(consumer, proposalKey, 'ACCEPT')));
  const [approval] = await approvalsOf(consumer);
  const wanted = { code: 'approval_required', approvalKey: approval?.approvalKey };
  for (const refusal of refusals) expect(refusal).toMatchObject(wanted);
  expect(await requestsOf(consumer)).toBe(1);
  expect(await auditOf(app)).toEqual([]);
}, 300_000);

// @spec MA24
test('50 parallel acceptances with one approval commit once', async () => {
  const { consumer, proposalKey } = await consumerWithProposal();
  await decide(consumer, await approvalKeyOf(respond(consumer, proposalKey, 'ACCEPT')), 'APPROVE');
  const codes = await all(() => codeOf(respond(consumer, proposalKey, 'ACCEPT')));
  expect([count(codes, 'done'), count(codes, 'match_proposal_invalid_response')]).toEqual([1, CALLS - 1]);
  expect(await approvalsOf(consumer)).toMatchObject([{ status: 'USED' }]);
  expect(await auditOf(app)).toEqual([]);
}, 300_000);

// @spec MA25
test('In a burst of acceptances, a denial is final: nothing commits, and an approval in the burst commits once', async () => {
  for (const decision of ['DENY', 'APPROVE'] as const) {
    const { consumer, proposalKey } = await consumerWithProposal();
    const approvalKey = await approvalKeyOf(respond(consumer, proposalKey, 'ACCEPT'));
    const accepting = all(() => codeOf(respond(consumer, proposalKey, 'ACCEPT')));
    await decide(consumer, approvalKey, decision);
    const codes = await accepting;
    expect(count(codes, 'done')).toBeLessThanOrEqual(decision === 'APPROVE' ? 1 : 0);
    const rest = count(codes, 'approval_required') + count(codes, 'match_proposal_invalid_response');
    expect(rest + count(codes, 'done')).toBe(CALLS);
    expect(await requestsOf(consumer)).toBe(1);
    expect(await auditOf(app)).toEqual([]);
  }
}, 300_000);

// @spec MA24
test('Parallel requests with other terms leave one approval, and each answer names the approval that its call asked for', async () => {
  const { consumer, proposalKey } = await consumerWithProposal();
  const counter = (n: number) =>
    respond(consumer, proposalKey, 'COUNTER', { terms: termsOf(provider, consumer, 1_000 + (n % 2)) });
  const refusals = await all((n) => refusalOf(counter(n)), 8);
  const keys = new Set(refusals.map(({ approvalKey }) => String(approvalKey)));
  const [approval, ...others] = await approvalsOf(consumer);
  expect(others).toEqual([]);
  expect(keys.has(approval?.approvalKey ?? '')).toBe(true);
  expect(await requestsOf(consumer)).toBe(keys.size);
  expect(await auditOf(app)).toEqual([]);
}, 300_000);
