import type { ClientOptions, ElicitResult } from '@modelcontextprotocol/client';
import { balances, type Party, propose, until } from '../../support/actors';
import { useTestApp } from '../../support/app';
import { connectHosted } from '../../support/hosted-mcp';
import { approvalsOf, decide, funded, putMandate } from '../../support/mandates';
import { answerOf } from '../../support/mcp';
import { showing } from '../../support/mcp-pages';
import { auditOf } from '../../support/trades';

/** Commitments above the limit of a mandate over `POST /mcp`, of a client that can show a page. */

const app = useTestApp({ ATS_CONSOLE: 'on' });
let provider: Party;

beforeAll(async () => {
  provider = await funded(app, 'provider');
});

const CAPABILITIES: ClientOptions = { capabilities: { elicitation: { url: {} } } };
const MODERN: ClientOptions = { ...CAPABILITIES, versionNegotiation: { mode: 'auto' } };

async function asking(client: ClientOptions, answer: (party: Party) => ElicitResult | Promise<ElicitResult>) {
  const party = await funded(app, 'consumer');
  await putMandate(party, { approvalAboveStamps: 500 });
  const { questions, prepare } = showing(() => answer(party));
  const mcp = await connectHosted(app, party.credential, { agentId: party.agentKey, client, prepare });
  const { proposalKey } = await propose(provider, party, { price: 1000 });
  return { party, mcp, questions, acceptance: { proposalKey, decision: 'ACCEPT', revisionNo: 1 } };
}

async function approve(party: Party): Promise<ElicitResult> {
  const [{ approvalKey } = { approvalKey: '' }] = await approvalsOf(party);
  await decide(party, approvalKey, 'APPROVE');
  return { action: 'accept' };
}

// @spec MC36
test('a client of 2026 shows its user the page with the costs, and repeats the call without a session', async () => {
  const { party, mcp, questions, acceptance } = await asking(MODERN, approve);
  const done = await mcp.done('ats_respond', acceptance);
  expect(done['participants']).toContainEqual(expect.objectContaining({ isYou: true, responseState: 'ACCEPTED' }));
  const [approval] = await approvalsOf(party);
  expect(approval?.status).toBe('USED');
  expect(questions).toEqual([
    {
      mode: 'url',
      url: `${app.url}/console/${party.principalKey}/approvals/${approval?.approvalKey ?? ''}`,
      message: expect.stringContaining('It commits up to 1210 stamps: price 1000, fee 10, bond 200.') as string,
    },
  ]);
  expect(await auditOf(app)).toEqual([]);
  await mcp.close();
});

// @spec MC41
test('a call repeated with its intentId after an approval returns the act, also without a page', async () => {
  const { party, mcp, acceptance } = await asking(MODERN, approve);
  const done = await mcp.done('ats_respond', { ...acceptance, intentId: 'once' });
  expect(done['intentId']).toBe('once');
  await mcp.close();
  const plain = await connectHosted(app, party.credential, { agentId: party.agentKey });
  expect(await plain.done('ats_respond', { ...acceptance, intentId: 'once' })).toEqual(done);
  await plain.close();
});

// @spec MC36
test('an answer of the client without a decision of an owner commits nothing', async () => {
  const { party, mcp, questions, acceptance } = await asking(MODERN, approve);
  const before = await balances(party);
  // A client can send any answer, also without a question.
  const inputResponses = { approve: { action: 'accept', content: { decision: 'APPROVE' } } };
  const calling = mcp.client.callTool({ name: 'ats_respond', arguments: acceptance, inputResponses } as never);
  const [{ approvalKey } = { approvalKey: '' }] = await until(
    () => approvalsOf(party),
    (approvals) => approvals.length > 0,
  );
  await decide(party, approvalKey, 'DENY');
  const { isError, body } = answerOf(await calling);
  expect([questions, isError, body['code'], body['approvalStatus']]).toEqual([[], true, 'approval_required', 'DENIED']);
  expect(await balances(party)).toEqual(before);
  await mcp.close();
});

// @spec MC36
test('a client of 2025 has no session that could ask it, so it is refused with the address', async () => {
  const { mcp, questions, acceptance } = await asking(CAPABILITIES, approve);
  const { isError, body } = await mcp.call('ats_respond', acceptance);
  expect([questions, isError, body['code']]).toEqual([[], true, 'approval_required']);
  expect(body['url']).toContain(`${app.url}/console/`);
  await mcp.close();
});
