import { auditDatabase } from '../../../src/cli/audit';
import { readSettings } from '../../../src/settings/settings';
import { createParty, mutate, type Party, principal, until } from '../../support/actors';
import { codeOf } from '../../support/parties';
import { advance, grant, sandboxState, useSandbox } from './support';

/** Counterparties that trade by a strategy, over the public API. */

const DAY = 86_400;
const app = useSandbox();

interface Spawned {
  readonly principalKey: string;
  readonly listingKey: string;
  readonly priceStamps: number;
  readonly tradeProfile: string;
}

let profiles = 0;
const newProfile = (): string => `practice.${String((profiles += 1))}`;

async function spawn(party: Party, strategy: string, side: 'PROVIDE' | 'CONSUME', seed = 1): Promise<Spawned> {
  const input = { strategy, side, tradeProfile: newProfile(), seed };
  const { counterparty } = await mutate<{ counterparty: Spawned }>(
    party.api,
    'spawnCounterparty',
    input,
    'counterparty { principalKey listingKey priceStamps tradeProfile }',
  );
  return counterparty;
}

async function trader(): Promise<Party> {
  const party = await createParty(app, 'Trainee');
  await grant(party, 'SCALE');
  return party;
}

/** Publishes the matching listing and returns the proposal of a match run. */
async function match(party: Party, side: 'PROVIDE' | 'CONSUME', tradeProfile: string): Promise<string> {
  const priceStamps = side === 'CONSUME' ? 2_000 : 500;
  const input = {
    agentId: party.agentId,
    tradeProfile,
    side,
    title: 'Work',
    description: 'Work',
    tags: ['sandbox'],
    priceStamps,
  };
  const { listing } = await mutate<{ listing: { listingKey: string } }>(
    party.api,
    'publishListing',
    input,
    'listing { listingKey }',
  );
  const { matchRun } = await mutate<{ matchRun: { proposals: { proposalKey: string }[] } }>(
    party.api,
    'runMatch',
    { listingKey: listing.listingKey },
    'matchRun { proposals { proposalKey } }',
  );
  const [proposal] = matchRun.proposals;
  if (!proposal) throw new Error('no proposal');
  await mutate(
    party.api,
    'respondToProposal',
    { proposalKey: proposal.proposalKey, decision: 'ACCEPT' },
    'proposal { state }',
  );
  return proposal.proposalKey;
}

interface TradeSeen {
  readonly tradeKey: string;
  readonly state: string;
  readonly steps: {
    readonly coverageBps: number | null;
    readonly checkpointStatus: string | null;
    readonly rebuttalFiledAt: string | null;
    readonly contract: { readonly items: { readonly itemId: string; readonly artifactUri: string | null }[] } | null;
  }[];
  readonly settlement: {
    readonly outcome: string;
    readonly failureClass: string | null;
    readonly faultPrincipalKey: string | null;
  } | null;
}

async function tradesOf({ api }: Party): Promise<TradeSeen[]> {
  const { trades } = await principal<{ trades: { nodes: TradeSeen[] } }>(
    api,
    `trades(first: 5) { nodes { tradeKey state settlement { outcome failureClass faultPrincipalKey } steps {
      coverageBps checkpointStatus rebuttalFiledAt contract { items { itemId artifactUri } } } } }`,
  );
  return trades.nodes;
}

const first = async (party: Party, good: (trade: TradeSeen) => boolean): Promise<TradeSeen> => {
  const [trade] = await until(
    () => tradesOf(party),
    ([found]) => found !== undefined && good(found),
  );
  if (!trade) throw new Error('no trade');
  return trade;
};

/** Trades as the consumer with a provider of this strategy, up to its delivery or the end of the trade. */
async function buyFrom(strategy: string, seed = 1) {
  const consumer = await trader();
  const spawned = await spawn(consumer, strategy, 'PROVIDE', seed);
  const proposalKey = await match(consumer, 'CONSUME', spawned.tradeProfile);
  const { trade } = await until(
    () =>
      mutate<{ trade: { tradeKey: string } | null }>(
        consumer.api,
        'createTrade',
        { proposalKey },
        'trade { tradeKey }',
      ).catch(() => ({ trade: null })),
    (made) => made.trade !== null,
  );
  const tradeKey = trade?.tradeKey ?? '';
  await mutate(consumer.api, 'activateTrade', { tradeKey }, 'trade { state }');
  return { consumer, spawned, tradeKey };
}

