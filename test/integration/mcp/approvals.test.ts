import { startTestApp, type TestApp } from '../../support/app';
import { accept, type Party, propose } from '../../support/actors';
import { approvalsOf, decide, funded, putMandate } from '../../support/mandates';
import { type McpProcess, startMcp } from '../../support/mcp';
import { auditOf } from '../../support/trades';

/** Commitments above `approvalAboveStamps`: an owner decides, and the model repeats its call. */

let app: TestApp;
let provider: Party;
const running: McpProcess[] = [];

beforeAll(async () => {
  app = await startTestApp({ ATS_CONSOLE: 'on' });
  provider = await funded(app, 'provider');
});
afterEach(() => Promise.all(running.splice(0).map((mcp) => mcp.close())));
afterAll(() => app.stop());

/** A consumer whose agent needs an approval for each commitment of more than 500 stamps. */
async function consumer(): Promise<{ party: Party; mcp: McpProcess }> {
  const party = await funded(app, 'consumer');
  await putMandate(party, { approvalAboveStamps: 500 });
  const mcp = await startMcp(app, party);
  running.push(mcp);
  return { party, mcp };
}

interface Waited {
  readonly events: readonly { readonly type: string }[];
  readonly cursor: string | null;
}

/** Waits for the next decision of an owner. */
const decision = (mcp: McpProcess) => mcp.done<Waited>('ats_wait', { types: ['APPROVAL_DECIDED'], timeoutSeconds: 30 });

// @spec MC30
test('a refused acceptance names the page of the decision, and is done after an approval', async () => {
  const { party, mcp } = await consumer();
  const { proposalKey } = await propose(provider, party, { price: 1000 });
  const acceptance = { proposalKey, decision: 'ACCEPT', revisionNo: 1 };
  const refused = await mcp.call('ats_respond', { ...acceptance, intentId: 'accept-1' });
  expect([refused.isError, refused.body]).toEqual([
    true,
    expect.objectContaining({
      ...{ code: 'approval_required', approvalStatus: 'PENDING', committedStamps: 1210, intentId: 'accept-1' },
      ...{ retryWithNewIntentId: true, remedy: expect.stringContaining('new intentId') as unknown },
    }),
  ]);
  const [{ approvalKey } = { approvalKey: '' }] = await approvalsOf(party);
  expect(refused.body['url']).toBe(`${app.url}/console/${party.principalKey}/approvals/${approvalKey}`);
  const pending = { approvalKey, status: 'PENDING', proposalKey, committedStamps: 1210 };
  expect(await mcp.done('ats_overview')).toMatchObject({ approvals: [pending] });
  const waiting = decision(mcp);
  await decide(party, approvalKey, 'APPROVE');
  expect((await waiting).events).toEqual([
    expect.objectContaining({ subjectKey: approvalKey, proposalKey, approvalStatus: 'APPROVED' }),
  ]);
  // The service keeps the refusal of the first intent.
  const same = await mcp.call('ats_respond', { ...acceptance, intentId: 'accept-1' });
  expect(same.body).toMatchObject({ code: 'approval_required', approvalStatus: 'PENDING' });
  const done = await mcp.done('ats_respond', { ...acceptance, intentId: 'accept-2' });
  expect(done['participants']).toContainEqual(expect.objectContaining({ isYou: true, responseState: 'ACCEPTED' }));
  await accept({ proposalKey }, provider);
  expect(await mcp.done('ats_start_trade', { proposalKey })).toMatchObject({ state: 'EXECUTING' });
  expect(await mcp.done('ats_overview')).toMatchObject({ approvals: [] });
  expect(await auditOf(app)).toEqual([]);
});

// @spec MC30
test('a denial ends the wait, and the model learns that it must not repeat the call', async () => {
  const { party, mcp } = await consumer();
  const { proposalKey } = await propose(provider, party, { price: 1000 });
  const acceptance = { proposalKey, decision: 'ACCEPT', revisionNo: 1 };
  const { body } = await mcp.call('ats_respond', acceptance);
  const waiting = decision(mcp);
  await decide(party, String(body['approvalKey']), 'DENY');
  expect((await waiting).events).toEqual([expect.objectContaining({ proposalKey, approvalStatus: 'DENIED' })]);
  const again = await mcp.call('ats_respond', acceptance);
  expect(again.body).toMatchObject({ code: 'approval_required', approvalStatus: 'DENIED' });
  expect(again.body['remedy']).toContain('do not repeat it');
  // Cheaper terms need no approval.
  const counter = { proposalKey, decision: 'COUNTER', revisionNo: 1, steps: [{ stepNo: 1, priceStamps: 400 }] };
  expect(await mcp.done('ats_respond', counter)).toMatchObject({ revisionNo: 2 });
});
