import { randomUUID } from 'node:crypto';
import { startTestApp, useTestApp } from '../support/app';
import { auditOf, twoParties } from '../support/trades';
import { refusal } from '../support/exchange';
import {
  accept,
  activate,
  balances,
  checkpoint,
  mutate,
  type Party,
  principal,
  settled,
  type StartedTrade,
  until,
} from '../support/actors';

/** Trades of `slash_policy_v1.1`: acceptance items, disputes, verdicts with a coverage. No worker runs here. */

const ITEMS = [
  { itemId: 'text', description: 'The text', weight: 4 },
  { itemId: 'index', description: 'The index', weight: 1 },
];
const CHECKPOINT_WINDOW = 259_200;
const EVALUATION_WINDOW = 14 * 86_400;

const app = useTestApp({ ATS_ROLE: 'api' });
let provider: Party;
let consumer: Party;

beforeEach(async () => {
  ({ provider, consumer } = await twoParties(app));
});

interface Proposed {
  readonly proposalKey: string;
  readonly currentRevision: { readonly terms: { readonly disputeBurnBps: number; readonly steps: readonly Step[] } };
}
interface Step {
  readonly items: readonly object[];
  readonly notBefore: string | null;
  readonly activation: string;
}

/** The proposal of two listings. That of the provider has items. */
async function propose(): Promise<Proposed> {
  const steps = [{ title: 'One', shareBps: 10_000, items: ITEMS }];
  const listing = {
    tradeProfile: `test.${randomUUID().slice(0, 8)}`,
    title: 'Work',
    description: 'x',
    tags: [],
    priceStamps: 1000,
  };
  const offer = { ...listing, side: 'PROVIDE', agentId: provider.agentId, steps };
  await mutate(provider.api, 'publishListing', offer, 'listing { listingKey }');
  const request = { ...listing, side: 'CONSUME', agentId: consumer.agentId };
  const wanted = await mutate<{ listing: { listingKey: string } }>(
    consumer.api,
    'publishListing',
    request,
    'listing { listingKey }',
  );
  const { matchRun } = await mutate<{ matchRun: { proposals: Proposed[] } }>(
    consumer.api,
    'runMatch',
    { listingKey: wanted.listing.listingKey },
    `matchRun { proposals { proposalKey currentRevision { terms {
      disputeBurnBps steps { items { itemId description weight must } notBefore activation } } } } }`,
  );
  const [proposal] = matchRun.proposals;
  if (proposal === undefined) throw new Error('the match run made no proposal');
  return proposal;
}

async function create(proposalKey: string, ...acceptors: Party[]): Promise<StartedTrade> {
  await accept({ proposalKey }, ...acceptors);
  const { trade } = await mutate<{ trade: { tradeKey: string } }>(
    consumer.api,
    'createTrade',
    { proposalKey },
    'trade { tradeKey }',
  );
  return { provider, consumer, proposalKey, tradeKey: trade.tradeKey };
}

const publish = ({ tradeKey }: StartedTrade, items: object[] = ITEMS.map(({ itemId }) => ({ itemId }))) =>
  mutate(
    provider.api,
    'publishDeliveryContract',
    { tradeKey, stepNo: 1, summary: 'All of it.', items },
    'step { contract { items { itemId description weight note } } items { itemId } }',
  );
const rebut = ({ tradeKey }: StartedTrade) =>
  mutate<{ step: { deadlineAt: string; rebuttalFiledAt: string } }>(
    provider.api,
    'fileRebuttal',
    { tradeKey, stepNo: 1, statement: 'It was delivered.' },
    'step { deadlineAt rebuttalFiledAt }',
  );
const rule = ({ tradeKey }: StartedTrade, ruling: object) =>
  mutate<{ trade: { steps: { verdict: object }[] } }>(
    app.operator,
    'evaluateTrade',
    { tradeKey, reason: 'Seen.', ...ruling },
    'trade { steps { verdict { verdict coverageBps } } }',
  );
const settle = ({ tradeKey }: StartedTrade) => mutate(app.operator, 'settleTrade', { tradeKey }, 'trade { state }');
const burnt = async ({ tradeKey }: StartedTrade, by: Party) => {
  const own = `trade(tradeKey: "${tradeKey}") { settlement { policyVersion own { burntStamps } } }`;
  return principal(by.api, own);
};
const figures = async () => {
  const document = '{ service { policyVersion disputes { open ruledShareBps medianRulingSeconds unruled } } }';
  return (await app.operator.queryOrThrow<{ service: { disputes: { open: number; unruled: number } } }>(document))
    .service;
};

