import { waitForBoth, ownSide, type DemoContext } from './context';
import { stamps } from './printer';

interface Delivery {
  readonly summary: string;
  readonly items: readonly { readonly itemId: string; readonly description: string; readonly weight: number }[];
  /** Items the consumer finds missing. */
  readonly missing: readonly string[];
}

const DELIVERIES: readonly Delivery[] = [
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

export async function createTrade(company: DemoContext, proposalKey: string): Promise<string> {
  const { trade } = await company.consumer.mutate<{
    trade: { tradeKey: string; participants: { bondStamps: number }[] };
  }>('create', 'createTrade', { proposalKey }, 'trade { tradeKey participants { bondStamps } }');
  const [bond = 0] = trade.participants.map(({ bondStamps }) => bondStamps);
  company.printer.line(company.consumer.name, `creates ${trade.tradeKey}; each reserves a bond of ${stamps(bond)}`);
  await waitForBoth(company, 'TRADE_CREATED', trade.tradeKey);
  return trade.tradeKey;
}

/** One step: activated and escrowed, delivered, checked. */
export async function playStep(company: DemoContext, tradeKey: string, stepNo: number): Promise<void> {
  const { consumer, printer: stage } = company;
  const { trade } = await consumer.mutate<{ trade: { steps: { stepNo: number; priceStamps: number }[] } }>(
    `activate-${String(stepNo)}`,
    'activateTrade',
    { tradeKey },
    'trade { steps { stepNo priceStamps } }',
  );
  const price = trade.steps.find((step) => step.stepNo === stepNo)?.priceStamps ?? 0;
  stage.line(consumer.name, `activates step ${String(stepNo)}: ${stamps(price)} go into escrow`);
  await waitForBoth(company, 'TRADE_STEP_ACTIVATED', tradeKey, { step_no: stepNo });
  const delivery = DELIVERIES[stepNo - 1];
  if (!delivery) throw new Error(`there is nothing to deliver in step ${String(stepNo)}`);
  await deliver(company, tradeKey, stepNo, delivery);
  await check(company, tradeKey, stepNo, delivery);
}

async function deliver(company: DemoContext, tradeKey: string, stepNo: number, delivery: Delivery): Promise<void> {
  const { provider, printer: stage } = company;
  const { summary, items } = delivery;
  const input = { tradeKey, stepNo, summary, items };
  await provider.mutate(`contract-${String(stepNo)}`, 'publishDeliveryContract', input, 'step { contractPublishedAt }');
  stage.line(provider.name, `publishes the delivery contract: ${summary}`);
  await waitForBoth(company, 'TRADE_CONTRACT_PUBLISHED', tradeKey, { step_no: stepNo });
}

async function check(company: DemoContext, tradeKey: string, stepNo: number, delivery: Delivery): Promise<void> {
  const { consumer, printer: stage } = company;
  const results = delivery.items.map(({ itemId }) => ({ itemId, met: !delivery.missing.includes(itemId) }));
  const { step } = await consumer.mutate<{ step: { coverageBps: number } }>(
    `checkpoint-${String(stepNo)}`,
    'submitCheckpoint',
    { tradeKey, stepNo, status: 'CONFIRMED', results },
    'step { coverageBps }',
  );
  const missing = delivery.missing.length === 0 ? '' : ` (missing: ${delivery.missing.join(', ')})`;
  stage.line(consumer.name, `confirms a coverage of ${String(step.coverageBps / 100)} %${missing}`);
  await waitForBoth(company, 'TRADE_CHECKPOINT_SUBMITTED', tradeKey, { step_no: stepNo });
}

/** Waits for the settlement on the sockets: each party is told its own side of it, and nothing of the other's. */
export async function waitForSettlement(company: DemoContext, type: string, tradeKey: string): Promise<void> {
  const { provider, consumer, printer: stage } = company;
  const [told, toldToo] = await waitForBoth(company, type, tradeKey);
  stage.line(provider.name, ownSide(told));
  stage.line(consumer.name, ownSide(toldToo));
}

const ACCEPT_CREATE_ACTIVATE = `mutation ($accept: RespondToProposalInput!, $create: CreateTradeInput!, $activate: ActivateTradeInput!) {
  respondToProposal(input: $accept) { proposal { state } }
  createTrade(input: $create) { trade { tradeKey } }
  activateTrade(input: $activate) { trade { state } } }`;

/** Accepts, creates and activates in one signed request: all of it happens, or nothing. */
export async function acceptCreateActivate(company: DemoContext, proposalKey: string): Promise<string> {
  const { consumer, printer: stage } = company;
  const variables = {
    accept: { proposalKey, decision: 'ACCEPT', expectedRevisionNo: 1 },
    create: { proposalKey },
    activate: { proposalKey },
  };
  const idempotencyKey = consumer.key('accept-create-activate');
  const { createTrade: created } = await consumer.api.mutate<{ createTrade: { trade: { tradeKey: string } } }>(
    ACCEPT_CREATE_ACTIVATE,
    variables,
    { idempotencyKey },
  );
  const { tradeKey } = created.trade;
  stage.line(consumer.name, `accepts, creates ${tradeKey} and activates it, in one request`);
  await waitForBoth(company, 'PROPOSAL_ACCEPTED', proposalKey);
  await waitForBoth(company, 'TRADE_CREATED', tradeKey);
  await waitForBoth(company, 'TRADE_STEP_ACTIVATED', tradeKey, { step_no: 1 });
  return tradeKey;
}

export async function withdraw(company: DemoContext, tradeKey: string): Promise<void> {
  const { provider, printer: stage } = company;
  await provider.mutate('withdraw', 'withdrawFromTrade', { tradeKey }, 'trade { state }');
  stage.line(provider.name, 'withdraws: its bond is slashed in full, the price goes back');
}
