import type { TradingEvent } from '../../client';
import type { DemoParty } from './party';
import { stamps, type Printer } from './printer';

export interface DemoContext {
  readonly provider: DemoParty;
  readonly consumer: DemoParty;
  readonly printer: Printer;
}

interface TradePayload {
  readonly trade: {
    readonly tradeKey: string;
    readonly participants: readonly { readonly bondStamps: number }[];
    readonly steps: readonly { readonly stepNo: number; readonly priceStamps: number }[];
  };
}

interface CheckpointPayload {
  readonly step: { readonly coverageBps: number };
}

interface Proposal {
  readonly proposalKey: string;
  readonly currentRevision: {
    readonly terms: {
      readonly coverageThresholdBps: number;
      readonly steps: readonly { readonly priceStamps: number }[];
    };
    readonly participants: readonly { readonly bondStamps: number }[];
  };
}

interface MatchPayload {
  readonly matchRun: { readonly proposals: readonly Proposal[] };
}

const PROPOSAL = `proposalKey currentRevision { participants { bondStamps } terms { coverageThresholdBps steps {
  stepNo title providerPrincipalKey providerAgentId consumerPrincipalKey consumerAgentId priceStamps contractWindowSeconds checkpointWindowSeconds } } }`;

const COUNTER_PRICES = [400, 440];

const ACCEPT_CREATE_ACTIVATE = `mutation ($accept: RespondToProposalInput!, $create: CreateTradeInput!, $activate: ActivateTradeInput!) {
  respondToProposal(input: $accept) { proposal { state } }
  createTrade(input: $create) { trade { tradeKey } }
  activateTrade(input: $activate) { trade { state } } }`;

const DELIVERIES = [
  {
    summary: 'Chapters 1 to 12, translated and proofread.',
    items: [{ itemId: 'chapters-1-12', description: 'Chapters 1 to 12', weight: 1 }],
    missing: [],
  },
  {
    summary: 'Chapters 13 to 24, and a glossary of names.',
    items: [
      { itemId: 'chapters-13-24', description: 'Chapters 13 to 24', weight: 9 },
      { itemId: 'glossary', description: 'Glossary of names', weight: 1 },
    ],
    missing: ['glossary'],
  },
];

/** Plays the trade that both parties complete. */
export async function playCompletedTrade(context: DemoContext, listingKey: string): Promise<void> {
  const { consumer, printer } = context;
  printer.step(`${consumer.name} runs a match`);
  const proposal = await runMatch(context, '-1', listingKey);
  const { proposalKey } = proposal;
  printer.step(`${consumer.name} makes a counter-offer`);
  await counter(context, proposal);
  await accept(context, '-1', proposalKey, 2);
  await waitForBoth(context, 'PROPOSAL_ACCEPTED', proposalKey);
  printer.step('The trade, in two steps');
  const created = 'trade { tradeKey participants { bondStamps } }';
  const { trade } = await consumer.mutate<TradePayload>('createTrade', { proposalKey }, created);
  const { tradeKey, participants } = trade;
  const bond = stamps(participants[0]?.bondStamps ?? 0);
  printer.line(consumer.name, `creates ${tradeKey}; each party reserves a bond of ${bond}`);
  await waitForBoth(context, 'TRADE_CREATED', tradeKey);
  for (const stepNo of DELIVERIES.keys()) await playStep(context, tradeKey, stepNo + 1);
  printer.step('The trade is settled, without a fault');
  printSettlement(context, await waitForBoth(context, 'TRADE_COMPLETED', tradeKey));
}

/** Plays the trade that the provider withdraws from. */
export async function playWithdrawnTrade(context: DemoContext, listingKey: string): Promise<void> {
  const { provider, consumer, printer } = context;
  printer.step(`${consumer.name} runs a match again, and both accept`);
  const { proposalKey } = await runMatch(context, '-2', listingKey);
  await accept(context, '-2', proposalKey, 1);
  const { createTrade } = await consumer.api.mutate<{ createTrade: { trade: { tradeKey: string } } }>(
    ACCEPT_CREATE_ACTIVATE,
    {
      accept: { proposalKey, decision: 'ACCEPT', expectedRevisionNo: 1 },
      create: { proposalKey },
      activate: { proposalKey },
    },
    { idempotencyKey: `${consumer.keyPrefix}-acceptCreateActivate` },
  );
  const { tradeKey } = createTrade.trade;
  printer.line(consumer.name, `accepts, creates ${tradeKey} and activates it, in one request`);
  await waitForBoth(context, 'PROPOSAL_ACCEPTED', proposalKey);
  await waitForBoth(context, 'TRADE_CREATED', tradeKey);
  await waitForBoth(context, 'TRADE_STEP_ACTIVATED', tradeKey, { step_no: 1 });
  printer.step(`${provider.name} withdraws, and the trade is settled with a fault (F4)`);
  await provider.mutate('withdrawFromTrade', { tradeKey }, 'trade { state }');
  printer.line(provider.name, 'withdraws: it loses its whole bond, the consumer gets the price back');
  printSettlement(context, await waitForBoth(context, 'TRADE_FAILED', tradeKey));
}

/** Waits until both parties have received the event; the provider's copy comes first. */
async function waitForBoth(
  { provider, consumer, printer }: DemoContext,
  type: string,
  subjectKey: string,
  data: Readonly<Record<string, unknown>> = {},
): Promise<readonly [TradingEvent, TradingEvent]> {
  const events = await Promise.all([
    provider.waitForEvent(type, subjectKey, data),
    consumer.waitForEvent(type, subjectKey, data),
  ]);
  printer.line('both receive', type.toLowerCase().replace('_', '.'));
  return events;
}

