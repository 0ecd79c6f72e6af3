import { idOf } from '../../src/domain/keys';
import { useTestApp } from '../support/app';
import { together } from '../support/concurrent-calls';
import { Connection } from '../support/ledger';
import { eventsOf, parties, profile, PROPOSAL } from '../support/market';
import { until } from '../support/service';
import { WAITING } from '../support/waiting';

/** Proposals of a match run. Each test has its own trade profiles, hence its own market. */
const app = useTestApp({ ATS_ROLE: 'api', ATS_PROPOSAL_TTL_SECONDS: '100' });

describe('The proposal of two sides', () => {
  // @spec M1, M7
  test('has the floor of the midpoint by share, and steps, windows and threshold of the provider', async () => {
    const tradeProfile = profile();
    const { ann, ben } = await parties(app, 'ann', 'ben');
    await ben.publish({
      tradeProfile,
      priceStamps: 700,
      steps: [3333, 3333, 3334].map((shareBps, index) => ({ title: `S${String(index + 1)}`, shareBps })),
      contractWindowSeconds: 60,
      coverageThresholdBps: 9000,
    });
    const wanted = await ann.publish({ tradeProfile, side: 'CONSUME', priceStamps: 1001 });
    const { proposals } = await ann.run(wanted.listingKey);
    const roles = {
      providerPrincipalKey: ben.principalKey,
      providerAgentId: ben.agentId,
      consumerPrincipalKey: ann.principalKey,
      consumerAgentId: ann.agentId,
    };
    expect(proposals).toMatchObject([
      {
        state: 'PROPOSED',
        closeReason: null,
        tradeKey: null,
        currentRevision: {
          revisionNo: 1,
          proposedByPrincipalKey: null,
          terms: {
            coverageThresholdBps: 9000,
            bondBps: 2000,
            steps: [
              {
                stepNo: 1,
                title: 'S1',
                priceStamps: 283,
                contractWindowSeconds: 60,
                checkpointWindowSeconds: 259_200,
                ...roles,
              },
              { stepNo: 2, title: 'S2', priceStamps: 283, ...roles },
              { stepNo: 3, title: 'S3', priceStamps: 284, ...roles },
            ],
          },
          participants: [ann, ben]
            .toSorted((a, b) => (a.principalId < b.principalId ? -1 : 1))
            .map((one) => ({
              principalKey: one.principalKey,
              agentId: one.agentId,
              role: one === ann ? 'CONSUMER' : 'PROVIDER',
              responseState: 'PENDING',
              bondStamps: 170,
            })),
        },
      },
    ]);
    const [proposal] = proposals;
    expect(await ben.proposal(proposal?.proposalKey ?? '')).toEqual(proposal);
    const events = await eventsOf(app, proposal?.proposalKey ?? '');
    expect(events.map((event) => [event.type, event.principal_id]).toSorted()).toEqual(
      [ann, ben].map((one) => ['proposal.created', one.principalId]).toSorted(),
    );
    expect(events[0]?.data).toMatchObject({ proposal_key: proposal?.proposalKey, state: 'proposed', revision_no: 1 });
  });

  // @spec M2
  test('is read again unchanged, also as a node; another principal sees neither run nor proposal', async () => {
    const tradeProfile = profile();
    const { ann, ben, cat } = await parties(app, 'ann', 'ben', 'cat');
    await ben.publish({ tradeProfile });
    const wanted = await ann.publish({ tradeProfile, side: 'CONSUME', priceStamps: 1000 });
    const run = await ann.run(wanted.listingKey);
    const selection = `matchRun(matchRunId: "${run.matchRunId}") { matchRunId listingKey state candidatesConsidered proposals { ...P } }`;
    expect(await ann.read(selection, {}, PROPOSAL)).toEqual({ matchRun: run });
    const [proposal] = run.proposals;
    const nodes = `{ nodes(ids: ["${run.matchRunId}", "${proposal?.proposalKey ?? ''}"]) { id } }`;
    expect(await ann.api.queryOrThrow(nodes)).toEqual({
      nodes: [{ id: run.matchRunId }, { id: proposal?.proposalKey }],
    });
    expect(await ben.api.queryOrThrow(nodes)).toEqual({ nodes: [null, { id: proposal?.proposalKey }] });
    expect(await cat.api.queryOrThrow(nodes)).toEqual({ nodes: [null, null] });
    expect(await ben.read(selection, {}, PROPOSAL)).toEqual({ matchRun: null });
    expect(await cat.proposal(proposal?.proposalKey ?? '')).toBeNull();
    expect(await cat.read('proposals { nodes { id } }')).toEqual({ proposals: { nodes: [] } });
    expect(await ben.read('proposals { nodes { id } }')).toEqual({
      proposals: { nodes: [{ id: proposal?.proposalKey }] },
    });
  });
});

