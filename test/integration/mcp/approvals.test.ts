import type { ClientOptions, ElicitResult } from '@modelcontextprotocol/client';
import { useTestApp } from '../../support/app';
import { accept, type Party, propose, until } from '../../support/actors';
import { approvalsOf, decide, funded, putMandate } from '../../support/mandates';
import { type Json, type McpTools, startMcp } from '../../support/mcp';
import { type Question, showing } from '../../support/mcp-pages';
import { auditOf } from '../../support/trades';

/** Commitments above `approvalAboveStamps`: an owner decides, and the model repeats its call. */

const app = useTestApp({ ATS_CONSOLE: 'on' });
let provider: Party;
const running: McpTools[] = [];

beforeAll(async () => {
  provider = await funded(app, 'provider');
});
afterEach(() => Promise.all(running.splice(0).map((mcp) => mcp.close())));

/** A consumer whose agent needs an approval for each commitment of more than 500 stamps. */
async function consumer(): Promise<{ party: Party; mcp: McpTools }> {
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
const decision = (mcp: McpTools) => mcp.done<Waited>('ats_wait', { types: ['APPROVAL_DECIDED'], timeoutSeconds: 30 });

/** The acceptance of a proposal that an approval blocks. */
async function blockedAcceptance(mcp: McpTools, proposalKey: string): Promise<Json | undefined> {
  const { blockedActions } = await mcp.done<{ blockedActions: readonly Json[] }>('ats_proposal', { proposalKey });
  return blockedActions.find(({ code }) => code === 'approval_required');
}

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
      remedy: expect.stringContaining('the same intentId') as unknown,
    }),
  ]);
  expect(refused.body).not.toHaveProperty('needsNewIntentId');
  const [{ approvalKey } = { approvalKey: '' }] = await approvalsOf(party);
  expect(refused.body['url']).toBe(`${app.url}/console/${party.principalKey}/approvals/${approvalKey}`);
  const pending = { approvalKey, status: 'PENDING', proposalKey, committedStamps: 1210, url: refused.body['url'] };
  const overview = await mcp.done('ats_overview');
  expect(overview).toMatchObject({ approvals: [pending] });
  const waits = { kind: 'APPROVAL', subjectKey: approvalKey, action: null };
  expect(overview['attention']).toContainEqual(expect.objectContaining(waits));
  const waiting = decision(mcp);
  await decide(party, approvalKey, 'APPROVE');
  expect((await waiting).events).toEqual([
    expect.objectContaining({ subjectKey: approvalKey, proposalKey, approvalStatus: 'APPROVED' }),
  ]);
  const done = await mcp.done('ats_respond', { ...acceptance, intentId: 'accept-1' });
  expect(done).toMatchObject({ intentId: 'accept-1' });
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
  expect(await blockedAcceptance(mcp, proposalKey)).toMatchObject({
    approvalStatus: 'PENDING',
    remedy: expect.stringContaining('the same intentId') as unknown,
  });
  await decide(party, String(body['approvalKey']), 'DENY');
  expect((await waiting).events).toEqual([expect.objectContaining({ proposalKey, approvalStatus: 'DENIED' })]);
  const again = await mcp.call('ats_respond', acceptance);
  expect(again.body).toMatchObject({ code: 'approval_required', approvalStatus: 'DENIED' });
  expect(again.body['remedy']).toContain('do not repeat it');
  expect(await blockedAcceptance(mcp, proposalKey)).toMatchObject({
    approvalStatus: 'DENIED',
    remedy: again.body['remedy'],
  });
  // Cheaper terms need no approval.
  const counter = { proposalKey, decision: 'COUNTER', revisionNo: 1, steps: [{ stepNo: 1, priceStamps: 400 }] };
  expect(await mcp.done('ats_respond', counter)).toMatchObject({ revisionNo: 2 });
});

// @spec MC41
test('a call with a new intentId after the approval commits, and the first intentId has no second effect', async () => {
  const { party, mcp } = await consumer();
  const { proposalKey } = await propose(provider, party, { price: 1000 });
  const steps = [{ stepNo: 1, priceStamps: 900 }];
  const counter = { proposalKey, decision: 'COUNTER', revisionNo: 1, steps };
  const { body } = await mcp.call('ats_respond', { ...counter, intentId: 'first' });
  await decide(party, String(body['approvalKey']), 'APPROVE');
  expect(await mcp.done('ats_respond', { ...counter, intentId: 'second' })).toMatchObject({ revisionNo: 2 });
  const first = await mcp.call('ats_respond', { ...counter, intentId: 'first' });
  expect([first.isError, first.body['intentId']]).toEqual([true, 'first']);
  expect(first.body['code']).not.toBe('approval_required');
  expect(await mcp.done('ats_proposal', { proposalKey })).toMatchObject({ revisionNo: 2 });
  expect(await approvalsOf(party)).toMatchObject([{ status: 'USED' }]);
});

