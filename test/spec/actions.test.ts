import { createSchema } from '../../src/api/graphql/schema';
import { compiledRoutes } from '../../src/api/http/compiled-routes';
import { restCalls } from '../../src/operations/rest-calls';
import { useTestApp } from '../support/app';
import { codeOf, send, signerOf } from '../support/exchange';
import { body, restOf, under } from '../support/rest';
import { statementsOf } from '../support/statements';
import { leaveTickets, readTrade, twoParties } from '../support/trades';
import {
  activate,
  checkpoint,
  mutate,
  type Party,
  principal,
  propose,
  publishContract,
  settled,
  type StartedTrade,
  startTrade,
} from '../support/actors';

/** The acts that a caller may do next, over the API. proof/actions walks at random over the same promises. */

interface Act {
  readonly operation: string;
  readonly input: Record<string, unknown>;
  readonly restMethod: string;
  readonly restPath: string;
  readonly restBody: Record<string, unknown>;
  readonly agentKey: string | null;
  readonly costStamps: number;
  readonly bondStamps: number;
  readonly hasEffect: boolean;
  readonly payer: { readonly principalKey: string } | null;
  readonly closesAt: string | null;
  readonly consequence: {
    readonly summary: string;
    readonly tradeState: string | null;
    readonly preview: { failureCause: string } | null;
  };
  readonly ifNotDone: {
    readonly tradeState: string;
    readonly preview: { failureCause: string; netStamps: number };
  } | null;
}
interface Acts {
  readonly allowedActions: readonly Act[];
  readonly blockedActions: readonly {
    operation: string;
    input: Record<string, unknown> | null;
    restBody: Record<string, unknown> | null;
    code: string;
    reason: string | null;
    detail: string;
    remedy: string;
    missingStamps: number | null;
  }[];
}

const ACTS = `allowedActions { operation input restMethod restPath restBody agentKey costStamps bondStamps hasEffect closesAt
    payer { principalKey } consequence { summary tradeState preview { failureCause } }
    ifNotDone { tradeState preview { failureCause netStamps } } }
  blockedActions { operation input restBody code reason detail remedy missingStamps }`;

const app = useTestApp();
let provider: Party;
let consumer: Party;

beforeEach(async () => {
  ({ provider, consumer } = await twoParties(app));
});

const actsOf = (trade: StartedTrade, by: Party): Promise<Acts> => readTrade<Acts>(trade, ACTS, by);
const allowedIn = (acts: Acts): string[] => acts.allowedActions.map(({ operation }) => operation);
const blockedIn = (acts: Acts) =>
  Object.fromEntries(acts.blockedActions.map(({ operation, code }) => [operation, code]));

test('each step of a trade offers its act to the one who must do it, with its costs and what follows', async () => {
  const trade = await startTrade(provider, consumer);
  const first = (await actsOf(trade, consumer)).allowedActions.find(({ operation }) => operation === 'activateTrade');
  expect(first).toMatchObject({
    input: { principalKey: consumer.principalKey, tradeKey: trade.tradeKey },
    restMethod: 'POST',
    restPath: `/api/v1/principals/${consumer.principalKey}/trades/${trade.tradeKey}/activate`,
    restBody: {},
    agentKey: null,
    costStamps: 1010,
    bondStamps: 0,
    payer: { principalKey: consumer.principalKey },
    hasEffect: true,
    consequence: { tradeState: 'EXECUTING', preview: { failureCause: 'NO_CONTRACT' } },
    ifNotDone: { tradeState: 'COMPENSATED', preview: { failureCause: 'NOT_ACTIVATED' } },
  });
  await activate(trade);
  const toDeliver = await actsOf(trade, provider);
  expect(allowedIn(toDeliver)).toEqual([
    'publishDeliveryContract',
    'fileRebuttal',
    'withdrawFromTrade',
    'activateTrade',
  ]);
  expect(toDeliver.allowedActions.at(-1)).toMatchObject({ operation: 'activateTrade', hasEffect: false });
  const early = toDeliver.allowedActions.find(({ operation }) => operation === 'fileRebuttal');
  expect(early).toMatchObject({
    consequence: { summary: expect.stringContaining('only rebuttal of the step') as unknown },
  });
  expect(blockedIn(toDeliver)).toEqual({ submitCheckpoint: 'TRADE_ACCESS_DENIED' });
  expect(blockedIn(await actsOf(trade, consumer))).toMatchObject({ submitCheckpoint: 'TRADE_STATE_CONFLICT' });
  await publishContract(trade);
  const toCheck = (await actsOf(trade, consumer)).allowedActions.filter(
    ({ operation }) => operation === 'submitCheckpoint',
  );
  expect(toCheck).toMatchObject([
    { input: { stepNo: 1, status: 'CONFIRMED' }, restBody: { status: 'confirmed' }, agentKey: consumer.agentKey },
    { input: { stepNo: 1, status: 'FAILED' }, consequence: { preview: { failureCause: 'DELIVERY_FAILED' } } },
  ]);
  await checkpoint(trade);
  await settled(trade);
  expect((await actsOf(trade, consumer)).allowedActions).toEqual([]);
});