describe('A pair of listings with an open proposal', () => {
  // @spec M6
  test('is not proposed again by either side until it is rejected or expired', async () => {
    const tradeProfile = profile();
    const { ann, ben } = await parties(app, 'ann', 'ben');
    const offer = await ben.publish({ tradeProfile });
    const wanted = await ann.publish({ tradeProfile, side: 'CONSUME', priceStamps: 1000 });
    const [first] = (await ann.run(wanted.listingKey)).proposals;
    expect((await ann.run(wanted.listingKey)).proposals).toEqual([]);
    expect((await ben.run(offer.listingKey)).proposals).toEqual([]);
    await ben.respond(first?.proposalKey ?? '', 'REJECT');
    // A rejected pair rests until one of its listings changes.
    await ben.update(offer.listingKey, { title: 'Another offer' });
    const [second] = (await ben.run(offer.listingKey)).proposals;
    expect(second).toBeDefined();
    app.clock.advance(100);
    const [third] = (await ann.run(wanted.listingKey)).proposals;
    expect(third?.state).toBe('PROPOSED');
    expect(await ann.proposal(second?.proposalKey ?? '')).toMatchObject({ state: 'REJECTED', closeReason: 'EXPIRED' });
    const ended = await eventsOf(app, second?.proposalKey ?? '');
    expect(ended.map((event) => event.type)).toEqual([
      'proposal.created',
      'proposal.created',
      'proposal.rejected',
      'proposal.rejected',
    ]);
  });

  /** Creates an expired proposal, and a connection that can block the next run. */
  async function lapsed() {
    const tradeProfile = profile();
    const { ann, ben } = await parties(app, 'ann', 'ben');
    await ben.publish({ tradeProfile });
    const wanted = await ann.publish({ tradeProfile, side: 'CONSUME', priceStamps: 1000 });
    const [expired] = (await ann.run(wanted.listingKey)).proposals;
    app.clock.advance(100);
    return { ann, ben, wanted, expiredKey: expired?.proposalKey ?? '', holder: await Connection.open(app.ownerUrl) };
  }

  // @spec M14
  test('is proposed again by a run that meets a late answer to the expired proposal', async () => {
    const { ann, ben, wanted, expiredKey, holder } = await lapsed();
    await holder.close();
    const [run, late] = await together<unknown>(app, expiredKey, [
      () => ann.run(wanted.listingKey),
      () => ben.respond(expiredKey, 'ACCEPT').catch((error: unknown) => error),
    ]);
    expect(late).toMatchObject({ code: 'proposal_state_conflict' });
    expect((run as { proposals: unknown[] }).proposals).toHaveLength(1);
    expect(await ben.proposal(expiredKey)).toMatchObject({ state: 'REJECTED', closeReason: 'EXPIRED' });
  });

  test('should be free for a run that waits for its listing with the usual lock timeout', async () => {
    const { ann, wanted, holder } = await lapsed();
    try {
      await holder.sql('BEGIN');
      await holder.sql('SELECT FROM listing WHERE listing_id = $1 FOR UPDATE', idOf('lst', wanted.listingKey));
      const run = ann.run(wanted.listingKey);
      await until(async () => (await app.sql(WAITING)).length > 0, 'the run waits for its listing');
      // Longer than the retries with a short lock timeout take.
      await holder.sql('SELECT pg_sleep(2)');
      await holder.sql('ROLLBACK');
      expect((await run).proposals).toHaveLength(1);
    } finally {
      await holder.close();
    }
  });

  test('should commit or roll back the earlier mutations of a request together with its blocked run', async () => {
    const { ann, wanted, holder } = await lapsed();
    try {
      await holder.sql('BEGIN');
      // A migration takes the same lock when it builds an index again.
      await holder.sql('LOCK TABLE trade_step IN ACCESS EXCLUSIVE MODE');
      const { principalKey } = ann;
      const inputs = {
        update: { principalKey, listingKey: wanted.listingKey, title: 'Told anew' },
        run: { principalKey, listingKey: wanted.listingKey },
      };
      const both = ann.api.mutate<{ updateListing: object }>(
        `mutation ($update: UpdateListingInput!, $run: RunMatchInput!) {
          updateListing(input: $update) { listing { title } } runMatch(input: $run) { matchRun { matchRunId } } }`,
        inputs,
      );
      const expectedTitle = both.then(
        () => 'Told anew',
        () => 'Offer',
      );
      await until(async () => (await app.sql(WAITING)).length > 0, 'the run waits for the table');
      await holder.sql('SELECT pg_sleep(1)');
      await holder.sql('ROLLBACK');
      const title = await expectedTitle;
      expect((await ann.listing(wanted.listingKey))?.title).toBe(title);
    } finally {
      await holder.close();
    }
  });

  test('should be proposed once when both sides run ten times at once', async () => {
    const tradeProfile = profile();
    const { ann, ben } = await parties(app, 'ann', 'ben');
    const offer = await ben.publish({ tradeProfile });
    const wanted = await ann.publish({ tradeProfile, side: 'CONSUME', priceStamps: 1000 });
    const runs = await Promise.all(
      Array.from({ length: 10 }, (_, index) => (index % 2 ? ann.run(wanted.listingKey) : ben.run(offer.listingKey))),
    );
    expect(runs.flatMap((run) => run.proposals)).toHaveLength(1);
  });

  test('many listings on both sides and all runs at once: every pair is proposed once', async () => {
    const tradeProfile = profile();
    const all = Object.values(await parties(app, ...'abcdefghij'));
    const listings = await Promise.all(
      all.map((one, index) =>
        one.publish({ tradeProfile, side: index % 2 ? 'CONSUME' : 'PROVIDE', priceStamps: 1000 }),
      ),
    );
    const runs = await Promise.all(all.map((one, index) => one.run(listings[index]?.listingKey ?? '')));
    const pairs = runs.flatMap((run) =>
      run.proposals.map(({ currentRevision }) => currentRevision.participants.map((one) => one.principalKey).join()),
    );
    expect(new Set(pairs).size).toBe(25);
    expect(pairs).toHaveLength(25);
  });
});

