import { keyOf } from '../../../src/domain/keys';
import {
  decideExpire,
  decideRespond,
  proposalStateAt,
  type ProposalDecision,
  type RespondData,
  type RespondInput,
} from '../../../src/domain/market/proposal';
import type { TermsInput } from '../../../src/domain/trades/terms';
import type { Proposal } from '../../../src/domain/types';
import { agentOf, ANN, at, BEN, CAT, DAN, contextAt, NOW, pointers, refusal, settings, uuid } from './market';
import { everyone, dataOf, proposal } from './proposals';

const V1 = { policyVersion: 'slash_policy_v1', ruleVersion: 'rules_v1' };
const V11 = { policyVersion: 'slash_policy_v1.1', ruleVersion: 'rules_v1.1' };

function respond(data: RespondData | null, input: RespondInput, now = NOW, policy = V11): ProposalDecision {
  return decideRespond(data, input, contextAt(now), { ...settings, ...policy, activationFeeBps: 100 });
}

function nextData(decision: ProposalDecision, caller: string): RespondData {
  const { proposal: after, revision: current, participants } = decision;
  return { proposal: after, revision: current, revisionBytes: 0, participants, callerPrincipalId: caller };
}

const counterTerms: TermsInput = {
  steps: [
    [ANN, BEN, 120],
    [BEN, CAT, 30],
  ].map(([provider, consumer, price], index) => ({
    step_no: index + 1,
    title: 'Countered',
    provider_principal_key: keyOf('prn', String(provider)),
    provider_agent_id: agentOf(String(provider)),
    consumer_principal_key: keyOf('prn', String(consumer)),
    consumer_agent_id: agentOf(String(consumer)),
    price_stamps: Number(price),
    contract_window_seconds: 60,
    checkpoint_window_seconds: 60,
  })),
  coverage_threshold_bps: 5000,
};
const accept: RespondInput = { decision: 'accept' };
const reject: RespondInput = { decision: 'reject' };
const counter: RespondInput = { decision: 'counter', terms: counterTerms };

const eventsOf = (decision: { readonly effects: ProposalDecision['effects'] }) =>
  (decision.effects.events ?? []).map(({ type, principalId }) => [type, principalId]);

describe('a response in the state proposed or countered', () => {
  test.each(['proposed', 'countered'] as const)(
    '%s, accept, other participants still pending: unchanged; caller’s response_state becomes accepted',
    (state) => {
      const { participants, ...decision } = respond(dataOf(ANN, [BEN], { state }), accept);
      expect(decision.proposal).toEqual({ ...proposal, state });
      expect(participants.map(({ responseState }) => responseState)).toEqual(['accepted', 'accepted', 'pending']);
      expect(decision.effects).toEqual({ proposalParticipants: [participants[0]] });
    },
  );

  test.each(['proposed', 'countered'] as const)(
    '%s, accept, every participant’s response_state is now accepted: accepted, with a new expires_at',
    (state) => {
      const data = dataOf(CAT, [ANN, BEN], { state });
      const decision = respond(data, accept);
      const after = { ...proposal, state: 'accepted', expiresAt: at(settings.proposalTtlSeconds) };
      expect(decision.proposal).toEqual(after);
      expect(decision.effects.proposals).toEqual([after]);
      expect(decision.effects.proposalParticipants).toEqual([{ ...data.participants[2], responseState: 'accepted' }]);
      expect(eventsOf(decision)).toEqual(everyone.map((principal) => ['proposal.accepted', principal]));
    },
  );

  test.each(['proposed', 'countered'] as const)(
    '%s, counter: a new revision starts; the countering participant is auto-accepted on it, every other resets to pending',
    (state) => {
      const decision = respond(dataOf(BEN, [ANN], { state }), counter);
      const after = {
        ...proposal,
        state: 'countered',
        currentRevisionNo: 2,
        expiresAt: at(settings.proposalTtlSeconds),
      };
      expect(decision.proposal).toEqual(after);
      expect(decision.revision).toMatchObject({ revisionNo: 2, proposedByPrincipalId: BEN, createdAt: NOW });
      expect(decision.revision.terms.steps.map((step) => step.price_stamps)).toEqual([120, 30]);
      const common = { proposalId: proposal.proposalId, revisionNo: 2 };
      expect(decision.participants).toEqual([
        {
          ...common,
          principalId: ANN,
          agentId: agentOf(ANN),
          role: 'provider',
          responseState: 'pending',
          bondStamps: 24n,
        },
        {
          ...common,
          principalId: BEN,
          agentId: agentOf(BEN),
          role: 'both',
          responseState: 'accepted',
          bondStamps: 30n,
        },
        {
          ...common,
          principalId: CAT,
          agentId: agentOf(CAT),
          role: 'consumer',
          responseState: 'pending',
          bondStamps: 6n,
        },
      ]);
      expect(decision.effects).toMatchObject({
        proposals: [after],
        revisions: [decision.revision],
        proposalParticipants: decision.participants,
      });
      expect(eventsOf(decision)).toEqual(everyone.map((principal) => ['proposal.countered', principal]));
      expect(decision.effects.events?.[0]?.data).toEqual({
        principal_key: keyOf('prn', ANN),
        proposal_key: keyOf('prp', proposal.proposalId),
        proposal_id: proposal.proposalId,
        state: 'countered',
        revision_no: 2,
      });
    },
  );

  test.each(['proposed', 'countered'] as const)('%s, reject: rejected', (state) => {
    const decision = respond(dataOf(ANN, [BEN], { state }), reject);
    expect(decision.proposal).toEqual({ ...proposal, state: 'rejected', closeReason: 'rejected' });
    expect(decision.participants.map(({ responseState }) => responseState)).toEqual([
      'rejected',
      'accepted',
      'pending',
    ]);
    expect(decision.effects.proposals).toEqual([decision.proposal]);
    expect(eventsOf(decision)).toEqual(everyone.map((principal) => ['proposal.rejected', principal]));
  });
});

