import { setTimeout as pause } from 'node:timers/promises';
import { asAgent, mutationRequest, addExpectedStamps, type Lane, mutate, type Party, eventForBoth } from './parties';
import type { Acknowledged, Effect } from './history';

/** The calls that trades consist of. */

export const FEE = 10;
export const bondOf = (price: number): number => Math.ceil((price * 2000) / 10_000);
export const activationFee = (price: number): number => Math.ceil(price / 100);

/** The stamps slashed for a fault: half the rate for the first. */
export function slashOf(lane: Lane, party: Party, severe: number): number {
  const first = !lane.faulty.has(party.principalKey);
  lane.faulty.add(party.principalKey);
  return Math.ceil((severe * (first ? 5000 : 10_000)) / 10_000);
}

export function publish(lane: Lane, key: string, party: Party, side: string, profile: string, price: number) {
  return mutate<{ listing: { listingKey: string } }>(lane, {
    key,
    signer: asAgent(party),
    field: 'publishListing',
    input: {
      tradeProfile: profile,
      side,
      agentId: party.agentId,
      title: 'Work',
      description: key,
      tags: [],
      priceStamps: price,
    },
    selection: 'listing { listingKey }',
    acknowledges: ({ listing }) => ({
      effects: [
        { kind: 'listing', id: listing.listingKey },
        { kind: 'fee', id: listing.listingKey, value: String(FEE) },
      ],
      values: { [`listing ${listing.listingKey}`]: `Work ${price} active` },
    }),
  }).then(({ listing }) => {
    addExpectedStamps(lane, party.principalKey, -FEE);
    return listing.listingKey;
  });
}

interface Run {
  readonly matchRun: { readonly matchRunId: string; readonly proposals: readonly { readonly proposalKey: string }[] };
}

/** Publishes two matching listings, and returns the proposal of a match run. */
export async function propose(lane: Lane, key: string, price: number): Promise<string> {
  await publish(lane, `${key}-offer`, lane.provider, 'PROVIDE', `torture.${key}`, price);
  const wanted = await publish(lane, `${key}-want`, lane.consumer, 'CONSUME', `torture.${key}`, price);
  const { matchRun } = await mutate<Run>(lane, {
    key: `${key}-run`,
    signer: asAgent(lane.consumer),
    field: 'runMatch',
    input: { listingKey: wanted },
    selection: 'matchRun { matchRunId proposals { proposalKey } }',
    acknowledges: (made) => ({
      effects: [
        { kind: 'match_run', id: made.matchRun.matchRunId },
        ...made.matchRun.proposals.map(({ proposalKey }) => ({ kind: 'proposal', id: proposalKey })),
      ],
      events: made.matchRun.proposals.flatMap(({ proposalKey }) => eventForBoth(lane, 'proposal.created', proposalKey)),
    }),
  });
  const [proposal] = matchRun.proposals;
  if (proposal === undefined) throw new Error(`${key}: no proposal`);
  return proposal.proposalKey;
}

/** The windows of the provider and the consumer, in seconds. */
export interface Windows {
  readonly contract: number;
  readonly checkpoint: number;
}
const DAY = 86_400;
const LONG_WINDOWS: Windows = { contract: DAY, checkpoint: DAY };

function termsOf({ provider, consumer }: Lane, title: string, prices: readonly number[], windows: Windows) {
  const steps = prices.map((priceStamps, index) => ({
    stepNo: index + 1,
    title,
    providerPrincipalKey: provider.principalKey,
    providerAgentId: provider.agentId,
    consumerPrincipalKey: consumer.principalKey,
    consumerAgentId: consumer.agentId,
    priceStamps,
    contractWindowSeconds: windows.contract,
    checkpointWindowSeconds: windows.checkpoint,
  }));
  return { steps, coverageThresholdBps: 8000 };
}

export function respond(
  lane: Lane,
  key: string,
  by: Party,
  input: object,
  acknowledged: Acknowledged,
): Promise<unknown> {
  return mutate(lane, {
    key,
    signer: asAgent(by),
    field: 'respondToProposal',
    input,
    selection: 'proposal { state }',
    acknowledges: () => acknowledged,
  });
}

export const response = (proposalKey: string, revision: number, by: Party, value: string): Effect => ({
  kind: 'response',
  id: `${proposalKey}:${revision}:${by.principalKey}`,
  value,
});

/** Adds a revision with these prices. Its author accepts it implicitly. */
export async function counter(
  lane: Lane,
  key: string,
  by: Party,
  proposalKey: string,
  revision: number,
  prices: readonly number[],
  windows = LONG_WINDOWS,
) {
  const terms = termsOf(lane, key, prices, windows);
  const input = { proposalKey, decision: 'COUNTER', expectedRevisionNo: revision - 1, terms };
  await respond(lane, key, by, input, {
    effects: [{ kind: 'revision', id: `${proposalKey}:${revision}` }, response(proposalKey, revision, by, 'accepted')],
    events: eventForBoth(lane, 'proposal.countered', proposalKey),
  });
}

export interface Trade {
  readonly tradeKey: string;
  readonly proposalKey: string;
  readonly prices: readonly number[];
}

