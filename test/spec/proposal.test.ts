import { useTestApp } from '../support/app';
import { newId } from '../support/ledger';
import {
  eventsOf,
  outcome,
  parties,
  type Party,
  type ProposalAnswer,
  profile,
  proposed,
  refused,
  type TermsAnswer,
} from '../support/market';

/** Specification "States and transitions", Proposal. No workers run: expiry needs none. */
const TTL = 100;
const app = useTestApp({ ATS_ROLE: 'api', ATS_PROPOSAL_TTL_SECONDS: String(TTL) });

function responses({ currentRevision }: ProposalAnswer): Record<string, string> {
  return Object.fromEntries(currentRevision.participants.map((one) => [one.principalKey, one.responseState]));
}

/** The current terms with another price in each step. */
function termsOf(proposal: ProposalAnswer, ...prices: number[]): TermsAnswer {
  const { steps, coverageThresholdBps, bondBps } = proposal.currentRevision.terms;
  return {
    steps: steps.map((step, index) => ({ ...step, priceStamps: prices[index] ?? step.priceStamps })),
    coverageThresholdBps,
    bondBps,
  };
}

/** A consumer and two providers in one proposal. */
async function ofThree(): Promise<{ ann: Party; ben: Party; cat: Party; proposal: ProposalAnswer }> {
  const { ann, ben, cat } = await parties(app, 'ann', 'ben', 'cat');
  const [one, two] = [profile(), profile()];
  await ben.publish({ tradeProfile: one, priceStamps: 500 });
  await cat.publish({ tradeProfile: two, priceStamps: 500 });
  const steps = [
    { title: 'x', shareBps: 5000 },
    { title: 'y', shareBps: 5000, tradeProfile: two },
  ];
  const wanted = await ann.publish({ tradeProfile: one, side: 'CONSUME', priceStamps: 1000, steps });
  const [proposal] = (await ann.run(wanted.listingKey)).proposals;
  if (!proposal) throw new Error('one proposal expected');
  return { ann, ben, cat, proposal };
}

describe('proposed or countered, respond: accept', () => {
  // @spec PR2, PR3, PR12
  test('others still pending: unchanged; the caller’s response_state becomes accepted', async () => {
    const { provider, consumer, proposal } = await proposed(app);
    const after = await consumer.respond(proposal.proposalKey, 'ACCEPT');
    expect(after.state).toBe('PROPOSED');
    expect(responses(after)).toEqual({ [provider.principalKey]: 'PENDING', [consumer.principalKey]: 'ACCEPTED' });
    expect(after.expiresAt).toBe(proposal.expiresAt);
    expect(await provider.proposal(proposal.proposalKey)).toEqual(after);
  });

  // @spec PR4
  test('every participant’s response_state is now accepted: accepted', async () => {
    const { provider, consumer, proposal } = await proposed(app);
    await consumer.respond(proposal.proposalKey, 'ACCEPT');
    app.clock.advance(10);
    const after = await provider.respond(proposal.proposalKey, 'ACCEPT');
    expect(after).toMatchObject({ state: 'ACCEPTED', closeReason: null, tradeKey: null });
    // Acceptance restarts the time in which the participants can create the trade.
    expect(after.expiresAt > proposal.expiresAt).toBe(true);
    const events = await eventsOf(app, proposal.proposalKey);
    expect(events.slice(2).map((event) => [event.type, event.data['state']])).toEqual([
      ['proposal.accepted', 'accepted'],
      ['proposal.accepted', 'accepted'],
    ]);
  });

  // @spec PR4
  test('with three participants, the last one makes it accepted, also after a counter', async () => {
    const { ann, ben, cat, proposal } = await ofThree();
    await ben.respond(proposal.proposalKey, 'COUNTER', { terms: termsOf(proposal, 490) });
    expect((await ann.respond(proposal.proposalKey, 'ACCEPT')).state).toBe('COUNTERED');
    expect((await cat.respond(proposal.proposalKey, 'ACCEPT')).state).toBe('ACCEPTED');
  });

  test('both accept at once: accepted', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { provider, consumer, proposal } = await proposed(app);
      const answers = await Promise.all([provider, consumer].map((one) => one.respond(proposal.proposalKey, 'ACCEPT')));
      expect(answers.map((one) => one.state).toSorted()).toEqual(['ACCEPTED', 'PROPOSED']);
      expect((await consumer.proposal(proposal.proposalKey))?.state).toBe('ACCEPTED');
    }
  });
});