describe('any, respond (repeat): fails with 400 match_proposal_invalid_response', () => {
  const repeated = (state: Proposal['state'], revision_no = 1) => ({
    code: 'match_proposal_invalid_response',
    current_state: state,
    revision_no,
  });

  test.each([accept, reject, counter])('for each kind of second response: %j', (input) => {
    expect(refusal(() => respond(dataOf(ANN, [ANN]), input))).toEqual(repeated('proposed'));
  });

  // @spec PR11
  test('in each state: accepted, rejected, expired, countered by the caller', () => {
    const accepted = dataOf(ANN, everyone, { state: 'accepted' });
    expect(refusal(() => respond(accepted, accept))).toEqual(repeated('accepted'));
    const rejected = nextData(respond(dataOf(ANN), reject), ANN);
    expect(refusal(() => respond(rejected, accept))).toEqual(repeated('rejected'));
    expect(refusal(() => respond(dataOf(ANN, [ANN]), accept, at(100)))).toEqual(repeated('rejected'));
    const countered = nextData(respond(dataOf(ANN), counter), ANN);
    expect(refusal(() => respond(countered, reject))).toEqual(repeated('countered', 2));
  });

  // @spec PR12
  test('a participant responds to each revision', () => {
    const countered = nextData(respond(dataOf(ANN, [BEN]), counter), BEN);
    expect(respond(countered, accept).proposal.state).toBe('countered');
    const last = nextData(respond(countered, accept), CAT);
    expect(respond(last, accept).proposal.state).toBe('accepted');
  });
});

describe('409 proposal_state_conflict requires that the response of the caller is pending', () => {
  const conflict = (current_state: string) => ({ code: 'proposal_state_conflict', current_state });

  test('another participant rejected the proposal', () => {
    const rejected = nextData(respond(dataOf(ANN), reject), BEN);
    for (const input of [accept, reject, counter]) {
      expect(refusal(() => respond(rejected, input))).toEqual(conflict('rejected'));
    }
  });

  test('expired means now ≥ expires_at, independent of the worker', () => {
    for (const input of [accept, reject, counter]) {
      expect(refusal(() => respond(dataOf(ANN), input, at(100)))).toEqual(conflict('rejected'));
      expect(respond(dataOf(ANN), input, at(99.999)).participants).toHaveLength(3);
    }
  });

  // @spec PR21
  test('a retired agent of another participant is as an expiry, also for a call that began before', () => {
    const retired = { ...dataOf(ANN), retiredAgentIds: [agentOf(BEN)] };
    for (const decision of [accept, { ...accept, decision: 'reject' } as const]) {
      expect(refusal(() => respond(retired, decision))).toMatchObject({
        code: 'proposal_state_conflict',
        current_state: 'rejected',
      });
    }
  });
  test('the detail of an expired proposal is the same before and after the worker ends it', () => {
    for (const over of [{}, { state: 'rejected', closeReason: 'expired' } as const]) {
      expect(() => respond(dataOf(ANN, [], over), accept, at(100))).toThrow('The proposal has expired.');
    }
  });

  test('at most 50 revisions', () => {
    const data = dataOf(ANN, [], { state: 'countered', currentRevisionNo: 50 });
    expect(refusal(() => respond(data, counter))).toEqual(conflict('countered'));
    expect(respond(data, reject).proposal.state).toBe('rejected');
    const before = dataOf(ANN, [], { state: 'countered', currentRevisionNo: 49 });
    expect(respond(before, counter).proposal.currentRevisionNo).toBe(50);
  });

  // @spec PR24
  test('no counter once the revisions take 1 MiB', () => {
    const data = { ...dataOf(ANN, [], { state: 'countered' as const }), revisionBytes: 1024 * 1024 };
    expect(refusal(() => respond(data, counter))).toEqual(conflict('countered'));
    expect(respond(data, reject).proposal.state).toBe('rejected');
    expect(respond({ ...data, revisionBytes: 1024 * 1024 - 1 }, counter).proposal.state).toBe('countered');
  });
});

