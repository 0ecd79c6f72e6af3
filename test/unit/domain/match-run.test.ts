import fc from 'fast-check';
import { keyOf } from '../../../src/domain/keys';
import {
  decideMatchRun,
  multiProfileProposal,
  readMaxProposals,
  twoSidedProposal,
} from '../../../src/domain/market/match-run';
import type { Candidate } from '../../../src/domain/market/matching';
import type { Listing } from '../../../src/domain/types';
import { agentOf, ANN, at, BEN, CAT, DAN, listingOf, momentAt, NOW, pointers, refusal, settings, uuid } from './market';

const RUN = uuid(0x500);
const PROVIDER_LISTING = uuid(0x10);
const CONSUMER_LISTING = uuid(0x20);
const share = (share_bps: number, trade_profile: string | null = null, title = 'S') => ({
  title,
  share_bps,
  trade_profile,
});

const provider = listingOf({
  listingId: PROVIDER_LISTING,
  priceStamps: 800n,
  steps: [share(3333, null, 'Draft'), share(3334, null, 'Review'), share(3333, null, 'Final')],
  contractWindowSeconds: 60,
  coverageThresholdBps: 9000,
});
const consumer = listingOf({
  listingId: CONSUMER_LISTING,
  principalId: BEN,
  side: 'consume',
  priceStamps: 1001n,
  steps: [share(5000), share(5000)],
  checkpointWindowSeconds: 1,
  coverageThresholdBps: 1,
});

describe('two sides', () => {
  const made = twoSidedProposal(provider, consumer, RUN, momentAt(), settings);

  // @spec M7
  test('price = floor of the midpoint, step prices by share (largest remainder, ties to the lower step)', () => {
    // 900 stamps over 3333, 3334 and 3333: floors 299, 300, 299; the two left go to the remainders of 0.97.
    expect(made.revision.terms.steps.map((step) => step.price_stamps)).toEqual([300, 300, 300]);
    const odd = twoSidedProposal(provider, { ...consumer, priceStamps: 802n }, RUN, momentAt(), settings);
    expect(odd.revision.terms.steps.map((step) => step.price_stamps)).toEqual([267, 267, 267]);
    const pair = { ...provider, steps: [share(5000), share(5000)] };
    const tie = twoSidedProposal(pair, { ...consumer, priceStamps: 803n }, RUN, momentAt(), settings);
    expect(tie.revision.terms.steps.map((step) => step.price_stamps)).toEqual([401, 400]);
  });

  test('steps, titles, windows and threshold from the provider’s listing, else the platform’s', () => {
    expect(made.revision.terms).toMatchObject({ coverage_threshold_bps: 9000, bond_bps: 2000 });
    expect(made.revision.terms.steps[1]).toEqual({
      step_no: 2,
      title: 'Review',
      provider_principal_id: ANN,
      provider_agent_id: agentOf(ANN),
      consumer_principal_id: BEN,
      consumer_agent_id: agentOf(BEN),
      price_stamps: 300,
      contract_window_seconds: 60,
      checkpoint_window_seconds: settings.checkpointWindowSeconds,
    });
    const silent = { ...provider, contractWindowSeconds: null, coverageThresholdBps: null };
    const { terms } = twoSidedProposal(silent, consumer, RUN, momentAt(), settings).revision;
    expect(terms.coverage_threshold_bps).toBe(settings.coverageThresholdBps);
    expect(terms.steps[0]?.contract_window_seconds).toBe(settings.contractWindowSeconds);
  });

  test('it does not matter whose run it is', () => {
    expect(twoSidedProposal(consumer, provider, RUN, momentAt(), settings)).toEqual(made);
  });

  test('revision 1: nobody has accepted it, everyone is told', () => {
    const proposalId = uuid(0x1000);
    expect(made.proposal).toEqual({
      proposalId,
      matchRunId: RUN,
      state: 'proposed',
      closeReason: null,
      expiresAt: at(settings.proposalTtlSeconds),
      currentRevisionNo: 1,
      tradeId: null,
      createdAt: NOW,
    });
    expect(made.revision).toMatchObject({ proposalId, revisionNo: 1, proposedByPrincipalId: null, createdAt: NOW });
    const common = { proposalId, revisionNo: 1, responseState: 'pending', bondStamps: 180n };
    expect(made.participants).toEqual([
      { ...common, principalId: ANN, agentId: agentOf(ANN), role: 'provider' },
      { ...common, principalId: BEN, agentId: agentOf(BEN), role: 'consumer' },
    ]);
    expect(made.effects).toMatchObject({
      proposals: [made.proposal],
      revisions: [made.revision],
      proposalParticipants: made.participants,
      pairs: [{ proposalId, consumerListingId: CONSUMER_LISTING, providerListingId: PROVIDER_LISTING, open: true }],
    });
    const events = made.effects.events ?? [];
    expect(events.map(({ type, principalId, subjectKey }) => [type, principalId, subjectKey])).toEqual([
      ['proposal.created', ANN, keyOf('prp', proposalId)],
      ['proposal.created', BEN, keyOf('prp', proposalId)],
    ]);
  });

  test('step prices add up to the midpoint, whatever the shares', () => {
    const price = fc.bigInt({ min: 1n, max: 10n ** 12n });
    const cuts = fc.uniqueArray(fc.integer({ min: 1, max: 9999 }), { maxLength: 31 });
    fc.assert(
      fc.property(price, price, cuts, (a, b, at) => {
        const [ask, bid] = a < b ? [a, b] : [b, a];
        const edges = [0, ...at.sort((x, y) => x - y), 10_000];
        const steps = edges.slice(1).map((edge, index) => share(edge - (edges[index] ?? 0)));
        const pair = [
          { ...provider, priceStamps: ask, steps },
          { ...consumer, priceStamps: bid },
        ] as const;
        const { terms } = twoSidedProposal(...pair, RUN, momentAt(), settings).revision;
        const total = terms.steps.reduce((sum, step) => sum + BigInt(step.price_stamps), 0n);
        expect(total).toBe((ask + bid) / 2n);
        expect(terms.steps.every((step) => step.price_stamps >= 0)).toBe(true);
      }),
    );
  });
});