describe('proposed or countered, respond: counter', () => {
  // @spec PR5, PR6, PR7, PR8
  test('a new revision starts; its author is auto-accepted, every other participant’s response resets to pending', async () => {
    const { ann, ben, cat, proposal } = await ofThree();
    await cat.respond(proposal.proposalKey, 'ACCEPT');
    app.clock.advance(10);
    const after = await ben.respond(proposal.proposalKey, 'COUNTER', {
      expectedRevisionNo: 1,
      terms: termsOf(proposal, 490),
    });
    expect(after.state).toBe('COUNTERED');
    expect(responses(after)).toEqual({
      [ann.principalKey]: 'PENDING',
      [ben.principalKey]: 'ACCEPTED',
      [cat.principalKey]: 'PENDING',
    });
    expect(after.currentRevision).toMatchObject({ revisionNo: 2, proposedByPrincipalKey: ben.principalKey });
    expect(after.currentRevision.terms).toEqual(termsOf(proposal, 490));
    const bonds = after.currentRevision.participants.map((one) => one.bondStamps);
    expect(bonds.toSorted((a, b) => a - b)).toEqual([98, 100, 198]);
    expect(after.expiresAt > proposal.expiresAt).toBe(true);
    expect(after.revisions).toHaveLength(2);
    expect(after.revisions[0]?.terms).toEqual(proposal.currentRevision.terms);
    expect(after.revisions[1]).toEqual(after.currentRevision);
    const events = await eventsOf(app, proposal.proposalKey);
    expect(events.slice(3).map((event) => [event.type, event.data['revision_no']])).toEqual(
      Array.from({ length: 3 }, () => ['proposal.countered', 2]),
    );
  });

  // @spec PR19
  test('may change number, order, title, windows and the two roles of the steps, and the threshold', async () => {
    const { provider, consumer, proposal } = await proposed(app);
    const swapped = {
      stepNo: 1,
      title: 'Other way round',
      providerPrincipalKey: consumer.principalKey,
      providerAgentId: consumer.agentId,
      consumerPrincipalKey: provider.principalKey,
      consumerAgentId: provider.agentId,
      priceStamps: 7,
      contractWindowSeconds: 1,
      checkpointWindowSeconds: 2_592_000,
    };
    const terms = { steps: [swapped], coverageThresholdBps: 1 };
    const after = await consumer.respond(proposal.proposalKey, 'COUNTER', { terms });
    expect(after.currentRevision.terms).toEqual({ ...terms, bondBps: 2000 });
  });

  test('invalid terms: 400 with pointers, and no revision', async () => {
    const { provider, consumer, proposal } = await proposed(app);
    const { steps, ...rest } = termsOf(proposal);
    const [first] = steps;
    const bad = { ...first, stepNo: 2, providerAgentId: newId(), contractWindowSeconds: 0 };
    expect(
      await refused(
        consumer.respond(proposal.proposalKey, 'COUNTER', {
          terms: { ...rest, steps: [bad], coverageThresholdBps: 0 },
        }),
      ),
    ).toMatchObject({
      status: 400,
      code: 'validation_failed',
      fields: [
        { pointer: '/terms/steps/0/step_no' },
        { pointer: '/terms/steps/0/contract_window_seconds' },
        { pointer: '/terms/steps/0/provider_agent_id' },
        { pointer: '/terms/coverage_threshold_bps' },
      ],
    });
    expect(await refused(consumer.respond(proposal.proposalKey, 'COUNTER'))).toMatchObject({
      fields: [{ pointer: '/terms' }],
    });
    expect(await provider.proposal(proposal.proposalKey)).toEqual(proposal);
  });

  // @spec PR23
  // @id proposal-accept-counter-race
  test('accept and counter at once with expected_revision_no: the accepted revision is the one the caller names', async () => {
    const seen = new Set<string>();
    for (let round = 0; round < 6; round += 1) {
      const { provider, consumer, proposal } = await proposed(app);
      const input = { expectedRevisionNo: 1 };
      const calls = [
        () => outcome(provider.respond(proposal.proposalKey, 'ACCEPT', input)),
        () => outcome(consumer.respond(proposal.proposalKey, 'COUNTER', { ...input, terms: termsOf(proposal, 1) })),
      ];
      // The first request sent usually wins, so the order alternates.
      const turned = round % 2 === 0;
      const outcomes = await Promise.all((turned ? calls.toReversed() : calls).map((call) => call()));
      seen.add((turned ? outcomes.toReversed() : outcomes).join());
      const after = await provider.proposal(proposal.proposalKey);
      expect(after?.state).toBe('COUNTERED');
      expect(after && responses(after)).toEqual({
        [provider.principalKey]: 'PENDING',
        [consumer.principalKey]: 'ACCEPTED',
      });
    }
    expect([...seen].filter((one) => !['done,done', 'proposal_revision_conflict,done'].includes(one))).toEqual([]);
  });
});

