import fc from 'fast-check';
import { keyOf } from '../../../src/domain/keys';
import {
  decideMatchRun,
  multiProfileProposal,
  parseMaxProposals,
  twoSidedProposal,
} from '../../../src/domain/market/match-run';
import type { MatchCandidate } from '../../../src/domain/market/matching';
import type { Listing } from '../../../src/domain/types';
import {
  agentOf,
  ANN,
  at,
  BEN,
  CAT,
  DAN,
  listingOf,
  contextAt,
  NOW,
  pointers,
  refusal,
  settings,
  uuid,
} from './market';

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

describe('a proposal with two sides', () => {
  const decision = twoSidedProposal(provider, consumer, RUN, contextAt(), settings);

  // @spec M7
  test('price = floor of the midpoint; step prices by share (largest remainder, ties to the lower step)', () => {
    // 900 stamps over 3333, 3334 and 3333: floors 299, 300, 299. The remaining two go to the remainders of 0.97.
    expect(decision.revision.terms.steps.map((step) => step.price_stamps)).toEqual([300, 300, 300]);
    const odd = twoSidedProposal(provider, { ...consumer, priceStamps: 802n }, RUN, contextAt(), settings);
    expect(odd.revision.terms.steps.map((step) => step.price_stamps)).toEqual([267, 267, 267]);
    const pair = { ...provider, steps: [share(5000), share(5000)] };
    const tie = twoSidedProposal(pair, { ...consumer, priceStamps: 803n }, RUN, contextAt(), settings);
    expect(tie.revision.terms.steps.map((step) => step.price_stamps)).toEqual([401, 400]);
  });

  test('steps, titles, windows and threshold come from the provider’s listing, or are platform defaults', () => {
    expect(decision.revision.terms).toMatchObject({ coverage_threshold_bps: 9000, bond_bps: 2000 });
    expect(decision.revision.terms.steps[1]).toEqual({
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
    const withoutValues = { ...provider, contractWindowSeconds: null, coverageThresholdBps: null };
    const { terms } = twoSidedProposal(withoutValues, consumer, RUN, contextAt(), settings).revision;
    expect(terms.coverage_threshold_bps).toBe(settings.coverageThresholdBps);
    expect(terms.steps[0]?.contract_window_seconds).toBe(settings.contractWindowSeconds);
  });

  test('the result is the same for a run of either listing', () => {
    const other = twoSidedProposal(consumer, provider, RUN, contextAt(), settings);
    // The pair also says who ran the match.
    const pairs = other.effects.pairs?.map((pair) => ({ ...pair, initiatorId: ANN, counterpartyId: BEN }));
    expect({ ...other, effects: { ...other.effects, pairs } }).toEqual(decision);
  });

  test('no participant has accepted revision 1, and every participant gets an event', () => {
    const proposalId = uuid(0x1000);
    expect(decision.proposal).toEqual({
      proposalId,
      matchRunId: RUN,
      state: 'proposed',
      closeReason: null,
      expiresAt: at(settings.proposalTtlSeconds),
      currentRevisionNo: 1,
      tradeId: null,
      createdAt: NOW,
    });
    expect(decision.revision).toMatchObject({ proposalId, revisionNo: 1, proposedByPrincipalId: null, createdAt: NOW });
    const common = { proposalId, revisionNo: 1, responseState: 'pending', bondStamps: 180n };
    expect(decision.participants).toEqual([
      { ...common, principalId: ANN, agentId: agentOf(ANN), role: 'provider' },
      { ...common, principalId: BEN, agentId: agentOf(BEN), role: 'consumer' },
    ]);
    expect(decision.effects).toMatchObject({
      proposals: [decision.proposal],
      revisions: [decision.revision],
      proposalParticipants: decision.participants,
      pairs: [{ proposalId, consumerListingId: CONSUMER_LISTING, providerListingId: PROVIDER_LISTING, open: true }],
    });
    const events = decision.effects.events ?? [];
    expect(events.map(({ type, principalId, subjectKey }) => [type, principalId, subjectKey])).toEqual([
      ['proposal.created', ANN, keyOf('prp', proposalId)],
      ['proposal.created', BEN, keyOf('prp', proposalId)],
    ]);
  });

  test('step prices add up to the midpoint, for all shares', () => {
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
        const { terms } = twoSidedProposal(...pair, RUN, contextAt(), settings).revision;
        const total = terms.steps.reduce((sum, step) => sum + BigInt(step.price_stamps), 0n);
        expect(total).toBe((ask + bid) / 2n);
        expect(terms.steps.every((step) => step.price_stamps >= 0)).toBe(true);
      }),
    );
  });
});