describe('a consumer listing whose steps name several profiles', () => {
  const wanting = listingOf({
    listingId: CONSUMER_LISTING,
    principalId: BEN,
    side: 'consume',
    tradeProfile: 'draft',
    priceStamps: 1000n,
    coverageThresholdBps: 7000,
    steps: [share(2500, null, 'Draft'), share(5000, 'print', 'Print'), share(2500, 'draft', 'Polish')],
  });
  const offer = (
    n: number,
    principalId: string,
    tradeProfile: string,
    priceStamps: bigint,
    over: Partial<Listing> = {},
  ) =>
    ({
      listing: listingOf({ listingId: uuid(n), principalId, tradeProfile, priceStamps, ...over }),
      trades: 0,
      faults: 0,
    }) satisfies Candidate;
  const made = (...candidates: Candidate[]) => multiProfileProposal(wanting, candidates, RUN, momentAt(), settings);

  // @spec M8
  test('for each profile the best provider whose ask ≤ that profile’s share, price = that share’s midpoint', () => {
    const found = made(
      offer(1, ANN, 'draft', 501n),
      offer(2, CAT, 'draft', 401n, { contractWindowSeconds: 5 }),
      offer(3, DAN, 'draft', 450n),
      offer(4, ANN, 'print', 500n),
    );
    expect(found?.revision.terms).toMatchObject({ coverage_threshold_bps: 7000, bond_bps: 2000 });
    const steps = found?.revision.terms.steps ?? [];
    // Draft and polish: (401 + 500) / 2 = 450 in two halves; print: 500.
    expect(steps.map((step) => [step.step_no, step.title, step.provider_principal_id, step.price_stamps])).toEqual([
      [1, 'Draft', CAT, 225],
      [2, 'Print', ANN, 500],
      [3, 'Polish', CAT, 225],
    ]);
    expect(steps.map((step) => step.contract_window_seconds)).toEqual([5, settings.contractWindowSeconds, 5]);
    expect(steps.every((step) => step.consumer_principal_id === BEN && step.consumer_agent_id === agentOf(BEN))).toBe(
      true,
    );
  });

  test('a proposal with more than two participants, an open pair with each provider’s listing', () => {
    const found = made(offer(2, CAT, 'draft', 400n), offer(4, ANN, 'print', 400n));
    expect(
      found?.participants.map(({ principalId, role, responseState }) => [principalId, role, responseState]),
    ).toEqual([
      [CAT, 'provider', 'pending'],
      [BEN, 'consumer', 'pending'],
      [ANN, 'provider', 'pending'],
    ]);
    expect(found?.effects.pairs?.map((pair) => [pair.consumerListingId, pair.providerListingId, pair.open])).toEqual([
      [CONSUMER_LISTING, uuid(2), true],
      [CONSUMER_LISTING, uuid(4), true],
    ]);
    expect(found?.effects.events).toHaveLength(3);
  });

  test('a profile without a candidate: no proposal', () => {
    expect(made(offer(2, CAT, 'draft', 400n))).toBeUndefined();
    expect(made(offer(2, CAT, 'draft', 400n), offer(4, ANN, 'print', 501n))).toBeUndefined();
    expect(made(offer(2, CAT, 'draft', 400n), offer(4, BEN, 'print', 1n))).toBeUndefined();
    expect(made()).toBeUndefined();
  });

  test('a principal takes part with one agent: its listing for another agent is passed over', () => {
    const other = { agentId: uuid(0x999) };
    const rival = offer(5, ANN, 'print', 400n);
    const second = made(offer(2, CAT, 'draft', 400n), offer(4, CAT, 'print', 1n, other), rival);
    expect(second?.revision.terms.steps[1]?.provider_principal_id).toBe(ANN);
    const same = made(offer(2, CAT, 'draft', 400n), offer(4, CAT, 'print', 1n), rival);
    expect(same?.revision.terms.steps.map((step) => step.provider_principal_id)).toEqual([CAT, CAT, CAT]);
    expect(same?.participants).toHaveLength(2);
    expect(made(offer(2, CAT, 'draft', 400n), offer(4, CAT, 'print', 1n, other))).toBeUndefined();
  });
});

