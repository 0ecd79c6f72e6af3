import type { ClientOptions, ElicitResult } from '@modelcontextprotocol/client';
import { useTestApp } from '../../support/app';
import { accept, balances, type Deal, mutate, type Party, principal, propose, startTrade } from '../../support/actors';
import { type McpTools, startMcp } from '../../support/mcp';
import { twoParties } from '../../support/trades';

/** The limits of the command line: `--confirm-above` and `--max-stamps`. */

const app = useTestApp();
let provider: Party;
let consumer: Party;
const running: McpTools[] = [];

beforeAll(async () => {
  ({ provider, consumer } = await twoParties(app));
});
afterEach(() => Promise.all(running.splice(0).map((mcp) => mcp.close())));

const LEGACY: ClientOptions = { capabilities: { elicitation: { form: {} } } };
const MODERN: ClientOptions = { ...LEGACY, versionNegotiation: { mode: 'auto' } };

type Answer = ElicitResult | (() => ElicitResult);

/** Starts the server with a client whose user gives this answer, and notes the questions. */
async function start(client: ClientOptions, args: readonly string[], answer?: Answer, act = consumer) {
  const questions: string[] = [];
  const mcp = await startMcp(app, act, {
    client,
    args,
    prepare(prepared) {
      if (answer === undefined) return;
      prepared.setRequestHandler('elicitation/create', ({ params }) => {
        questions.push(params.message);
        return typeof answer === 'function' ? answer() : answer;
      });
    },
  });
  running.push(mcp);
  return { mcp, questions };
}

const acceptance = ({ proposalKey }: Deal) => ({ proposalKey, decision: 'ACCEPT', revisionNo: 1 });
const YES: ElicitResult = { action: 'accept', content: { confirm: true } };
const NO: readonly ElicitResult[] = [
  { action: 'decline' },
  { action: 'cancel' },
  { action: 'accept', content: { confirm: false } },
];

/** Whether the consumer accepted the proposal. */
async function isAccepted({ proposalKey }: Deal): Promise<boolean> {
  const found = await principal<{
    proposal: { currentRevision: { participants: { principalKey: string; responseState: string }[] } };
  }>(
    consumer.api,
    'proposal(proposalKey: $key) { currentRevision { participants { principalKey responseState } } }',
    { key: proposalKey },
    '($key: ID!)',
  );
  const own = found.proposal.currentRevision.participants.find((one) => one.principalKey === consumer.principalKey);
  return own?.responseState === 'ACCEPTED';
}

// @spec MC4
test.each([
  ['a client of 2025', LEGACY],
  ['a client of 2026', MODERN],
])('%s asks its user once, with what the call costs, and the call takes effect', async (_, client) => {
  const deal = await propose(provider, consumer, { price: 1000 });
  const { mcp, questions } = await start(client, ['--confirm-above', '500'], YES);
  const { body } = await mcp.call('ats_respond', acceptance(deal));
  // The price, a fee of 1 % and a bond of 20 %.
  const commitment = 'It commits up to 1210 stamps: price 1000, fee 10, bond 200.';
  expect(questions).toEqual([`ACCEPT of ${deal.proposalKey}. ${commitment} Do you allow this?`]);
  expect(body).toMatchObject({ yourCommitment: { totalStamps: 1210 } });
  expect(await isAccepted(deal)).toBe(true);
});

// @spec MC4
test.each([LEGACY, MODERN].flatMap((client) => NO.map((answer) => [client, answer] as const)))(
  'a user that does not allow the call ends it without an effect (%j, %j)',
  async (client, answer) => {
    const deal = await propose(provider, consumer, { price: 1000 });
    const { mcp, questions } = await start(client, ['--confirm-above', '500'], answer);
    const { isError, body } = await mcp.call('ats_respond', acceptance(deal));
    expect([isError, body['code'], questions.length]).toEqual([true, 'confirmation_declined', 1]);
    expect(await isAccepted(deal)).toBe(false);
  },
);

// @spec MC4
test.each([
  ['a client of 2025', {}],
  ['a client of 2026', { versionNegotiation: { mode: 'auto' as const } }],
])('%s that cannot ask is refused with a remedy', async (_, client) => {
  const deal = await propose(provider, consumer, { price: 1000 });
  const { mcp } = await start(client, ['--confirm-above', '500']);
  const { isError, body } = await mcp.call('ats_respond', acceptance(deal));
  expect([isError, body['code'], body['stamps']]).toEqual([true, 'confirmation_unavailable', 1210]);
  expect(body['remedy']).toContain('--confirm-above');
  expect(body['allowedActions']).toContainEqual(expect.objectContaining({ tool: 'ats_respond', decision: 'REJECT' }));
  expect(await isAccepted(deal)).toBe(false);
});

// @spec MC4
it('should ask for the bond before a withdrawal, and for the price before a confirmation', async () => {
  const trade = await startTrade(provider, consumer, { price: 1000 });
  const started = await start(MODERN, ['--confirm-above', '100'], { action: 'decline' });
  await started.mcp.call('ats_start_trade', { tradeKey: trade.tradeKey });
  expect(started.questions[0]).toContain('costs you 1010 stamps');
  await mutate(consumer.api, 'activateTrade', { tradeKey: trade.tradeKey }, 'trade { id }');
  const seller = await start(MODERN, ['--confirm-above', '100'], { action: 'decline' }, provider);
  const withdrawn = await seller.mcp.call('ats_withdraw', { tradeKey: trade.tradeKey });
  expect(seller.questions[0]).toMatch(/You lose \d+ stamps of your bond/);
  expect(withdrawn.body).toMatchObject({ code: 'confirmation_declined' });
  const checked = { tradeKey: trade.tradeKey, stepNo: 1, status: 'CONFIRMED' };
  await started.mcp.call('ats_check_delivery', checked);
  expect(started.questions[1]).toContain('1000 stamps in escrow');
});