describe('proposed or countered, respond: reject', () => {
  // @spec PR9
  test('rejected', async () => {
    const { provider, consumer, proposal } = await proposed(app);
    await consumer.respond(proposal.proposalKey, 'ACCEPT');
    const after = await provider.respond(proposal.proposalKey, 'REJECT');
    expect(after).toMatchObject({ state: 'REJECTED', closeReason: 'REJECTED' });
    expect(responses(after)[provider.principalKey]).toBe('REJECTED');
    const events = await eventsOf(app, proposal.proposalKey);
    expect(events.slice(2).map((event) => event.type)).toEqual(['proposal.rejected', 'proposal.rejected']);
  });

  // @spec PR14
  test('the caller’s own response still pending on a terminal proposal: 409 proposal_state_conflict', async () => {
    const { provider, consumer, proposal } = await proposed(app);
    await provider.respond(proposal.proposalKey, 'REJECT');
    expect(await refused(consumer.respond(proposal.proposalKey, 'ACCEPT'))).toMatchObject({
      status: 409,
      code: 'proposal_state_conflict',
      currentState: 'REJECTED',
    });
  });
});

describe('any, respond (repeat)', () => {
  // @spec PR10
  test('caller already responded to this revision: 400 match_proposal_invalid_response', async () => {
    const { provider, consumer, proposal } = await proposed(app);
    await consumer.respond(proposal.proposalKey, 'ACCEPT');
    const repeat = () => refused(consumer.respond(proposal.proposalKey, 'REJECT'));
    const expected = { status: 400, code: 'match_proposal_invalid_response' };
    expect(await repeat()).toMatchObject({ ...expected, currentState: 'PROPOSED' });
    await provider.respond(proposal.proposalKey, 'ACCEPT');
    expect(await repeat()).toMatchObject({ ...expected, currentState: 'ACCEPTED' });
    app.clock.advance(TTL + 1);
    expect(await repeat()).toMatchObject({ ...expected, currentState: 'REJECTED' });
    expect(await consumer.proposal(proposal.proposalKey)).toMatchObject({ state: 'REJECTED', closeReason: 'EXPIRED' });
  });

  // @spec PR11
  test('ten at once by one participant: one response counts', async () => {
    const { consumer, proposal } = await proposed(app);
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => outcome(consumer.respond(proposal.proposalKey, 'ACCEPT'))),
    );
    expect(outcomes.filter((one) => one === 'done')).toHaveLength(1);
    expect(outcomes.filter((one) => one === 'match_proposal_invalid_response')).toHaveLength(9);
  });
});

describe('Refused responses', () => {
  // @spec PR15
  // @id proposal-revision-conflict
  test('expected_revision_no is not the current one: 409 proposal_revision_conflict', async () => {
    const { provider, consumer, proposal } = await proposed(app);
    await consumer.respond(proposal.proposalKey, 'COUNTER', { terms: termsOf(proposal, 1) });
    expect(await refused(provider.respond(proposal.proposalKey, 'ACCEPT', { expectedRevisionNo: 1 }))).toMatchObject({
      status: 409,
      code: 'proposal_revision_conflict',
      currentState: 'COUNTERED',
      currentRevisionNo: 2,
    });
  });

  // @spec PR13
  test('other principals and unknown proposals: 404 proposal_not_found; invalid input is 400 before that', async () => {
    const { proposal } = await proposed(app);
    const { outsider } = await parties(app, 'outsider');
    for (const key of [proposal.proposalKey, 'prp_nothing']) {
      expect(await refused(outsider.respond(key, 'ACCEPT'))).toMatchObject({ status: 404, code: 'proposal_not_found' });
      expect(await refused(outsider.respond(key, 'COUNTER'))).toMatchObject({ status: 400, code: 'validation_failed' });
    }
  });

  test('for another’s principal: 403 principal_access_denied', async () => {
    const { provider, consumer, proposal } = await proposed(app);
    expect(
      await refused(provider.respond(proposal.proposalKey, 'ACCEPT', { principalKey: consumer.principalKey })),
    ).toMatchObject({ status: 403, code: 'principal_access_denied' });
  });

  // @spec PR16
  test('an expired proposal is rejected with close_reason expired, with or without the worker', async () => {
    const { provider, consumer, proposal } = await proposed(app);
    app.clock.advance(TTL);
    expect(await refused(provider.respond(proposal.proposalKey, 'ACCEPT'))).toMatchObject({
      status: 409,
      code: 'proposal_state_conflict',
      currentState: 'REJECTED',
    });
    const shown = await consumer.read<{ proposals: { nodes: unknown[] } }>('proposals { nodes { state closeReason } }');
    expect(shown.proposals.nodes).toEqual([{ state: 'REJECTED', closeReason: 'EXPIRED' }]);
  });
});
