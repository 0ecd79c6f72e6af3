import type { Results, TradingEvent } from '../../client';
import type { DemoParty } from './party';
import { stamps, type Printer } from './printer';

export interface DemoContext {
  readonly provider: DemoParty;
  readonly consumer: DemoParty;
  readonly printer: Printer;
}

const COUNTER_PRICES = [400, 440];

const ACCEPT_CREATE_ACTIVATE = `mutation ($accept: RespondToProposalInput!, $create: CreateTradeInput!, $activate: ActivateTradeInput!) {
  respondToProposal(input: $accept) { proposal { state } }
  createTrade(input: $create) { trade { tradeKey } }
  activateTrade(input: $activate) { trade { state } } }`;

/** The items of the provider's listing, and the delivered part of them. */
export const DELIVERIES = [
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
  const { proposalKey, currentRevision } = proposal;
  printer.step(`${consumer.name} makes a counter-offer`);
  const { coverageThresholdBps, steps } = currentRevision.terms;
  const counterSteps = steps.map((step, index) => ({
    ...step,
    priceStamps: COUNTER_PRICES[index] ?? step.priceStamps,
  }));
  const terms = { coverageThresholdBps, steps: counterSteps };
  const counter = { proposalKey, decision: 'COUNTER', expectedRevisionNo: 1, terms } as const;
  const revised = await consumer.api.proposals.respond(counter, consumer.key('respondToProposal'));
  printer.line(consumer.name, `counters with ${describeTerms(revised)}`);
  await waitForBoth(context, 'PROPOSAL_COUNTERED', proposalKey);
  await accept(context, proposalKey, 2);
  await waitForBoth(context, 'PROPOSAL_ACCEPTED', proposalKey);
  printer.step('The trade, in two steps');
  const { tradeKey, participants } = await consumer.api.trades.create({ proposalKey }, consumer.key('createTrade'));
  const bond = stamps(participants[0]?.bondStamps ?? 0);
  printer.line(consumer.name, `creates ${tradeKey}; each party reserves a bond of ${bond}`);
  await waitForBoth(context, 'TRADE_CREATED', tradeKey);
  for (const [index, delivery] of DELIVERIES.entries()) await playStep(context, tradeKey, index + 1, delivery);
  printer.step('The trade is settled, without a fault');
  printSettlement(context, await waitForBoth(context, 'TRADE_COMPLETED', tradeKey));
}

/** Plays the trade that the provider withdraws from. */
export async function playWithdrawnTrade(context: DemoContext, listingKey: string): Promise<void> {
  const { provider, consumer, printer } = context;
  printer.step(`${consumer.name} runs a match again, and both accept`);
  const { proposalKey } = await runMatch(context, '-2', listingKey);
  await accept(context, proposalKey, 1);
  const input = { proposalKey, decision: 'ACCEPT', expectedRevisionNo: 1 };
  const { createTrade } = await consumer.api.mutate<{ createTrade: { trade: { tradeKey: string } } }>(
    ACCEPT_CREATE_ACTIVATE,
    { accept: input, create: { proposalKey }, activate: { proposalKey } },
    consumer.key('acceptCreateActivate'),
  );
  const { tradeKey } = createTrade.trade;
  printer.line(consumer.name, `accepts, creates ${tradeKey} and activates it, in one request`);
  await waitForBoth(context, 'PROPOSAL_ACCEPTED', proposalKey);
  await waitForBoth(context, 'TRADE_CREATED', tradeKey);
  await waitForBoth(context, 'TRADE_STEP_ACTIVATED', tradeKey, 1);
  printer.step(`${provider.name} withdraws, and the trade is settled with a fault (F4)`);
  await provider.api.trades.withdraw({ tradeKey }, provider.key('withdrawFromTrade'));
  printer.line(provider.name, 'withdraws: it loses its whole bond, the consumer gets the price back');
  printSettlement(context, await waitForBoth(context, 'TRADE_FAILED', tradeKey));
}

/** Waits until both parties have received the event; the provider's copy comes first. */
async function waitForBoth(
  { provider, consumer, printer }: DemoContext,
  ...event: Parameters<DemoParty['waitForEvent']>
): Promise<readonly [TradingEvent, TradingEvent]> {
  const events = await Promise.all([provider.waitForEvent(...event), consumer.waitForEvent(...event)]);
  printer.line('both receive', event[0].toLowerCase().replace('_', '.'));
  return events;
}

