import { ApiError } from '../../src/client';
import { useTestApp } from '../support/app';
import {
  accept,
  activate,
  checkpoint,
  mutate,
  type Party,
  principal,
  propose,
  publishContract,
  startTrade,
} from '../support/actors';
import { plainClient } from '../support/parties';
import { body, restOf, under } from '../support/rest';
import { setAnchor } from '../support/quotas';
import { leaveTickets, readTrade, twoParties } from '../support/trades';

/** The advice in an error: it fits the caller and the state, and names members as the surface does. */

const app = useTestApp();
let provider: Party;
let consumer: Party;
beforeEach(async () => {
  ({ provider, consumer } = await twoParties(app));
});

const respond = (by: Party, proposalKey: string, decision = 'ACCEPT') =>
  mutate(by.api, 'respondToProposal', { proposalKey, decision }, 'proposal { state }');
const create = (by: Party, proposalKey: string) => mutate(by.api, 'createTrade', { proposalKey }, 'trade { tradeKey }');

/** The texts and the trade of a refusal. */
async function adviceOf(call: Promise<unknown>) {
  const refused = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(refused instanceof ApiError)) throw new Error('the call was not refused');
  const { code, detail, remedy, members } = refused;
  return { code, detail, remedy, tradeKey: members['tradeKey'] };
}

interface Blocked {
  readonly blockedActions: readonly { operation: string; remedy: string; availableAt: string | null }[];
}

// @spec E18
test('should say the role of the caller and its acts when the other role must act', async () => {
  const trade = await startTrade(provider, consumer);
  await activate(trade);
  expect(await adviceOf(publishContract(trade, 1, consumer))).toMatchObject({
    code: 'trade_access_denied',
    detail:
      'Only the provider of step 1 can do this. You are the consumer, and can activate the step and submit the checkpoint.',
  });
  const { detail } = await adviceOf(checkpoint(trade, { status: 'CONFIRMED' }, 1, provider));
  expect(detail).toMatch(
    /You are the provider, and can publish the delivery contract, rebut a checkpoint and withdraw\.$/,
  );
});

// @spec E18
test('should name the agent of the role when the request names none', async () => {
  const trade = await startTrade(provider, consumer);
  await activate(trade);
  const advice = await adviceOf(publishContract(trade, 1, { ...provider, api: plainClient(app, provider.credential) }));
  expect(advice).toMatchObject({
    code: 'trade_access_denied',
    remedy: expect.stringMatching(/^Send X-Agent-Id with agt_\w{26}, and use a new idempotency key\.$/) as string,
  });
});

// @spec E18
test('should say how to go on after a second response, and name the trade if it exists', async () => {
  const { proposalKey } = await propose(provider, consumer);
  await respond(provider, proposalKey);
  expect((await adviceOf(respond(provider, proposalKey))).remedy).toMatch(/^Wait for the other participant\./);
  await respond(consumer, proposalKey);
  expect((await adviceOf(respond(provider, proposalKey))).remedy).toBe('Create the trade of the proposal.');
  const { trade } = await mutate<{ trade: { tradeKey: string } }>(
    consumer.api,
    'createTrade',
    { proposalKey },
    'trade { tradeKey }',
  );
  expect(await adviceOf(respond(provider, proposalKey))).toEqual({
    code: 'match_proposal_invalid_response',
    detail: `You have already responded to this revision of the proposal. Its trade is ${trade.tradeKey}.`,
    remedy: 'Go on with the trade in `tradeKey`.',
    tradeKey: trade.tradeKey,
  });
});

// @spec E18
test('should name the member of the existing trade as each surface spells it', async () => {
  const { proposalKey } = await startTrade(provider, consumer);
  expect((await adviceOf(create(consumer, proposalKey))).remedy).toBe('Go on with the trade in `tradeKey`.');
  const { json } = await restOf(app, consumer).post(`${under(consumer)}/trades`, { proposal_key: proposalKey });
  expect(json['remedy']).toBe('Go on with the trade in `trade_key`.');
});

// @spec E18
test('should advise a new match run when the proposal of a trade was rejected', async () => {
  const { proposalKey } = await propose(provider, consumer);
  await respond(provider, proposalKey, 'REJECT');
  for (const call of [create(consumer, proposalKey), respond(provider, proposalKey)]) {
    expect((await adviceOf(call)).remedy).toMatch(/^Start a new match run/);
  }
});

// @spec E18
test('should advise to wait for the other participant when its balance is too low for the bond', async () => {
  const { proposalKey } = await propose(provider, consumer);
  await accept({ proposalKey }, provider, consumer);
  await leaveTickets(provider, 199);
  expect((await adviceOf(create(consumer, proposalKey))).remedy).toMatch(
    /^Wait until the principal in `principalKey` has/,
  );
  expect((await adviceOf(create(provider, proposalKey))).remedy).toMatch(/^Buy tickets/);
});

// @spec E18
test('should advise to wait for the consumer when its tickets are too few for the step that the provider activates', async () => {
  const trade = await startTrade(provider, consumer);
  await leaveTickets(consumer, 0);
  const by = (party: Party) =>
    adviceOf(mutate(party.api, 'activateTrade', { tradeKey: trade.tradeKey }, 'trade { id }'));
  const [others, own] = [await by(provider), await by(consumer)];
  expect([others.code, own.code]).toEqual(['wallet_insufficient_balance', 'wallet_insufficient_balance']);
  expect(others.remedy).toMatch(/^Wait until the principal in `principalKey` has bought tickets/);
  expect(own.remedy).toMatch(/^Buy tickets/);
});