/** A trade whose checkpoint says that one item of five parts is missing, or all. */
async function contested(checked: object): Promise<StartedTrade> {
  const { proposalKey } = await propose();
  const trade = await create(proposalKey, provider, consumer);
  await activate(trade);
  await publish(trade);
  await checkpoint(trade, { ...checked });
  return trade;
}
const FAILED = { status: 'FAILED' };
const A_FIFTH = { status: 'CONFIRMED', results: [{ itemId: 'index', met: true }] };

// @spec ST35
describe('Acceptance items', () => {
  it('go from the listing to the first revision, the trade and the contract', async () => {
    const { proposalKey, currentRevision } = await propose();
    expect(currentRevision.terms).toEqual({
      disputeBurnBps: 2500,
      steps: [{ items: ITEMS.map((item) => ({ ...item, must: false })), notBefore: null, activation: 'ANY' }],
    });
    const trade = await create(proposalKey, provider, consumer);
    await activate(trade);
    const wrong = [{ itemId: 'text' }, { itemId: 'cover', description: 'A cover', weight: 1000 }];
    expect(await refusal(publish(trade, wrong), 'contract_items_differ')).toMatchObject({
      missingItemIds: ['index'],
      unknownItemIds: ['cover'],
      changedItemIds: ['cover'],
    });
    const items = [{ itemId: 'text', note: 'Two files.' }, { itemId: 'index' }];
    expect(await publish(trade, items)).toEqual({
      step: {
        contract: {
          items: [
            { ...ITEMS[0], note: 'Two files.' },
            { ...ITEMS[1], note: null },
          ],
        },
        items: [{ itemId: 'text' }, { itemId: 'index' }],
      },
    });
    await checkpoint(trade, A_FIFTH);
    const coverage = `trade(tradeKey: "${trade.tradeKey}") { steps { coverageBps } }`;
    expect(await principal(consumer.api, coverage)).toEqual({ trade: { steps: [{ coverageBps: 2000 }] } });
  });

  // @spec T30
  it('change with a counter, which also sets not_before, the activation and the burn', async () => {
    const { proposalKey } = await propose();
    const notBefore = new Date(Date.now() + 86_400_000).toISOString();
    const step = {
      stepNo: 1,
      title: 'One',
      providerPrincipalKey: provider.principalKey,
      providerAgentId: provider.agentId,
      consumerPrincipalKey: consumer.principalKey,
      consumerAgentId: consumer.agentId,
      priceStamps: 1000,
      contractWindowSeconds: 3600,
      checkpointWindowSeconds: 3600,
      items: [{ itemId: 'all', description: 'All of it', weight: 1, must: true }],
      notBefore,
      activation: 'CONSUMER',
    };
    const terms = { steps: [step], coverageThresholdBps: 8000, disputeBurnBps: 5001 };
    const counter = { proposalKey, decision: 'COUNTER', terms };
    await refusal(mutate(consumer.api, 'respondToProposal', counter, 'proposal { state }'), 'validation_failed');
    const good = { ...counter, terms: { ...terms, disputeBurnBps: 0 } };
    await mutate(consumer.api, 'respondToProposal', good, 'proposal { state }');
    const trade = await create(proposalKey, provider);
    expect(await refusal(activate(trade, provider), 'trade_state_conflict')).toMatchObject({
      reason: 'consumer_activates',
    });
    expect(await refusal(activate(trade), 'trade_state_conflict')).toMatchObject({
      reason: 'not_before',
      availableAt: notBefore,
    });
    app.clock.advance(86_400);
    await activate(trade);
  });
});

