import { useTestApp } from '../../support/app';
import { accept, activate, createParty, type Party, propose, startTrade } from '../../support/actors';
import { type Json, type McpTools, startMcp } from '../../support/mcp';
import { twoParties } from '../../support/trades';

/** Acts that the service allows, and that `--max-stamps` or `--read-only` of the program refuses. */

const app = useTestApp();
let provider: Party;
let consumer: Party;
const running: McpTools[] = [];

beforeAll(async () => {
  ({ provider, consumer } = await twoParties(app));
});
afterEach(() => Promise.all(running.splice(0).map((mcp) => mcp.close())));

async function start(args: readonly string[], act = consumer): Promise<McpTools> {
  const mcp = await startMcp(app, act, { args });
  running.push(mcp);
  return mcp;
}

interface Acts {
  readonly allowedActions: readonly Json[];
  readonly blockedActions?: readonly Json[];
  readonly nextStep?: string;
}
interface Overview extends Acts {
  readonly attention: readonly (Json & { readonly subjectKey: string })[];
}

const attentionOf = async (mcp: McpTools, key: string): Promise<Json | undefined> =>
  (await mcp.done<Overview>('ats_overview')).attention.find(({ subjectKey }) => subjectKey === key);

const CAUSE = {
  code: 'max_stamps_exceeded',
  remedy: expect.stringMatching(/--max-stamps.*Do not repeat it/) as unknown,
  ...{ stamps: 1210, maxStamps: 1209 },
};

// @spec MC48
test('An acceptance above --max-stamps is blocked in the proposal, in `attention` and after a refusal', async () => {
  const { proposalKey } = await propose(provider, consumer, { price: 1000 });
  const mcp = await start(['--max-stamps', '1209']);
  const read = await mcp.done<Acts>('ats_proposal', { proposalKey });
  expect(read.allowedActions.map(({ decision }) => decision)).toEqual(['COUNTER', 'REJECT']);
  expect(read.blockedActions).toContainEqual({ tools: ['ats_respond'], decision: 'ACCEPT', ...CAUSE });
  expect(await attentionOf(mcp, proposalKey)).toMatchObject({ kind: 'RESPOND', action: null, blocked: CAUSE });
  const refused = await mcp.call('ats_respond', { proposalKey, decision: 'ACCEPT', revisionNo: 1 });
  expect(refused.body).toMatchObject({
    ...CAUSE,
    allowedActions: [{ decision: 'COUNTER' }, { decision: 'REJECT' }],
    blockedActions: [{ decision: 'ACCEPT' }],
  });
  const enough = await start(['--max-stamps', '1210']);
  const { allowedActions } = await enough.done<Acts>('ats_proposal', { proposalKey });
  expect(allowedActions.map(({ decision }) => decision)).toContain('ACCEPT');
});

// @spec MC48
test('A start, an activation and a withdrawal above --max-stamps are blocked, as their calls are refused', async () => {
  const deal = await propose(provider, consumer, { price: 1000 });
  await accept(deal, provider, consumer);
  const mcp = await start(['--max-stamps', '199']);
  const blockedIn = async (tool: string, args: Json, of = mcp): Promise<readonly unknown[]> =>
    (await of.done<Acts>(tool, args)).blockedActions ?? [];
  const of = (tool: string, stamps: number) =>
    expect.objectContaining({ tools: [tool], code: CAUSE.code, stamps }) as unknown;
  expect(await blockedIn('ats_proposal', { proposalKey: deal.proposalKey })).toEqual([of('ats_start_trade', 1210)]);
  const trade = await startTrade(provider, consumer, { price: 1000 });
  const { tradeKey } = trade;
  expect(await blockedIn('ats_trade', { tradeKey })).toEqual([of('ats_start_trade', 1010)]);
  await activate(trade);
  const seller = await start(['--max-stamps', '199'], provider);
  const [withdrawal] = await blockedIn('ats_trade', { tradeKey }, seller);
  expect(withdrawal).toEqual(of('ats_withdraw', 200));
  expect((withdrawal as Json)['remedy']).toMatch(
    /^You lose 200 stamps of your bond\..* Do not repeat it: tell your user\.$/,
  );
  const calls = [
    [mcp, 'ats_start_trade', { proposalKey: deal.proposalKey }, 1210],
    [seller, 'ats_withdraw', { tradeKey }, 200],
  ] as const;
  for (const [process, tool, args, stamps] of calls)
    expect((await process.call(tool, args)).body).toMatchObject({ code: CAUSE.code, stamps });
});

// @spec MC48
test('A start of a trade with an active step moves nothing, so it needs no permission', async () => {
  const trade = await startTrade(provider, consumer, { price: 1000 });
  await activate(trade);
  const mcp = await start(['--max-stamps', '199']);
  const answer = await mcp.done('ats_start_trade', { tradeKey: trade.tradeKey, intentId: 'again' });
  expect(answer).toMatchObject({ tradeKey: trade.tradeKey, state: 'EXECUTING', intentId: 'again' });
});