/** Accepts, creates and activates the trade as provider, in one request. */
export async function startTrade(
  lane: Lane,
  key: string,
  prices: readonly number[],
  windows = LONG_WINDOWS,
): Promise<Trade> {
  const proposalKey = await propose(lane, key, 900);
  await counter(lane, `${key}-counter`, lane.consumer, proposalKey, 2, prices, windows);
  const { createTrade } = await lane.calls.askSuccessfully<{ createTrade: { trade: { tradeKey: string } } }>({
    key: `${key}-begin`,
    signer: asAgent(lane.provider),
    field: 'respondToProposal, createTrade, activateTrade',
    document: {
      query: `mutation ($answer: RespondToProposalInput!, $create: CreateTradeInput!, $activate: ActivateTradeInput!) {
        respondToProposal(input: $answer) { proposal { state } }
        createTrade(input: $create) { trade { tradeKey } }
        activateTrade(input: $activate) { trade { state } } }`,
      variables: {
        answer: { proposalKey, decision: 'ACCEPT', expectedRevisionNo: 2 },
        create: { proposalKey },
        activate: { proposalKey },
      },
    },
    acknowledges: ({ createTrade: { trade } }) => ({
      effects: [
        response(proposalKey, 2, lane.provider, 'accepted'),
        { kind: 'trade', id: trade.tradeKey },
        { kind: 'activation', id: `${trade.tradeKey}:1` },
      ],
      events: [
        ...eventForBoth(lane, 'proposal.accepted', proposalKey),
        ...eventForBoth(lane, 'trade.created', trade.tradeKey),
        ...eventForBoth(lane, 'trade.step_activated', trade.tradeKey),
      ],
    }),
  });
  addExpectedStamps(lane, lane.consumer.principalKey, -activationFee(prices[0] ?? 0));
  return { tradeKey: createTrade.trade.tradeKey, proposalKey, prices };
}

export async function activate(lane: Lane, key: string, { tradeKey, prices }: Trade, stepNo: number): Promise<void> {
  await mutate(lane, {
    key,
    signer: asAgent(lane.consumer),
    field: 'activateTrade',
    input: { tradeKey },
    selection: 'trade { state }',
    acknowledges: () => ({
      effects: [{ kind: 'activation', id: `${tradeKey}:${stepNo}` }],
      events: eventForBoth(lane, 'trade.step_activated', tradeKey),
    }),
  });
  addExpectedStamps(lane, lane.consumer.principalKey, -activationFee(prices[stepNo - 1] ?? 0));
}

/** Two items of equal weight. */
export const ITEMS = ['one', 'other'];

/** Builds the request without sending it, because a scene may expect a refusal. */
export function contractOf(lane: Lane, key: string, { tradeKey }: Trade, stepNo: number) {
  return mutationRequest({
    key: `${key}-contract`,
    signer: asAgent(lane.provider),
    field: 'publishDeliveryContract',
    input: {
      tradeKey,
      stepNo,
      summary: `${key}-contract`,
      items: ITEMS.map((itemId) => ({ itemId, description: 'Some of it', weight: 1 })),
    },
    selection: 'step { deadlineAt }',
    acknowledges: () => ({
      effects: [{ kind: 'contract', id: `${tradeKey}:${stepNo}` }],
      events: eventForBoth(lane, 'trade.contract_published', tradeKey),
    }),
  });
}

/** @param metCount the count of items that are met */
export function checkpointOf(
  lane: Lane,
  key: string,
  { tradeKey }: Trade,
  stepNo: number,
  status: 'CONFIRMED' | 'FAILED',
  metCount = status === 'CONFIRMED' ? ITEMS.length : 0,
) {
  const results = ITEMS.map((itemId, at) => ({ itemId, met: at < metCount, note: `${key}-checkpoint` }));
  return mutationRequest({
    key: `${key}-checkpoint`,
    signer: asAgent(lane.consumer),
    field: 'submitCheckpoint',
    input: { tradeKey, stepNo, status, results },
    selection: 'trade { state }',
    acknowledges: () => ({
      effects: [{ kind: 'checkpoint', id: `${tradeKey}:${stepNo}`, value: status.toLowerCase() }],
      events: eventForBoth(lane, 'trade.checkpoint_submitted', tradeKey),
    }),
  });
}

export async function deliver(
  lane: Lane,
  key: string,
  trade: Trade,
  stepNo: number,
  status: 'CONFIRMED' | 'FAILED',
): Promise<void> {
  await lane.calls.askSuccessfully(contractOf(lane, key, trade, stepNo));
  await lane.calls.askSuccessfully(checkpointOf(lane, key, trade, stepNo, status));
}

interface Settled {
  readonly principal: {
    readonly trade: { readonly settlement: { readonly outcome: string; readonly failureClass: string | null } | null };
  };
}

/** Waits for the settlement, checks its outcome and failure class, and acknowledges its event. */
export async function waitForSettlement(lane: Lane, key: string, { tradeKey }: Trade, wanted: string): Promise<void> {
  const query = `query ($key: ID!) { principal { trade(tradeKey: $key) { settlement { outcome failureClass } } } }`;
  for (let n = 0; ; n += 1) {
    const { principal } = await lane.calls.askSuccessfully<Settled>({
      key: `${key}-settled-${n}`,
      signer: asAgent(lane.consumer),
      field: 'settlement',
      document: { query, variables: { key: tradeKey } },
      acknowledges: ({ principal: { trade } }) => {
        if (trade.settlement === null) return {};
        const { outcome, failureClass } = trade.settlement;
        const value = `${outcome.toLowerCase()} ${failureClass ?? 'none'}`;
        const type = outcome === 'COMPLETED' ? 'trade.completed' : 'trade.failed';
        return { effects: [{ kind: 'settlement', id: tradeKey, value }], events: eventForBoth(lane, type, tradeKey) };
      },
    });
    const { settlement } = principal.trade;
    if (settlement === null) {
      await pause(50);
      continue;
    }
    const actual = `${settlement.outcome} ${settlement.failureClass ?? 'none'}`;
    if (actual !== wanted) throw new Error(`${key}: settled as ${actual}, expected ${wanted}`);
    return;
  }
}