describe('A dispute', () => {
  // @spec SE42, SE41, SE47
  // @id unruled-dispute-burns
  it('gives operators 14 days, then splits the contested price and burns the agreed share', async () => {
    const before = await figures();
    const trade = await contested(FAILED);
    const { step } = await rebut(trade);
    expect((Date.parse(step.deadlineAt) - Date.parse(step.rebuttalFiledAt)) / 1000).toBe(EVALUATION_WINDOW);
    // The figures can be a second old.
    await until(figures, ({ disputes }) => disputes.open === before.disputes.open + 1);
    const [p, c] = [await balances(provider), await balances(consumer)];
    app.clock.advance(EVALUATION_WINDOW);
    await settle(trade);
    expect(await settled(trade)).toMatchObject({
      state: 'FAILED',
      failureClass: 'F2',
      failureCause: 'UNRULED',
      faultPrincipalKey: null,
      faultedStepNo: 1,
      slashAmount: 0,
    });
    expect((await balances(provider)).ticketBalanceStamps - p.ticketBalanceStamps).toBe(250);
    expect((await balances(consumer)).ticketBalanceStamps - c.ticketBalanceStamps).toBe(250);
    for (const party of [provider, consumer]) {
      expect(await burnt(trade, party)).toEqual({
        trade: { settlement: { policyVersion: 'slash_policy_v1.1', own: { burntStamps: 250 } } },
      });
    }
    const after = await figures();
    expect([after.disputes.open, after.disputes.unruled]).toEqual([before.disputes.open, before.disputes.unruled + 1]);
    expect(await auditOf(app)).toEqual([]);
  });

  // @spec SE43
  it('ends by a verdict: the coverage says who was further off', async () => {
    const trade = await contested(A_FIFTH);
    await rebut(trade);
    await refusal(rule(trade, {}), 'validation_failed');
    await refusal(rule(trade, { verdict: 'PASS', coverageBps: 1 }), 'validation_failed');
    const { steps } = (await rule(trade, { coverageBps: 6000 })).trade;
    expect(steps).toEqual([{ verdict: { verdict: 'FAIL', coverageBps: 6000 } }]);
    await settle(trade);
    expect(await settled(trade)).toMatchObject({
      failureClass: 'F5',
      failureCause: 'VERDICT_OVERTURNED',
      faultPrincipalKey: consumer.principalKey,
      slashAmount: 50,
      own: { receivedStamps: 750, compensationStamps: 50 },
    });
    const { disputes, policyVersion } = (await figures()) as { disputes: object; policyVersion: string };
    expect(policyVersion).toBe('slash_policy_v1.1');
    expect(disputes).toMatchObject({ ruledShareBps: expect.any(Number) as number });
    expect(await auditOf(app)).toEqual([]);
  });

  it('that the provider does not answer is conceded at the deadline', async () => {
    const trade = await contested(FAILED);
    app.clock.advance(CHECKPOINT_WINDOW);
    await settle(trade);
    expect(await settled(trade)).toMatchObject({ failureClass: 'F2', slashAmount: 100 });
  });

  // @spec SE45
  it('pays nothing to a counterparty with the same owner', async () => {
    const trade = await contested(FAILED);
    const [owner] = await app.sql<{ human_id: string; principal_id: string }>(
      `SELECT b.human_id, b.principal_id FROM trade_step s JOIN binding b ON b.principal_id = s.consumer_principal_id
       JOIN trade t USING (trade_id) ORDER BY t.created_at DESC LIMIT 1`,
    );
    await app.sql(
      `INSERT INTO binding SELECT gen_random_uuid(), s.provider_principal_id, $1, 'owner', now()
       FROM trade_step s WHERE s.consumer_principal_id = $2`,
      [owner?.human_id, owner?.principal_id],
    );
    await app.sql('SELECT authority_import_facts()');
    app.clock.advance(CHECKPOINT_WINDOW);
    await settle(trade);
    expect(await settled(trade)).toMatchObject({ state: 'FAILED', slashAmount: 100, comp: [] });
    expect(await auditOf(app)).toEqual([]);
  });
});

// @spec ST36
it('the operators’ queue has rebutted trades first, then those with the most contested stamps for the time left', async () => {
  const slow = await contested(A_FIFTH);
  const urgent = await contested(FAILED);
  const rebutted = await contested(A_FIFTH);
  await rebut(rebutted);
  const document = '{ operatorTrades(awaiting: VERDICT, first: 200) { nodes { tradeKey } } }';
  const { operatorTrades } = await app.operator.queryOrThrow<{ operatorTrades: { nodes: { tradeKey: string }[] } }>(
    document,
  );
  const keys = operatorTrades.nodes.map(({ tradeKey }) => tradeKey);
  const places = [rebutted, urgent, slow].map(({ tradeKey }) => keys.indexOf(tradeKey));
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(places).not.toContain(-1);
});

// @spec SE48
it('ATS_POLICY_VERSION chooses the policy of new trades', async () => {
  const older = await startTestApp({ ATS_ROLE: 'api', ATS_POLICY_VERSION: 'slash_policy_v1' });
  try {
    const answer = await older.operator.queryOrThrow('{ service { policyVersion ruleVersion } }');
    expect(answer).toEqual({ service: { policyVersion: 'slash_policy_v1', ruleVersion: 'rules_v1' } });
  } finally {
    await older.stop();
  }
});