// @spec MC41
test('a call that has committed is answered again after the other party has countered', async () => {
  const { party, mcp } = await consumer();
  const { proposalKey } = await propose(provider, party, { price: 1000 });
  const call = { proposalKey, decision: 'ACCEPT', revisionNo: 1, intentId: 'committed' };
  const { body } = await mcp.call('ats_respond', call);
  await decide(party, String(body['approvalKey']), 'APPROVE');
  const done = await mcp.done('ats_respond', call);
  const proposal = await provider.api.proposals.get({ proposalKey });
  const { steps = [], ...terms } = proposal?.currentRevision.terms ?? { coverageThresholdBps: 1 };
  const cheaper = { ...terms, steps: steps.map((step) => ({ ...step, priceStamps: 950 })) };
  await provider.api.proposals.respond({ proposalKey, decision: 'COUNTER', terms: cheaper });
  expect(await approvalsOf(party)).toMatchObject([{ status: 'EXPIRED' }]);
  expect(await mcp.done('ats_respond', call)).toMatchObject({ intentId: 'committed', revisionNo: done['revisionNo'] });
});

// @spec MC41
test('a call repeated after a denial or the end of its approval stays refused, and says so', async () => {
  const { party, mcp } = await consumer();
  const keys = [await propose(provider, party, { price: 1000 }), await propose(provider, party, { price: 1000 })];
  const acceptances = keys.map(({ proposalKey }, index) => ({
    ...{ proposalKey, decision: 'ACCEPT', revisionNo: 1, intentId: `repeated-${index}` },
  }));
  const [denied = {}, ended = {}] = acceptances;
  const { body } = await mcp.call('ats_respond', denied);
  await mcp.call('ats_respond', ended);
  await decide(party, String(body['approvalKey']), 'DENY');
  const again = await mcp.call('ats_respond', denied);
  expect(again.body).toMatchObject({ code: 'approval_required', approvalStatus: 'DENIED', intentId: 'repeated-0' });
  expect((await mcp.call('ats_respond', ended)).body).toMatchObject({ approvalStatus: 'PENDING' });
  app.clock.advance(86_400);
  const late = await mcp.call('ats_respond', ended);
  expect(late.body).toMatchObject({
    ...{ code: 'approval_required', approvalStatus: 'EXPIRED', needsNewIntentId: true, intentId: 'repeated-1' },
  });
  // No further request was made.
  expect((await approvalsOf(party)).map(({ status }) => status).toSorted()).toEqual(['DENIED', 'EXPIRED']);
});

// @spec MC41
test('a call whose request another one has replaced is refused as ended', async () => {
  const { party, mcp } = await consumer();
  const { proposalKey } = await propose(provider, party, { price: 1000 });
  const acceptance = { proposalKey, decision: 'ACCEPT', revisionNo: 1, intentId: 'replaced' };
  await mcp.call('ats_respond', acceptance);
  const counter = { proposalKey, decision: 'COUNTER', revisionNo: 1, steps: [{ stepNo: 1, priceStamps: 900 }] };
  await mcp.call('ats_respond', counter);
  const { body } = await mcp.call('ats_respond', acceptance);
  expect(body).toMatchObject({ code: 'approval_required', approvalStatus: 'EXPIRED', needsNewIntentId: true });
});

const LEGACY: ClientOptions = { capabilities: { elicitation: { url: {} } } };
const MODERN: ClientOptions = { ...LEGACY, versionNegotiation: { mode: 'auto' } };
const BOTH: ClientOptions = { ...MODERN, capabilities: { elicitation: { url: {}, form: {} } } };

/** A consumer whose client shows pages and forms to its user. */
async function asking(
  client: ClientOptions,
  answer: (question: Question) => ElicitResult | Promise<ElicitResult>,
  args: readonly string[] = [],
) {
  const party = await funded(app, 'consumer');
  await putMandate(party, { approvalAboveStamps: 500 });
  const shown = showing(answer);
  const mcp = await startMcp(app, party, { client, args, prepare: shown.prepare });
  running.push(mcp);
  const { proposalKey } = await propose(provider, party, { price: 1000 });
  const acceptance = { proposalKey, decision: 'ACCEPT', revisionNo: 1 };
  return { party, mcp, questions: shown.questions, acceptance };
}