describe('a response fails in this order', () => {
  const outdated: RespondInput = { ...accept, expectedRevisionNo: 2 };

  test('400 for a counter without terms, and for terms with accept or reject', () => {
    expect(pointers(() => respond(dataOf(DAN), { decision: 'counter' }))).toEqual(['/terms']);
    expect(pointers(() => respond(dataOf(ANN), { ...accept, terms: counterTerms }))).toEqual(['/terms']);
    expect(pointers(() => respond(dataOf(ANN), { ...reject, terms: counterTerms }))).toEqual(['/terms']);
    expect(pointers(() => respond(dataOf(ANN), { ...accept, expectedRevisionNo: 0 }))).toEqual([
      '/expected_revision_no',
    ]);
  });

  test('404 proposal_not_found for other principals', () => {
    expect(refusal(() => respond(dataOf(DAN), outdated))).toEqual({ code: 'proposal_not_found' });
  });

  test('400 for terms that are invalid for every proposal, before 404', () => {
    const invalid: RespondInput = { decision: 'counter', terms: { ...counterTerms, coverage_threshold_bps: 0 } };
    const other: RespondInput = { decision: 'counter', terms: { ...counterTerms, bond_bps: 1 } };
    for (const data of [null, dataOf(DAN)]) {
      expect(pointers(() => respond(data, invalid))).toEqual(['/terms/coverage_threshold_bps']);
      expect(refusal(() => respond(data, other))).toEqual({ code: 'proposal_not_found' });
    }
  });

  test('400 for terms that are invalid for this proposal, before 409', () => {
    const terms = { ...counterTerms, bond_bps: 1 };
    const input: RespondInput = { decision: 'counter', terms, expectedRevisionNo: 2 };
    expect(pointers(() => respond(dataOf(ANN, [ANN]), input))).toEqual(['/terms/bond_bps']);
  });

  test('409 proposal_revision_conflict before 400 match_proposal_invalid_response', () => {
    expect(refusal(() => respond(dataOf(ANN, [ANN]), outdated))).toEqual({
      code: 'proposal_revision_conflict',
      current_state: 'proposed',
      current_revision_no: 1,
    });
    expect(respond(dataOf(ANN), { ...accept, expectedRevisionNo: 1 }).participants).toHaveLength(3);
  });
});

// @spec PR25
test('409 proposal_state_conflict for an acceptance or a counter with terms that the active policy lacks', () => {
  const items = [{ item_id: 'all', description: 'All of it', weight: 1, must: false }];
  const withSteps = <S extends object>(steps: readonly S[]) => steps.map((step) => ({ ...step, items }));
  const data = dataOf(ANN);
  const terms = { ...data.revision.terms, steps: withSteps(data.revision.terms.steps) };
  const withItems = { ...data, revision: { ...data.revision, terms } };
  const counter = (over: Partial<TermsInput>): RespondInput => ({
    decision: 'counter',
    terms: { ...counterTerms, ...over },
  });
  for (const input of [accept, counter({ steps: withSteps(counterTerms.steps) }), counter({ dispute_burn_bps: 0 })]) {
    const refused = { code: 'proposal_state_conflict', current_state: 'proposed' };
    expect(refusal(() => respond(withItems, input, NOW, V1))).toEqual(refused);
    expect(() => respond(withItems, input, NOW, V11)).not.toThrow();
  }
  for (const input of [counter({}), reject]) expect(() => respond(withItems, input, NOW, V1)).not.toThrow();
});

// @spec PR17
describe('unhandled proposals expire', () => {
  const { participants } = dataOf(ANN);

  test.each(['proposed', 'countered', 'accepted'] as const)('%s: rejected, close_reason expired', (state) => {
    const due = { ...proposal, state };
    expect(proposalStateAt(due, at(99.999))).toEqual({ state, closeReason: null });
    expect(decideExpire(due, participants, contextAt(at(99.999)))).toEqual({});
    const effects = decideExpire(due, participants, contextAt(at(100)));
    expect(effects.proposals).toEqual([{ ...due, state: 'rejected', closeReason: 'expired' }]);
    expect(eventsOf({ effects })).toEqual(everyone.map((principal) => ['proposal.rejected', principal]));
  });

  test('proposals with a trade and rejected proposals do not expire', () => {
    const withTrade: Proposal = { ...proposal, state: 'accepted', tradeId: uuid(0x400) };
    expect(decideExpire(withTrade, participants, contextAt(at(1000)))).toEqual({});
    const rejected: Proposal = { ...proposal, state: 'rejected', closeReason: 'rejected' };
    expect(decideExpire(rejected, participants, contextAt(at(1000)))).toEqual({});
    expect(proposalStateAt(rejected, at(1000)).closeReason).toBe('rejected');
  });
});