async function runMatch(context: DemoContext, suffix: string, listingKey: string): Promise<Proposal> {
  const { consumer, printer } = context;
  const input = { listingKey, maxProposals: 1 };
  const selection = `matchRun { proposals { ${PROPOSAL} } }`;
  const { matchRun } = await consumer.mutate<MatchPayload>('runMatch', input, selection, suffix);
  const [proposal] = matchRun.proposals;
  if (!proposal) throw new Error('the match run found no counterparty');
  printer.line(consumer.name, `gets the proposal ${describeTerms(proposal)}`);
  await waitForBoth(context, 'PROPOSAL_CREATED', proposal.proposalKey);
  return proposal;
}

function describeTerms({ currentRevision: { terms, participants } }: Proposal): string {
  const prices = terms.steps.map((step) => step.priceStamps);
  const total = prices.reduce((sum, price) => sum + price, 0);
  const bonds = participants.map(({ bondStamps }) => stamps(bondStamps)).join(' and ');
  return `${stamps(total)} in ${String(prices.length)} steps (${prices.map(stamps).join(' + ')}), bonds ${bonds}`;
}

/** Makes a new revision with other prices, which the consumer has thereby accepted. */
async function counter(context: DemoContext, { proposalKey, currentRevision }: Proposal): Promise<void> {
  const { consumer, printer } = context;
  const { coverageThresholdBps, steps } = currentRevision.terms;
  const terms = {
    coverageThresholdBps,
    steps: steps.map((step, index) => ({ ...step, priceStamps: COUNTER_PRICES[index] ?? step.priceStamps })),
  };
  const input = { proposalKey, decision: 'COUNTER', expectedRevisionNo: 1, terms };
  const selection = `proposal { ${PROPOSAL} }`;
  const { proposal } = await consumer.mutate<{ proposal: Proposal }>('respondToProposal', input, selection, '-0');
  printer.line(consumer.name, `counters with ${describeTerms(proposal)}`);
  await waitForBoth(context, 'PROPOSAL_COUNTERED', proposalKey);
}

async function accept({ provider, printer }: DemoContext, suffix: string, proposalKey: string, revisionNo: number) {
  const input = { proposalKey, decision: 'ACCEPT', expectedRevisionNo: revisionNo };
  await provider.mutate('respondToProposal', input, 'proposal { state }', suffix);
  printer.line(provider.name, 'accepts');
}

/** Activates one step, delivers it and checks the delivery. */
async function playStep(context: DemoContext, tradeKey: string, stepNo: number): Promise<void> {
  const { provider, consumer, printer } = context;
  const suffix = `-${String(stepNo)}`;
  const delivery = DELIVERIES[stepNo - 1];
  if (!delivery) throw new Error(`the demo has no delivery for step ${String(stepNo)}`);
  const { summary, items, missing } = delivery;
  const prices = 'trade { steps { stepNo priceStamps } }';
  const { trade } = await consumer.mutate<TradePayload>('activateTrade', { tradeKey }, prices, suffix);
  const price = trade.steps.find((step) => step.stepNo === stepNo)?.priceStamps ?? 0;
  printer.line(consumer.name, `activates step ${String(stepNo)}: ${stamps(price)} go into escrow`);
  await waitForBoth(context, 'TRADE_STEP_ACTIVATED', tradeKey, { step_no: stepNo });

  const contract = { tradeKey, stepNo, summary, items };
  await provider.mutate('publishDeliveryContract', contract, 'step { stepNo }', suffix);
  printer.line(provider.name, `publishes the delivery contract: ${summary}`);
  await waitForBoth(context, 'TRADE_CONTRACT_PUBLISHED', tradeKey, { step_no: stepNo });

  const results = items.map(({ itemId }) => ({ itemId, met: !missing.includes(itemId) }));
  const checkpoint = { tradeKey, stepNo, status: 'CONFIRMED', results };
  const coverage = 'step { coverageBps }';
  const { step } = await consumer.mutate<CheckpointPayload>('submitCheckpoint', checkpoint, coverage, suffix);
  const note = missing.length === 0 ? '' : ` (missing: ${missing.join(', ')})`;
  printer.line(consumer.name, `confirms a coverage of ${String(step.coverageBps / 100)} %${note}`);
  await waitForBoth(context, 'TRADE_CHECKPOINT_SUBMITTED', tradeKey, { step_no: stepNo });
}

const AMOUNTS = [
  ['received_stamps', 'received', 1],
  ['compensation_stamps', 'compensation', 1],
  ['paid_stamps', 'paid', -1],
  ['fees_stamps', 'fees', -1],
  ['bond_slashed_stamps', 'bond slashed', -1],
  ['bond_released_stamps', 'bond back', 0],
] as const;

/** Prints each party's side of the settlement; an event shows its receiver's side only. */
function printSettlement({ provider, consumer, printer }: DemoContext, events: readonly [TradingEvent, TradingEvent]) {
  for (const [index, { name }] of [provider, consumer].entries()) {
    const { own } = events[index]?.data['settlement'] as { own: Record<(typeof AMOUNTS)[number][0], number> };
    const parts = AMOUNTS.filter(([field]) => own[field] > 0).map(([field, word]) => `${word} ${stamps(own[field])}`);
    const total = AMOUNTS.reduce((sum, [field, , sign]) => sum + sign * own[field], 0);
    printer.line(name, `${parts.join(', ')}: ${total > 0 ? '+' : ''}${stamps(total)} in all`);
  }
}