describe('a proposal for a consumer listing with several profiles', () => {
  const multiProfile = listingOf({
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
    }) satisfies MatchCandidate;
  const propose = (...candidates: MatchCandidate[]) =>
    multiProfileProposal(multiProfile, candidates, RUN, contextAt(), settings);

  // @spec M8
  test('each profile gets the best provider with an ask ≤ its share, at the midpoint', () => {
    const decision = propose(
      offer(1, ANN, 'draft', 501n),
      offer(2, CAT, 'draft', 401n, { contractWindowSeconds: 5 }),
      offer(3, DAN, 'draft', 450n),
      offer(4, ANN, 'print', 500n),
    );
    expect(decision?.revision.terms).toMatchObject({ coverage_threshold_bps: 7000, bond_bps: 2000 });
    const steps = decision?.revision.terms.steps ?? [];
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

  test('it has an open pair with the listing of each provider', () => {
    const decision = propose(offer(2, CAT, 'draft', 400n), offer(4, ANN, 'print', 400n));
    expect(
      decision?.participants.map(({ principalId, role, responseState }) => [principalId, role, responseState]),
    ).toEqual([
      [CAT, 'provider', 'pending'],
      [BEN, 'consumer', 'pending'],
      [ANN, 'provider', 'pending'],
    ]);
    expect(decision?.effects.pairs?.map((pair) => [pair.consumerListingId, pair.providerListingId, pair.open])).toEqual(
      [
        [CONSUMER_LISTING, uuid(2), true],
        [CONSUMER_LISTING, uuid(4), true],
      ],
    );
    expect(decision?.effects.events).toHaveLength(3);
  });

  test('a profile without a candidate means no proposal', () => {
    expect(propose(offer(2, CAT, 'draft', 400n))).toBeUndefined();
    expect(propose(offer(2, CAT, 'draft', 400n), offer(4, ANN, 'print', 501n))).toBeUndefined();
    expect(propose(offer(2, CAT, 'draft', 400n), offer(4, BEN, 'print', 1n))).toBeUndefined();
    expect(propose()).toBeUndefined();
  });

  test('a principal has one agent, so its listings of other agents are skipped', () => {
    const otherAgent = { agentId: uuid(0x999) };
    const rivalOffer = offer(5, ANN, 'print', 400n);
    const second = propose(offer(2, CAT, 'draft', 400n), offer(4, CAT, 'print', 1n, otherAgent), rivalOffer);
    expect(second?.revision.terms.steps[1]?.provider_principal_id).toBe(ANN);
    const same = propose(offer(2, CAT, 'draft', 400n), offer(4, CAT, 'print', 1n), rivalOffer);
    expect(same?.revision.terms.steps.map((step) => step.provider_principal_id)).toEqual([CAT, CAT, CAT]);
    expect(same?.participants).toHaveLength(2);
    expect(propose(offer(2, CAT, 'draft', 400n), offer(4, CAT, 'print', 1n, otherAgent))).toBeUndefined();
  });
});

describe('a match run', () => {
  const candidates = [10, 11, 12].map((n) => ({
    listing: { ...provider, listingId: uuid(n), priceStamps: BigInt(n) },
    trades: 0,
    faults: 0,
  }));
  const run = (listing: Listing, max = 10) =>
    decideMatchRun({ listing, candidates, considered: 3, proposals: new Map() }, max, contextAt(), settings);

  test('creates at most max_proposals proposals, best first, in one set of effects', () => {
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

  test('creates at most one proposal for several profiles', () => {
    const multiProfile = { ...consumer, steps: [share(5000), share(5000, 'print')] };
    expect(run(multiProfile).proposals).toEqual([]);
    expect(
      run({ ...consumer, tradeProfile: 'other', steps: [share(10_000, provider.tradeProfile)] }).proposals,
    ).toHaveLength(1);
  });

  test('409 listing_state_conflict if the listing is not active', () => {
    const conflict = (current_state: string) => ({ code: 'listing_state_conflict', current_state });
    expect(refusal(() => run({ ...consumer, state: 'paused' }))).toEqual(conflict('paused'));
    expect(refusal(() => run({ ...consumer, expiresAt: NOW }))).toEqual(conflict('closed'));
  });

  // @spec M11
  test('max_proposals is 1–50, default 10', () => {
    expect([undefined, null, 1, 50].map(parseMaxProposals)).toEqual([10, 10, 1, 50]);
    for (const invalid of [0, 51, 1.5]) expect(pointers(() => parseMaxProposals(invalid))).toEqual(['/max_proposals']);
  });
});