/** Trades as the provider with a consumer of this strategy, and delivers. */
async function sellTo(strategy: string, seed = 1) {
  const provider = await trader();
  const spawned = await spawn(provider, strategy, 'CONSUME', seed);
  await match(provider, 'PROVIDE', spawned.tradeProfile);
  const trade = await first(provider, ({ state }) => state === 'EXECUTING');
  const items = [1, 2, 3, 4, 5].map((n) => ({
    itemId: `part-${String(n)}`,
    description: `Part ${String(n)}`,
    weight: 1,
  }));
  const delivery = { tradeKey: trade.tradeKey, stepNo: 1, summary: 'All', items };
  await mutate(provider.api, 'publishDeliveryContract', delivery, 'step { stepNo }');
  return { provider, spawned };
}

const delivered = (trade: TradeSeen): number | undefined =>
  trade.steps[0]?.contract?.items.filter(({ artifactUri }) => artifactUri !== null).length;

// @spec SB11
test.each([
  ['HONEST', 5],
  ['SHORT', 3],
  ['HOLLOW', 0],
])('should deliver as a provider of strategy %s: %i of five items', async (strategy, count) => {
  const { consumer } = await buyFrom(strategy);
  const trade = await first(consumer, ({ steps }) => steps[0]?.contract != null);
  expect(trade.steps[0]?.contract?.items).toHaveLength(5);
  expect(delivered(trade)).toBe(count);
});

// @spec SB11
test('should rebut a failed checkpoint as an honest and as a hollow provider', async () => {
  for (const strategy of ['HONEST', 'HOLLOW']) {
    const { consumer, tradeKey } = await buyFrom(strategy);
    await first(consumer, ({ steps }) => steps[0]?.contract != null);
    await mutate(consumer.api, 'submitCheckpoint', { tradeKey, stepNo: 1, status: 'FAILED' }, 'step { stepNo }');
    const trade = await first(consumer, ({ steps }) => steps[0]?.rebuttalFiledAt != null);
    expect(trade.state).not.toBe('COMPLETED');
  }
});

// @spec SB11
test.each(['SILENT', 'LATE'])(
  'should be at fault after the deadline as a provider of strategy %s',
  async (strategy) => {
    const { consumer, spawned } = await buyFrom(strategy);
    await advance(consumer, { seconds: 2 * DAY });
    const [trade] = await tradesOf(consumer);
    expect(trade?.settlement?.faultPrincipalKey).toBe(spawned.principalKey);
  },
);

// @spec SB11
test('should withdraw as a provider of strategy WITHDRAWING', async () => {
  const { consumer, spawned } = await buyFrom('WITHDRAWING');
  const trade = await first(consumer, ({ settlement }) => settlement !== null);
  expect(trade.settlement?.faultPrincipalKey).toBe(spawned.principalKey);
});

// @spec SB11
test.each([
  ['HONEST', 'CONFIRMED', 10_000],
  ['FALSE_FAILURE', 'FAILED', 0],
  ['FALSE_SHORTFALL', 'CONFIRMED', 2_000],
])('should check as a consumer of strategy %s: %s with a coverage of %i', async (strategy, status, coverage) => {
  const { provider } = await sellTo(strategy);
  const trade = await first(provider, ({ steps }) => steps[0]?.checkpointStatus != null);
  expect(trade.steps[0]).toMatchObject({ checkpointStatus: status, coverageBps: coverage });
});

// @spec SB11
test.each(['SILENT', 'LATE'])('should submit no checkpoint in time as a consumer of strategy %s', async (strategy) => {
  const { provider } = await sellTo(strategy);
  await advance(provider, { seconds: 10 * DAY });
  const [trade] = await tradesOf(provider);
  expect(trade?.settlement).not.toBeNull();
  expect(trade?.steps[0]?.checkpointStatus ?? null).toBeNull();
});

// @spec SB11
test('should counter with a dearer price as a provider of strategy COUNTERING', async () => {
  const consumer = await trader();
  const { tradeProfile } = await spawn(consumer, 'COUNTERING', 'PROVIDE');
  const proposalKey = await match(consumer, 'CONSUME', tradeProfile);
  const read = () =>
    principal<{ proposal: { currentRevision: { revisionNo: number; terms: { steps: { priceStamps: number }[] } } } }>(
      consumer.api,
      'proposal(proposalKey: $key) { currentRevision { revisionNo terms { steps { priceStamps } } } }',
      { key: proposalKey },
      '($key: ID!)',
    );
  const { proposal } = await until(read, (found) => found.proposal.currentRevision.revisionNo > 1);
  expect(proposal.currentRevision.terms.steps[0]?.priceStamps).toBeGreaterThan(0);
});