const ACCEPTED: Json = { isYou: true, responseState: 'ACCEPTED' };

// @spec MC36
test.each([
  ['a client of 2025', LEGACY],
  ['a client of 2026', MODERN],
])('%s shows its user the page with the costs, and the same call commits after the approval', async (_, client) => {
  const { party, mcp, questions, acceptance } = await asking(client, async () => {
    const [{ approvalKey } = { approvalKey: '' }] = await approvalsOf(party);
    await decide(party, approvalKey, 'APPROVE');
    return { action: 'accept' };
  });
  const done = await mcp.done('ats_respond', { ...acceptance, intentId: 'once' });
  expect(done['participants']).toContainEqual(expect.objectContaining(ACCEPTED));
  const [{ approvalKey, status } = { approvalKey: '', status: '' }] = await approvalsOf(party);
  expect([status, questions]).toEqual([
    'USED',
    [
      {
        mode: 'url',
        url: `${app.url}/console/${party.principalKey}/approvals/${approvalKey}`,
        message: expect.stringContaining('It commits up to 1210 stamps: price 1000, fee 10, bond 200.') as string,
      },
    ],
  ]);
  expect(done['intentId']).toBe('once');
  // A lost answer: the same intent leads to the same effect, also in a client that cannot show a page.
  const plain = await startMcp(app, party);
  running.push(plain);
  for (const other of [mcp, plain]) {
    const again = await other.done('ats_respond', { ...acceptance, intentId: 'once' });
    expect(again).toEqual(done);
  }
  expect(questions).toHaveLength(1);
});

// @spec MC36
test('a call waits for the owner after the page was opened, and a denial refuses it', async () => {
  const { party, mcp, acceptance } = await asking(MODERN, () => ({ action: 'accept' }));
  const calling = mcp.call('ats_respond', acceptance);
  const [{ approvalKey } = { approvalKey: '' }] = await until(
    () => approvalsOf(party),
    (approvals) => approvals.length > 0,
  );
  await decide(party, approvalKey, 'DENY');
  const { isError, body } = await calling;
  expect([isError, body['code'], body['approvalStatus']]).toEqual([true, 'approval_required', 'DENIED']);
});

// @spec MC36
test.each([
  ['a user that opens the page and does not decide', 'accept'],
  ['a user that does not open the page', 'decline'],
  ['a user that closes the question', 'cancel'],
] as const)(
  '%s leaves the call refused with the address, and nothing is committed',
  async (_, action) => {
    const { party, mcp, questions, acceptance } = await asking(MODERN, () => ({ action }));
    const { isError, body } = await mcp.call('ats_respond', acceptance);
    expect([isError, body['code'], body['approvalStatus']]).toEqual([true, 'approval_required', 'PENDING']);
    expect([questions.length, body['url']]).toEqual([1, questions[0]?.url]);
    expect(await approvalsOf(party)).toMatchObject([{ status: 'PENDING' }]);
    const { participants } = await mcp.done<{ participants: readonly Json[] }>('ats_proposal', {
      proposalKey: acceptance.proposalKey,
    });
    expect(participants).toContainEqual(expect.objectContaining({ isYou: true, responseState: 'PENDING' }));
  },
  60_000,
);

// @spec MC36
test('a client that shows forms alone is refused with the address', async () => {
  const forms: ClientOptions = { ...MODERN, capabilities: { elicitation: { form: {} } } };
  const { mcp, questions, acceptance } = await asking(forms, () => ({ action: 'accept' }));
  const { body } = await mcp.call('ats_respond', acceptance);
  expect([questions, body['code'], body['url']]).toEqual([
    [],
    'approval_required',
    expect.stringContaining('/console/'),
  ]);
});

// @spec MC36
test('a call above --confirm-above is confirmed once, and then approved', async () => {
  const confirm = { action: 'accept', content: { confirm: true } } as const;
  const { party, mcp, questions, acceptance } = await asking(
    BOTH,
    async ({ mode }) => {
      if (mode !== 'url') return confirm;
      const [{ approvalKey } = { approvalKey: '' }] = await approvalsOf(party);
      await decide(party, approvalKey, 'APPROVE');
      return { action: 'accept' };
    },
    ['--confirm-above', '100'],
  );
  const done = await mcp.done('ats_respond', acceptance);
  expect(done['participants']).toContainEqual(expect.objectContaining(ACCEPTED));
  expect(questions.map(({ mode }) => mode)).toEqual(['form', 'url']);
  // The second question says why it comes after the first.
  expect(questions[1]?.message).toContain('You have confirmed it. The mandate of the agent also needs an owner.');
});