// @spec MC48
test('All acts are blocked with --read-only, with one cause', async () => {
  const { proposalKey } = await propose(provider, consumer, { price: 1000 });
  const mcp = await start(['--read-only']);
  const cause = { code: 'read_only', remedy: expect.stringContaining('--read-only') as unknown };
  const read = await mcp.done<Acts>('ats_proposal', { proposalKey });
  expect([read.allowedActions, read.blockedActions]).toEqual([[], [{ tools: ['ats_respond'], ...cause }]]);
  expect(await attentionOf(mcp, proposalKey)).toMatchObject({ action: null, blocked: cause });
  const overview = await mcp.done<Overview>('ats_overview');
  expect(overview.allowedActions).toEqual([]);
  expect(overview.blockedActions).toEqual([{ tools: ['ats_find_partners'], action: 'publish', ...cause }]);
});

// @spec MC48
test('An act above --confirm-above is blocked for a client that cannot ask, and offered to one that can', async () => {
  const { proposalKey } = await propose(provider, consumer, { price: 1000 });
  const decisionsOf = async (mcp: McpTools): Promise<readonly unknown[]> => {
    running.push(mcp);
    const { allowedActions, blockedActions = [] } = await mcp.done<Acts>('ats_proposal', { proposalKey });
    const codes = blockedActions.filter(({ tools }) => String(tools) === 'ats_respond').map(({ code }) => code);
    return [allowedActions.map(({ decision }) => decision), codes];
  };
  const args = ['--confirm-above', '1209'];
  const mute = await startMcp(app, consumer, { args });
  expect(await decisionsOf(mute)).toEqual([['COUNTER', 'REJECT'], ['confirmation_unavailable']]);
  const asking = await startMcp(app, consumer, { args, client: { capabilities: { elicitation: { form: {} } } } });
  expect(await decisionsOf(asking)).toEqual([['ACCEPT', 'COUNTER', 'REJECT'], []]);
});

// @spec MC5
test('ats_find_partners of --read-only has the arguments of a search alone', async () => {
  const mcp = await start(['--read-only']);
  const { tools } = await mcp.client.listTools();
  const search = tools.find(({ name }) => name === 'ats_find_partners');
  const { properties = {} } = search?.inputSchema ?? {};
  expect(properties['action']).toMatchObject({ const: 'search' });
  expect(Object.keys(properties).sort()).toEqual(
    ['action', 'after', 'maxPriceStamps', 'side', 'tags', 'text', 'tradeProfile'].sort(),
  );
  expect(search?.description).not.toMatch(/`(publish|match)`/);
});

// @spec MC49
test('The start of a trade whose first step the tool activates shows no fault of a missing activation', async () => {
  const deal = await propose(provider, consumer, { price: 1000 });
  await accept(deal, provider, consumer);
  const startOf = async (act: Party): Promise<Json | undefined> => {
    const mcp = await start([], act);
    const { allowedActions } = await mcp.done<Acts>('ats_proposal', { proposalKey: deal.proposalKey });
    return allowedActions.find(({ operation }) => operation === 'createTrade');
  };
  const byConsumer = await startOf(consumer);
  expect(byConsumer).not.toHaveProperty('fault');
  expect(byConsumer?.['consequence']).toMatch(/ats_start_trade also activates step 1 at once, and you pay it\.$/);
  // The tool of the provider creates the trade alone, so a missing activation is what follows.
  expect(await startOf(provider)).toMatchObject({ fault: { failureCause: 'NOT_ACTIVATED', isYou: false } });
});

// @spec MC42
test('The overview of a principal without stamps says who can buy tickets', async () => {
  const mcp = await start([], await createParty(app, 'Empty'));
  const advice = 'Your balances are empty. No tool buys tickets. Tell your user';
  expect(await mcp.done('ats_overview')).toMatchObject({ nextStep: expect.stringContaining(advice) as unknown });
  const funded = await start([]);
  expect(await funded.done('ats_overview')).not.toHaveProperty('nextStep');
});

// @spec MC8
test('An acceptance of a revision that does not exist, without a number or with changes is refused with what to do', async () => {
  const { proposalKey } = await propose(provider, consumer, { price: 1000 });
  const mcp = await start([]);
  const accepted = { proposalKey, decision: 'ACCEPT' };
  const { body } = await mcp.call('ats_respond', { ...accepted, revisionNo: 7 });
  expect(body['remedy']).toBe(
    'The proposal has no revision 7. Read the newest one, 1, with ats_proposal, and use its number.',
  );
  for (const changes of [{ steps: [{ stepNo: 1, priceStamps: 1 }] }, { coverageThresholdBps: 1 }]) {
    const changed = await mcp.call('ats_respond', { ...accepted, revisionNo: 1, ...changes });
    expect(changed.body['remedy']).toMatch(/^ACCEPT changes no terms/);
  }
  const missing = await mcp.call('ats_respond', accepted);
  expect(missing.body['remedy']).toMatch(/^ACCEPT and COUNTER need the revisionNo/);
});
