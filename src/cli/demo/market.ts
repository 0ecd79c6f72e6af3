import { waitForBoth, type DemoContext } from './context';
import type { DemoParty } from './party';
import { stamps } from './printer';

export interface TermsStep {
  readonly stepNo: number;
  readonly title: string;
  readonly providerPrincipalKey: string;
  readonly providerAgentId: string;
  readonly consumerPrincipalKey: string;
  readonly consumerAgentId: string;
  readonly priceStamps: number;
  readonly contractWindowSeconds: number;
  readonly checkpointWindowSeconds: number;
}

export interface Proposal {
  readonly proposalKey: string;
  readonly currentRevision: {
    readonly terms: { readonly coverageThresholdBps: number; readonly steps: readonly TermsStep[] };
    readonly participants: readonly { readonly bondStamps: number }[];
  };
}

const REVISION = `currentRevision { participants { bondStamps } terms { coverageThresholdBps steps {
  stepNo title providerPrincipalKey providerAgentId consumerPrincipalKey consumerAgentId priceStamps contractWindowSeconds checkpointWindowSeconds } } }`;

const ASK = 800;
const BID = 1_000;
const WORK = 'A novel, German to English';
const STEPS = [
  { title: 'First half', shareBps: 5000 },
  { title: 'Second half', shareBps: 5000 },
];

export interface Listings {
  readonly offered: string;
  readonly wanted: string;
}

/** The provider asks, the consumer bids. */
export async function publishListings({
  provider,
  consumer,
  printer: stage,
  tradeProfile,
}: DemoContext): Promise<Listings> {
  const publish = async (party: DemoParty, input: Readonly<Record<string, unknown>>): Promise<string> => {
    const common = { agentId: party.agentId, tradeProfile, title: WORK, tags: ['translation', 'fiction'] };
    const { listing } = await party.mutate<{ listing: { listingKey: string } }>(
      'publish',
      'publishListing',
      { ...common, ...input },
      'listing { listingKey }',
    );
    return listing.listingKey;
  };
  const offered = await publish(provider, { side: 'PROVIDE', priceStamps: ASK, steps: STEPS });
  stage.line(provider.name, `offers it for ${stamps(ASK)}, in two steps`);
  const wanted = await publish(consumer, { side: 'CONSUME', priceStamps: BID });
  stage.line(consumer.name, `wants it for ${stamps(BID)} at most`);
  return { offered, wanted };
}

export async function closeListings({ provider, consumer }: DemoContext, { offered, wanted }: Listings): Promise<void> {
  const close = (party: DemoParty, listingKey: string): Promise<unknown> =>
    party.mutate('close', 'updateListing', { listingKey, lifecycleAction: 'CLOSE' }, 'listing { state }');
  await Promise.all([close(provider, offered), close(consumer, wanted)]);
}

/** The consumer looks for counterparties; `step` tells the runs of one demo apart. */
export async function runMatch(company: DemoContext, step: string, listingKey: string): Promise<Proposal> {
  const { matchRun } = await company.consumer.mutate<{ matchRun: { proposals: readonly Proposal[] } }>(
    step,
    'runMatch',
    { listingKey, maxProposals: 1 },
    `matchRun { proposals { proposalKey ${REVISION} } }`,
  );
  const [proposal] = matchRun.proposals;
  if (!proposal) throw new Error('the match run found no counterparty');
  company.printer.line(company.consumer.name, `is proposed ${termsOf(proposal)}`);
  await waitForBoth(company, 'PROPOSAL_CREATED', proposal.proposalKey);
  return proposal;
}

function termsOf({ currentRevision: { terms, participants } }: Proposal): string {
  const prices = terms.steps.map((step) => step.priceStamps);
  const total = prices.reduce((sum, price) => sum + price, 0);
  const bonds = participants.map(({ bondStamps }) => stamps(bondStamps)).join(' and ');
  return `${stamps(total)} in ${String(prices.length)} steps (${prices.map(stamps).join(' + ')}), bonds ${bonds}`;
}

/** Other prices for the same steps: a new revision, on which the one who made it has accepted. */
export async function counter(company: DemoContext, proposal: Proposal, prices: readonly number[]): Promise<void> {
  const { coverageThresholdBps, steps } = proposal.currentRevision.terms;
  const terms = {
    coverageThresholdBps,
    steps: steps.map((step, index) => ({ ...step, priceStamps: prices[index] ?? step.priceStamps })),
  };
  const { proposalKey } = proposal;
  const answered = await company.consumer.mutate<{ proposal: Proposal }>(
    'counter',
    'respondToProposal',
    { proposalKey, decision: 'COUNTER', expectedRevisionNo: 1, terms },
    `proposal { proposalKey ${REVISION} }`,
  );
  company.printer.line(company.consumer.name, `counters with ${termsOf(answered.proposal)}`);
  await waitForBoth(company, 'PROPOSAL_COUNTERED', proposalKey);
}

export async function accept(party: DemoParty, step: string, proposalKey: string, revision: number): Promise<void> {
  const input = { proposalKey, decision: 'ACCEPT', expectedRevisionNo: revision };
  await party.mutate(step, 'respondToProposal', input, 'proposal { state }');
}