test('an operator is offered verdicts and the settlement, and nothing of the parties', async () => {
  const trade = await startTrade(provider, consumer);
  await activate(trade);
  await publishContract(trade);
  await checkpoint(trade, { status: 'FAILED' });
  const { operatorTrade } = await app.operator.queryOrThrow<{ operatorTrade: Acts }>(
    `{ operatorTrade(tradeKey: "${trade.tradeKey}") { allowedActions { operation input } blockedActions { operation code } } }`,
  );
  expect(operatorTrade.allowedActions).toMatchObject([
    { operation: 'evaluateTrade', input: { tradeKey: trade.tradeKey, verdict: 'PASS' } },
    { operation: 'evaluateTrade', input: { verdict: 'FAIL' } },
  ]);
  expect(operatorTrade.blockedActions).toEqual([{ operation: 'settleTrade', code: 'EVALUATION_STATE_CONFLICT' }]);
});

// @spec NA5
test('a call that another party cannot pay is blocked as it would be refused, without an amount', async () => {
  const trade = await startTrade(provider, consumer);
  await leaveTickets(consumer, 5);
  const seen = async (by: Party) =>
    (await actsOf(trade, by)).blockedActions.find(({ operation }) => operation === 'activateTrade');
  expect(await seen(consumer)).toMatchObject({ code: 'WALLET_INSUFFICIENT_BALANCE', missingStamps: 1005 });
  const other = await seen(provider);
  expect(other).toMatchObject({ code: 'WALLET_INSUFFICIENT_BALANCE', missingStamps: null });
  expect(other).toMatchObject({ remedy: expect.stringMatching(/\.$/) as string, reason: null });
  const text = JSON.stringify(await actsOf(trade, provider));
  expect(text).not.toMatch(/"(available|required)_?[sS]tamps"|1005/);
  const sent = await send(app, signerOf(provider), {
    body: JSON.stringify({
      query: 'mutation ($input: ActivateTradeInput!) { activateTrade(input: $input) { trade { id } } }',
      variables: { input: { tradeKey: trade.tradeKey } },
    }),
    key: 'blocked-by-another',
  });
  expect(codeOf(sent)).toBe('wallet_insufficient_balance');
  expect(sent.json.errors?.[0]?.message).toBe(other?.detail);
  // A refusal has the key as a member. A blocked act does not show members, so its remedy contains the key.
  const { remedy, principalKey } = sent.json.errors?.[0]?.extensions ?? {};
  expect(principalKey).toBe(consumer.principalKey);
  expect(other?.remedy).toBe(String(remedy).replace('in `principalKey`', `\`${String(principalKey)}\``));
});

// @spec NA12
test('a blocked act has the reason and the remedy of its error, in both APIs', async () => {
  const trade = await startTrade(provider, consumer);
  await activate(trade);
  const find = ({ blockedActions }: Acts) => blockedActions.find(({ operation }) => operation === 'submitCheckpoint');
  const blocked = find(await actsOf(trade, consumer));
  const { tradeKey } = trade;
  const input = { tradeKey, stepNo: 1, status: 'CONFIRMED' };
  const sent = await send(app, signerOf(consumer), {
    body: JSON.stringify({
      query: 'mutation ($input: SubmitCheckpointInput!) { submitCheckpoint(input: $input) { step { stepNo } } }',
      variables: { input },
    }),
    key: 'blocked-with-a-reason',
  });
  const { code, reason, detail, remedy } = sent.json.errors?.[0]?.extensions ?? {};
  expect(blocked).toMatchObject({ code: String(code).toUpperCase(), reason, detail, remedy });
  expect(reason).toMatch(/^[a-z_]+$/);
  const inRest = body<{ blocked_actions: readonly { operation: string }[] }>(
    await restOf(app, consumer).get(`${under(consumer)}/trades/${tradeKey}`),
  ).blocked_actions.find(({ operation }) => operation === 'submitCheckpoint');
  expect(inRest).toMatchObject({ code, reason, detail, remedy });
});