async function runMatch(context: DemoContext, suffix: string, listingKey: string): Promise<Results.ProposalFragment> {
  const { consumer, printer } = context;
  const input = { listingKey, maxProposals: 1 };
  const { proposals } = await consumer.api.listings.match(input, consumer.key(`runMatch${suffix}`));
  const [proposal] = proposals;
  if (!proposal) throw new Error('the match run found no counterparty');
  printer.line(consumer.name, `gets the proposal ${describeTerms(proposal)}`);
  await waitForBoth(context, 'PROPOSAL_CREATED', proposal.proposalKey);
  return proposal;
}

function describeTerms({ currentRevision: { terms, participants } }: Results.ProposalFragment): string {
  const prices = terms.steps.map((step) => step.priceStamps);
  const total = prices.reduce((sum, price) => sum + price, 0);
  const bonds = participants.map(({ bondStamps }) => stamps(bondStamps)).join(' and ');
  return `${stamps(total)} in ${String(prices.length)} steps (${prices.map(stamps).join(' + ')}), bonds ${bonds}`;
}

async function accept({ provider, printer }: DemoContext, proposalKey: string, revisionNo: number): Promise<void> {
  const input = { proposalKey, decision: 'ACCEPT', expectedRevisionNo: revisionNo } as const;
  await provider.api.proposals.respond(input, provider.key(`respondToProposal-${proposalKey}`));
  printer.line(provider.name, 'accepts');
}

/** Activates one step, delivers it and checks the delivery. */
async function playStep(
  context: DemoContext,
  tradeKey: string,
  stepNo: number,
  { summary, items: agreed, missing }: (typeof DELIVERIES)[number],
): Promise<void> {
  const { provider, consumer, printer } = context;
  const suffix = `-${String(stepNo)}`;
  const trade = await consumer.api.trades.activate({ tradeKey }, consumer.key(`activateTrade${suffix}`));
  const price = trade.steps.find((step) => step.stepNo === stepNo)?.priceStamps ?? 0;
  printer.line(consumer.name, `activates step ${String(stepNo)}: ${stamps(price)} go into escrow`);
  await waitForBoth(context, 'TRADE_STEP_ACTIVATED', tradeKey, stepNo);

  // The terms have the descriptions and the weights.
  const items = agreed.map(({ itemId }) => ({ itemId }));
  const contract = { tradeKey, stepNo, summary, items };
  await provider.api.trades.publishContract(contract, provider.key(`publishDeliveryContract${suffix}`));
  printer.line(provider.name, `publishes the delivery contract: ${summary}`);
  await waitForBoth(context, 'TRADE_CONTRACT_PUBLISHED', tradeKey, stepNo);

  const results = items.map(({ itemId }) => ({ itemId, met: !missing.includes(itemId) }));
  const checkpoint = { tradeKey, stepNo, status: 'CONFIRMED', results } as const;
  const step = await consumer.api.trades.submitCheckpoint(checkpoint, consumer.key(`submitCheckpoint${suffix}`));
  const note = missing.length === 0 ? '' : ` (missing: ${missing.join(', ')})`;
  printer.line(consumer.name, `confirms a coverage of ${String((step.coverageBps ?? 0) / 100)} %${note}`);
  await waitForBoth(context, 'TRADE_CHECKPOINT_SUBMITTED', tradeKey, stepNo);
}

const AMOUNTS = [
  ['received_stamps', 'received', 1],
  ['compensation_stamps', 'compensation', 1],
  ['paid_stamps', 'paid', -1],
  ['fees_stamps', 'fees', -1],
  ['burnt_stamps', 'burnt', -1],
  ['bond_slashed_stamps', 'bond slashed', -1],
  ['bond_released_stamps', 'bond back', 0],
] as const;

/** Prints each party's side of the settlement; an event shows its receiver's side only. */
function printSettlement({ provider, consumer, printer }: DemoContext, events: readonly TradingEvent[]): void {
  for (const [index, { name }] of [provider, consumer].entries()) {
    const { own } = events[index]?.data['settlement'] as { own: Record<(typeof AMOUNTS)[number][0], number> };
    const parts = AMOUNTS.filter(([field]) => own[field] > 0).map(([field, word]) => `${word} ${stamps(own[field])}`);
    const total = AMOUNTS.reduce((sum, [field, , sign]) => sum + sign * own[field], 0);
    printer.line(name, `${parts.join(', ')}: ${total > 0 ? '+' : ''}${stamps(total)} in all`);
  }
}