describe('A consumer listing whose steps name several profiles', () => {
  // @spec M8
  test('gets one proposal with the best provider of each profile within its share, at that share’s midpoint', async () => {
    const [translation, review] = [profile(), profile()];
    const { ann, ben, cat, dear } = await parties(app, 'ann', 'ben', 'cat', 'dear');
    await ben.publish({ tradeProfile: translation, priceStamps: 500 });
    await cat.publish({ tradeProfile: review, priceStamps: 200 });
    await dear.publish({ tradeProfile: review, priceStamps: 401 });
    const wanted = await ann.publish({
      tradeProfile: translation,
      side: 'CONSUME',
      priceStamps: 1000,
      steps: [
        { title: 'Translate', shareBps: 6000 },
        { title: 'Review', shareBps: 4000, tradeProfile: review },
      ],
    });
    const run = await ann.run(wanted.listingKey);
    expect(run.candidatesConsidered).toBe(2);
    expect(run.proposals).toHaveLength(1);
    const revision = run.proposals[0]?.currentRevision;
    expect(revision?.terms.steps).toMatchObject([
      {
        stepNo: 1,
        title: 'Translate',
        providerPrincipalKey: ben.principalKey,
        consumerPrincipalKey: ann.principalKey,
        priceStamps: 550,
      },
      {
        stepNo: 2,
        title: 'Review',
        providerPrincipalKey: cat.principalKey,
        consumerPrincipalKey: ann.principalKey,
        priceStamps: 300,
      },
    ]);
    const bonds = Object.fromEntries(revision?.participants.map((one) => [one.principalKey, one.bondStamps]) ?? []);
    expect(bonds).toEqual({ [ann.principalKey]: 170, [ben.principalKey]: 110, [cat.principalKey]: 60 });
    expect(await eventsOf(app, run.proposals[0]?.proposalKey ?? '')).toHaveLength(3);
    expect((await ann.run(wanted.listingKey)).proposals).toEqual([]);
  });

  // @spec M9
  test('a profile without a candidate: no proposal', async () => {
    const [translation, review] = [profile(), profile()];
    const { ann, ben } = await parties(app, 'ann', 'ben');
    await ben.publish({ tradeProfile: translation, priceStamps: 500 });
    const steps = [
      { title: 'Translate', shareBps: 6000 },
      { title: 'Review', shareBps: 4000, tradeProfile: review },
    ];
    const wanted = await ann.publish({ tradeProfile: translation, side: 'CONSUME', priceStamps: 1000, steps });
    expect((await ann.run(wanted.listingKey)).proposals).toEqual([]);
  });
});