// @spec NA14
test('A refused variant of an operation is listed beside its allowed variants, with its input, in both APIs', async () => {
  await mutate(
    consumer.owner,
    'putMandate',
    { principalKey: consumer.principalKey, agentKey: consumer.agentKey, perTradeStamps: 1 },
    'agent { agentKey }',
  );
  const { proposalKey } = await propose(provider, consumer);
  const { principal: seen } = await consumer.api.queryOrThrow<{ principal: { proposal: Acts } }>(
    `query ($key: ID!) { principal { proposal(proposalKey: $key) { ${ACTS} } } }`,
    { key: proposalKey },
  );
  const answers = ({ operation }: { operation: string }): boolean => operation === 'respondToProposal';
  const allowed = seen.proposal.allowedActions.filter(answers).map(({ input }) => input['decision']);
  expect(allowed).toEqual(['COUNTER', 'REJECT']);
  const input = { principalKey: consumer.principalKey, proposalKey, decision: 'ACCEPT', expectedRevisionNo: 1 };
  const restBody = { decision: 'accept', expected_revision_no: 1 };
  const blocked = seen.proposal.blockedActions.filter(answers);
  expect(blocked).toMatchObject([{ input, restBody, code: 'MANDATE_EXCEEDED' }]);
  const sent = await send(app, signerOf(consumer), {
    body: JSON.stringify({
      query: 'mutation ($input: RespondToProposalInput!) { respondToProposal(input: $input) { proposal { id } } }',
      variables: { input: blocked[0]?.input },
    }),
    key: 'blocked-variant',
  });
  expect(codeOf(sent)).toBe('mandate_exceeded');
  expect(sent.json.errors?.[0]?.message).toBe(blocked[0]?.detail);
  const inRest = body<{ blocked_actions: readonly { operation: string }[] }>(
    await restOf(app, consumer).get(`${under(consumer)}/proposals/${proposalKey}`),
  ).blocked_actions.filter(answers);
  expect(inRest).toMatchObject([{ rest_body: restBody, code: 'mandate_exceeded' }]);
});

// @spec NA14
test('An operation that is refused with every input in one way is listed once, without an input', async () => {
  const trade = await startTrade(provider, consumer);
  const once = (await actsOf(trade, consumer)).blockedActions.filter(
    ({ operation }) => operation === 'submitCheckpoint',
  );
  expect(once).toMatchObject([{ input: null, restBody: null, code: 'TRADE_STATE_CONFLICT' }]);
});

// @spec NA4
test('a viewer has no allowed acts anywhere, and every operation is blocked with 403', async () => {
  const deal = await propose(provider, consumer);
  const binding = { principalKey: consumer.principalKey, provider: 'test', subject: 'a-viewer', role: 'VIEWER' };
  await mutate(consumer.owner, 'putBinding', binding, 'binding { id }');
  const { principalKey } = consumer;
  const acts = 'allowedActions { operation } blockedActions { operation code }';
  const { principal: seen } = await app
    .consoleFor('a-viewer')
    .queryOrThrow<{ principal: Acts & Record<'proposal' | 'listings', never> }>(
      `{ principal(principalKey: "${principalKey}") { ${acts} proposal(proposalKey: "${deal.proposalKey}") { ${acts} }
      listings { nodes { ${acts} } } } }`,
    );
  const { proposal, listings } = seen as unknown as { proposal: Acts; listings: { nodes: Acts[] } };
  for (const one of [seen, proposal, ...listings.nodes]) {
    expect(one.allowedActions).toEqual([]);
    expect(new Set(one.blockedActions.map(({ code }) => code))).toEqual(new Set(['PRINCIPAL_OWNER_REQUIRED']));
  }
  expect(seen.blockedActions.length).toBeGreaterThan(8);
});

test('a principal and its agents are offered what their balances and roles allow', async () => {
  const own = await principal<Acts>(consumer.api, ACTS);
  const offered = new Map(own.allowedActions.map((act) => [act.operation, act]));
  expect(offered.get('reserveBond')).toMatchObject({
    input: { amountStamps: 10_000 },
    bondStamps: 10_000,
    costStamps: 0,
  });
  expect(offered.get('publishListing')).toMatchObject({ input: { agentId: consumer.agentId } });
  expect(blockedIn(own)).toMatchObject({
    releaseBond: 'PRINCIPAL_BOND_INSUFFICIENT_BALANCE',
    fundPrincipal: 'PLATFORM_ONLY',
    registerAgent: 'PRINCIPAL_OWNER_REQUIRED',
  });
});

// @spec NA6
test('50 trades with acts and previews cost the same number of statements as one', async () => {
  const trade = await startTrade(provider, consumer);
  await activate(trade);
  await startTrade(provider, consumer);
  const list = (first: number) =>
    statementsOf(
      app,
      `{ principal(principalKey: "${consumer.principalKey}") { trades(first: ${String(first)}) { nodes {
        allowedActions { operation payer { displayName } consequence { preview { slashStamps } } }
        blockedActions { code } } } } }`,
    );
  expect(await list(50)).toBe(await list(1));
});

// @spec NA7
test('The paths of acts in REST are those of the routes', () => {
  const routes = compiledRoutes(createSchema());
  for (const [operation, [method, path]] of Object.entries(restCalls)) {
    expect(routes.find(({ field }) => field === operation)).toMatchObject({ method, path });
  }
});