/** A trade of the proposal of a deal, which the consumer has started. */
async function startedBy(mcp: McpTools, { proposalKey }: Deal, args: object = {}): Promise<string> {
  return (await mcp.done<{ tradeKey: string }>('ats_start_trade', { proposalKey, ...args })).tradeKey;
}

// @spec MC46
test.each([
  ['a client of 2025', LEGACY],
  ['a client of 2026', MODERN],
])('%s asks for an agreement once, and not again for the start and the steps of its trade', async (_, client) => {
  const deal = await propose(provider, consumer, { price: 1000 });
  const { mcp, questions } = await start(client, ['--confirm-above', '500'], YES);
  await mcp.done('ats_respond', acceptance(deal));
  await accept(deal, provider);
  const tradeKey = await startedBy(mcp, deal, { activate: false });
  await mcp.done('ats_start_trade', { tradeKey });
  expect(questions).toEqual([expect.stringMatching(/^ACCEPT of/)]);
  // The release of the escrow is another decision, and its question says so.
  const items = [{ itemId: '1', description: 'All', weight: 1 }];
  const contract = { tradeKey, stepNo: 1, summary: 'All of it.', items };
  await mutate(provider.api, 'publishDeliveryContract', contract, 'step { state }');
  await mcp.done('ats_check_delivery', { tradeKey, stepNo: 1, status: 'CONFIRMED' });
  expect(questions.slice(1)).toEqual([expect.stringContaining('a decision of its own: it is final')]);
});

// @spec MC46
it('should ask before the start of a trade that was agreed elsewhere, and not again for its steps', async () => {
  const deal = await propose(provider, consumer, { price: 1000 });
  await accept(deal, provider, consumer);
  const { mcp, questions } = await start(MODERN, ['--confirm-above', '500'], YES);
  const tradeKey = await startedBy(mcp, deal, { activate: false });
  await mcp.done('ats_start_trade', { tradeKey });
  const why = 'You have not confirmed this agreement since this server started.';
  const commitment = 'It commits up to 1210 stamps: price 1000, fee 10, bond 200.';
  expect(questions).toEqual([`Start of a trade from ${deal.proposalKey}. ${commitment} ${why} Do you allow this?`]);
});

// @spec MC46
it('should ask once for a call that is repeated with its intentId, and again for other terms and without one', async () => {
  const deal = await propose(provider, consumer, { price: 1000 });
  const { mcp, questions } = await start(MODERN, ['--confirm-above', '500'], YES);
  const change = { proposalKey: deal.proposalKey, decision: 'COUNTER', revisionNo: 1 };
  const steps = [{ stepNo: 1, priceStamps: 900 }];
  const counter = { ...change, steps, intentId: 'counter-once' };
  const done = await mcp.done('ats_respond', counter);
  expect(await mcp.done('ats_respond', counter)).toEqual(done);
  expect(questions).toHaveLength(1);
  // The service refuses these, because the other party must answer first. The user is asked before.
  for (const priceStamps of [950, 900])
    await mcp.call('ats_respond', { ...change, steps: [{ stepNo: 1, priceStamps }] });
  expect(questions).toHaveLength(3);
});

// @spec MC46
it('should forget an agreement that the user has declined since', async () => {
  const deal = await propose(provider, consumer, { price: 1000 });
  const answers = [YES, NO[0] ?? YES, YES];
  const { mcp, questions } = await start(MODERN, ['--confirm-above', '500'], () => answers.shift() ?? YES);
  await mcp.done('ats_respond', acceptance(deal));
  // A second acceptance commits to nothing new, so the service refuses it without a question. A counter commits.
  const again = await mcp.call('ats_respond', acceptance(deal));
  expect(again.body).toMatchObject({ code: 'match_proposal_invalid_response' });
  expect(questions).toHaveLength(1);
  const counter = { ...acceptance(deal), decision: 'COUNTER' };
  expect((await mcp.call('ats_respond', counter)).body).toMatchObject({ code: 'confirmation_declined' });
  await accept(deal, provider);
  await startedBy(mcp, deal);
  expect(questions).toHaveLength(3);
});

// @spec MC4
it('should ask nothing up to the limit', async () => {
  const deal = await propose(provider, consumer, { price: 1000 });
  const { mcp, questions } = await start(LEGACY, ['--confirm-above', '1210'], YES);
  await mcp.done('ats_respond', acceptance(deal));
  expect([questions, await isAccepted(deal)]).toEqual([[], true]);
});

// @spec MC5
it('should refuse what commits more than --max-stamps, also if the user would allow it', async () => {
  const deal = await propose(provider, consumer, { price: 1000 });
  const { mcp, questions } = await start(LEGACY, ['--max-stamps', '1209', '--confirm-above', '1'], YES);
  const before = await balances(consumer);
  const counter = {
    proposalKey: deal.proposalKey,
    decision: 'COUNTER',
    revisionNo: 1,
    steps: [{ stepNo: 1, priceStamps: 2000 }],
  };
  for (const args of [acceptance(deal), counter]) {
    const { body } = await mcp.call('ats_respond', args);
    expect(body).toMatchObject({ code: 'max_stamps_exceeded', maxStamps: 1209 });
  }
  const started = await mcp.call('ats_start_trade', { proposalKey: deal.proposalKey });
  expect(started.body).toMatchObject({ code: 'max_stamps_exceeded', stamps: 1210 });
  expect([questions, await isAccepted(deal), await balances(consumer)]).toEqual([[], false, before]);
});