// @spec E18
test('should advise to wait for the other participant when its limits refuse the trade', async () => {
  await startTrade(provider, consumer);
  const { proposalKey } = await propose(provider, consumer);
  await accept({ proposalKey }, provider, consumer);
  const { principalKey } = provider;
  for (const [maxOpenTrades, own] of [
    [1, /^Wait until open trades are settled/],
    [0, /^No wait makes room/],
  ] as const) {
    await mutate(app.operator, 'setEconomicAnchor', { principalKey, maxOpenTrades }, 'principal { principalKey }');
    expect((await adviceOf(create(consumer, proposalKey))).remedy).toMatch(
      /^Wait until the principal in `principalKey` can take/,
    );
    expect((await adviceOf(create(provider, proposalKey))).remedy).toMatch(own);
  }
});

// @spec E18, LI3
test('should advise to wait for midnight only when the daily spend limit then allows the step', async () => {
  const trade = await startTrade(provider, consumer);
  const { principalKey } = consumer;
  const by = async (party: Party) => {
    const { remedy } = await adviceOf(mutate(party.api, 'activateTrade', { tradeKey: trade.tradeKey }, 'trade { id }'));
    const { blockedActions } = await readTrade<Blocked>(
      trade,
      'blockedActions { operation remedy availableAt }',
      party,
    );
    const blocked = blockedActions.find(({ operation }) => operation === 'activateTrade');
    expect(blocked?.remedy).toBe(remedy?.replace('in `principalKey`', `\`${principalKey}\``));
    return { remedy, availableAt: blocked?.availableAt };
  };
  // Two listings have taken 20 stamps of the day, and the step costs 1,010.
  await setAnchor(app, principalKey, { dailySpendLimitStamps: 1_010 });
  expect(await by(consumer)).toEqual({
    remedy: 'Try again after midnight UTC with a new idempotency key.',
    availableAt: expect.stringMatching(/T00:00:00(\.000)?Z$/) as string,
  });
  const forOthers = await by(provider);
  expect(forOthers.remedy).toMatch(/^Wait until the principal in `principalKey` can pay for the step/);
  expect(forOthers.availableAt).toBeNull();
  await setAnchor(app, principalKey, { dailySpendLimitStamps: 1_009 });
  expect(await by(consumer)).toEqual({
    remedy: expect.stringMatching(/^No wait makes room: the cost alone exceeds the limit/) as string,
    availableAt: null,
  });
  expect(await by(provider)).toEqual(forOthers);
});

// @spec E18, QU5
test('should advise no wait when a daily quota is 0', async () => {
  const { api, principalKey } = provider;
  const by = async () => {
    const { remedy } = await adviceOf(mutate(api, 'rotateCredential', { principalKey }, 'credential { apiKey }'));
    const { blockedActions } = await principal<Blocked>(api, 'blockedActions { operation remedy availableAt }');
    const blocked = blockedActions.find(({ operation }) => operation === 'purchaseTickets');
    expect(blocked?.remedy).toBe(remedy);
    return { remedy, availableAt: blocked?.availableAt };
  };
  await setAnchor(app, principalKey, { changesPerDay: 1 });
  expect(await by()).toEqual({
    remedy: expect.stringMatching(/^Wait for Retry-After seconds/) as string,
    availableAt: expect.stringMatching(/T00:00:00(\.000)?Z$/) as string,
  });
  await setAnchor(app, principalKey, { changesPerDay: 0 });
  expect(await by()).toEqual({
    remedy: expect.stringMatching(/^No wait makes room: `maximum` is 0/) as string,
    availableAt: null,
  });
});

// @spec E18
test('should advise about the balance from which the caller moves stamps', async () => {
  const { owner, api, principalKey } = consumer;
  const amountStamps = 1_000_000_000;
  const moves = [
    [api, 'reserveBond', /^Buy tickets or reserve less/],
    [api, 'releaseBond', /^Release at most `availableStamps`/],
    [owner, 'fundPrincipal', /^Move less, or buy tickets for the wallet/],
    [owner, 'returnFunds', /^Return less, or release/],
  ] as const;
  for (const [by, operation, advice] of moves) {
    const { remedy } = await adviceOf(mutate(by, operation, { principalKey, amountStamps }, '__typename'));
    expect(remedy).toMatch(advice);
  }
});

// @spec NA12
test('should name members in a blocked act as the surface does', async () => {
  type Blocked = readonly { operation: string; remedy: string }[];
  const release = (acts: Blocked) => acts.find(({ operation }) => operation === 'releaseBond')?.remedy;
  const { blockedActions } = await principal<{ blockedActions: Blocked }>(
    consumer.api,
    'blockedActions { operation remedy }',
  );
  expect(release(blockedActions)).toMatch(/^Release at most `availableStamps`/);
  const inRest = body<{ blocked_actions: Blocked }>(await restOf(app, consumer).get(under(consumer)));
  expect(release(inRest.blocked_actions)).toMatch(/^Release at most `available_stamps`/);
});

// @spec E18
test('should advise what can follow when a trade refuses a call for its state', async () => {
  const trade = await startTrade(provider, consumer);
  await activate(trade);
  expect((await adviceOf(checkpoint(trade))).remedy).toMatch(/^Wait for the event trade\.contract_published/);
  await publishContract(trade);
  expect((await adviceOf(publishContract(trade))).remedy).toBe(
    'Read the trade, and send a call that its state allows with a new idempotency key.',
  );
});