describe('a match run', () => {
  const candidates = [10, 11, 12].map((n) => ({
    listing: { ...provider, listingId: uuid(n), priceStamps: BigInt(n) },
    trades: 0,
    faults: 0,
  }));
  const run = (listing: Listing, max = 10) =>
    decideMatchRun({ listing, candidates, considered: 3 }, max, momentAt(), settings);

  test('makes at most max_proposals proposals, best first, in one set of effects', () => {
    const { matchRun, proposals, effects } = run(consumer, 2);
    expect(matchRun).toEqual({
      matchRunId: uuid(0x1000),
      principalId: BEN,
      listingId: CONSUMER_LISTING,
      state: 'completed',
      candidatesConsidered: 3,
      createdAt: NOW,
    });
    expect(effects.pairs?.map((pair) => pair.providerListingId)).toEqual([uuid(10), uuid(11)]);
    expect(proposals.every(({ proposal }) => proposal.matchRunId === matchRun.matchRunId)).toBe(true);
    expect(effects.matchRuns).toEqual([matchRun]);
    expect(effects.proposals).toEqual(proposals.map(({ proposal }) => proposal));
    expect(effects.revisions).toEqual(proposals.map(({ revision }) => revision));
    expect(effects.proposalParticipants).toHaveLength(4);
    expect(effects.events).toHaveLength(4);
  });

  test('several profiles: one proposal or none', () => {
    const wanting = { ...consumer, steps: [share(5000), share(5000, 'print')] };
    expect(run(wanting).proposals).toEqual([]);
    expect(
      run({ ...consumer, tradeProfile: 'other', steps: [share(10_000, provider.tradeProfile)] }).proposals,
    ).toHaveLength(1);
  });

  test('listing not active: 409 listing_state_conflict', () => {
    const conflict = (current_state: string) => ({ code: 'listing_state_conflict', current_state });
    expect(refusal(() => run({ ...consumer, state: 'paused' }))).toEqual(conflict('paused'));
    expect(refusal(() => run({ ...consumer, expiresAt: NOW }))).toEqual(conflict('closed'));
  });

  // @spec M11
  test('max_proposals 1–50, default 10', () => {
    expect([undefined, null, 1, 50].map(readMaxProposals)).toEqual([10, 10, 1, 50]);
    for (const wrong of [0, 51, 1.5]) expect(pointers(() => readMaxProposals(wrong))).toEqual(['/max_proposals']);
  });
});