const WHOLE_TRADE = `trades(first: 1) { nodes { tradeKey state timeline { type }
  steps { priceStamps title state items { itemId description weight must } contract { summary items { itemId artifactUri } }
    checkpointStatus checkpointResults { itemId met } coverageBps rebuttal { statement } }
  settlement { outcome failureClass failureCause faultedStepNo faultPrincipalKey slashStamps policyVersion
    compensations { principalKey amountStamps kind }
    own { paidStamps receivedStamps feesStamps bondReleasedStamps bondSlashedStamps compensationStamps burntStamps netStamps } } } }`;

/** Buys with a false shortfall, which the provider rebuts, and reads the trade after its end, without the keys. */
async function disputedTrade(seed: number): Promise<unknown> {
  const { consumer, spawned, tradeKey } = await buyFrom('HONEST', seed);
  const { steps } = await first(consumer, ({ steps: [step] }) => step?.contract != null);
  const items = steps[0]?.contract?.items ?? [];
  const results = items.map(({ itemId }, index) => ({ itemId, met: index === 0 }));
  const failed = { tradeKey, stepNo: 1, status: 'FAILED', results };
  await mutate(consumer.api, 'submitCheckpoint', failed, 'step { stepNo }');
  // No operator rules, so the trade ends at the deadline of the verdict.
  await advance(consumer, { seconds: 40 * DAY });
  const { trades } = await principal<{ trades: { nodes: unknown[] } }>(consumer.api, WHOLE_TRADE);
  const text = JSON.stringify(trades.nodes[0])
    .replaceAll(tradeKey, 'the trade')
    .replaceAll(consumer.principalKey, 'the consumer')
    .replaceAll(spawned.principalKey, 'the provider');
  return JSON.parse(text);
}

// @spec SB12
test('should trade alike with the same seed, act by act and up to the settlement', async () => {
  const one = await disputedTrade(7);
  expect(one).toMatchObject({ state: 'FAILED', steps: [{ rebuttal: {} }], settlement: { failureCause: 'UNRULED' } });
  expect(await disputedTrade(7)).toEqual(one);
  expect(await disputedTrade(8)).not.toEqual(one);
});

// @spec SB12
test('should ask for the same price with the same seed', async () => {
  const party = await trader();
  const prices = async (seed: number) => (await spawn(party, 'HONEST', 'PROVIDE', seed)).priceStamps;
  const [one, again] = [await prices(7), await prices(7)];
  expect(again).toBe(one);
  const others = [await prices(8), await prices(9), await prices(10)];
  expect(others.some((price) => price !== one)).toBe(true);
});

// @spec SB12
test('should let the counterparties act before the clock moves on', async () => {
  const { consumer } = await buyFrom('HONEST');
  // No wait for the delivery: the first step of the clock waits for it.
  await advance(consumer, { seconds: 2 * DAY });
  const [trade] = await tradesOf(consumer);
  expect(delivered(trade as TradeSeen)).toBe(5);
});

test('should refuse a strategy that the side does not have', async () => {
  const party = await trader();
  for (const [strategy, side] of [
    ['FALSE_FAILURE', 'PROVIDE'],
    ['HOLLOW', 'CONSUME'],
  ] as const) {
    const input = { strategy, side, tradeProfile: newProfile(), seed: 1 };
    expect(await codeOf(mutate(party.api, 'spawnCounterparty', input, 'counterparty { seed }'))).toBe(
      'validation_failed',
    );
  }
});

test('should refuse an invalid trade profile before it creates anything', async () => {
  const party = await trader();
  const count = async () => (await app.sql<{ n: string }>('SELECT count(*)::text AS n FROM principal'))[0]?.n;
  const before = await count();
  const input = { strategy: 'HONEST', side: 'PROVIDE', tradeProfile: 'Not a profile', seed: 1 };
  expect(await codeOf(mutate(party.api, 'spawnCounterparty', input, 'counterparty { seed }'))).toBe(
    'validation_failed',
  );
  expect(await count()).toBe(before);
});

// @spec SB8
test('should leave a clean audit after all of it', async () => {
  const party = await trader();
  await advance(party, { seconds: 40 * DAY });
  expect((await sandboxState(party)).pending).toMatchObject({ trades: 0, events: 0, webhooks: 0 });
  const settings = readSettings({ ATS_ENV: 'test', ATS_DATA_DIR: app.dataDir });
  const { outcomes } = await auditDatabase(app.ownerUrl, settings);
  expect(outcomes.flatMap(({ check, findings }) => findings.map(({ detail }) => `${check.id} ${detail}`))).toEqual([]);
});
