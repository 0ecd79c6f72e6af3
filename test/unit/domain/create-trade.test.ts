import { decideCreateTrade, type CreateTradeData } from '../../../src/domain/trades/create-trade';
import { OTHERS_LIMIT } from '../../../src/domain/errors/state';
import { keyOf } from '../../../src/domain/keys';
import { accountName } from '../../../src/domain/ledger/accounts';
import { A, acceptedProposal, B, C, plannedStep, principal, refusalOf, settings, uuid, TradeScenario } from './setup';

const context = (ms = 0) => ({ now: new Date(ms), newId: uuid });
const data = acceptedProposal([plannedStep(A, B, 1000)]);
const callerOf = (actor: { id: string }) => ({ principalId: actor.id, agentText: undefined });
const create = (loaded: CreateTradeData | null, actor = A, ms = 0) => {
  return decideCreateTrade(loaded, { caller: callerOf(actor), settings }, context(ms));
};
const refused = (loaded: CreateTradeData | null, actor = A, ms = 0) => refusalOf(() => create(loaded, actor, ms));
const withPrincipals = (
  a: Parameters<typeof principal>[1],
  b: Parameters<typeof principal>[1] = {},
): CreateTradeData => {
  return { ...data, principals: [principal(A.id, a), principal(B.id, b)] };
};

describe('creating a trade from an accepted proposal', () => {
  // @spec T27
  test('the trade is bond_reserved, its steps are pending, and it keeps its policy, rules and windows', () => {
    const { trade, steps, participants, effects } = create(data, B);
    expect(trade).toMatchObject({ state: 'bond_reserved', coverageThresholdBps: 8000, bondBps: 2000, ...settings });
    expect(trade.idleDeadlineAt).toEqual(new Date(500_000));
    expect(trade.dueAt).toEqual(trade.idleDeadlineAt);
    expect(steps.map((step) => [step.stepNo, step.state, step.priceStamps])).toEqual([[1, 'pending', 1000n]]);
    expect(participants.map((party) => [party.principalId, party.agentId, party.bondStamps])).toEqual([
      [A.id, A.agent, 200n],
      [B.id, B.agent, 200n],
    ]);
    expect(effects.proposals).toEqual([{ ...data.proposal, tradeId: trade.tradeId }]);
  });
  test('all bonds are reserved in one journal: from bond-available first, then from tickets', () => {
    const { effects, trade } = create(withPrincipals({ bondAvailableStamps: 150n }, { bondAvailableStamps: 900n }));
    const [journal, ...more] = effects.journals ?? [];
    expect(more).toEqual([]);
    expect(journal).toMatchObject({
      idemKey: `trade:${trade.tradeId}:reserve`,
      kind: 'trade_bond',
      tradeId: trade.tradeId,
    });
    const lines = journal?.lines.map(({ debit, credit, amount }) => [accountName(debit), accountName(credit), amount]);
    const bond = (actor: { id: string }) => `trade_bond:${trade.tradeId}:${actor.id}`;
    expect(lines).toEqual([
      [`bond_available:${A.id}`, bond(A), 150n],
      [`ticket:${A.id}`, bond(A), 50n],
      [`bond_available:${B.id}`, bond(B), 200n],
    ]);
  });
  test('a trade without bonds has no journal', () => {
    expect(create(acceptedProposal([plannedStep(A, B, 1000)], { bondBps: 0 })).effects.journals).toEqual([]);
  });
  test('a bond is not a spend', () => {
    expect(create(data).effects.spends).toBeUndefined();
  });
  test('every participant gets an event with REST names', () => {
    const { effects, trade } = create(data);
    expect(effects.events?.map((event) => [event.principalId, event.type])).toEqual([
      [A.id, 'trade.created'],
      [B.id, 'trade.created'],
    ]);
    expect(effects.events?.[0]?.data).toEqual({
      principal_key: keyOf('prn', A.id),
      trade_key: keyOf('trd', trade.tradeId),
      trade_id: trade.tradeId,
      proposal_id: trade.proposalId,
      state: 'bond_reserved',
    });
  });
  test('any participant can create it, also with more than two participants', () => {
    const three = acceptedProposal([plannedStep(A, B, 600), plannedStep(B, C, 400)]);
    for (const actor of [A, B, C])
      expect(create(three, actor).participants.map((p) => p.bondStamps)).toEqual([120n, 200n, 80n]);
  });
});

describe('creating a trade fails', () => {
  test('404 proposal_not_found for other principals and for a missing proposal', () => {
    expect(refused(data, C)?.code).toBe('proposal_not_found');
    expect(refused(null)?.code).toBe('proposal_not_found');
  });
  test('409 trade_state_conflict with its trade_key when a trade exists', () => {
    const { trade } = new TradeScenario([plannedStep(A, B, 10)]).data;
    const proposal = { ...data.proposal, tradeId: trade.tradeId };
    const refusal = refused({ ...data, proposal, trade }, A, 2_000_000);
    expect(refusal?.code).toBe('trade_state_conflict');
    expect(refusal?.members).toEqual({
      reason: 'trade_exists',
      trade_key: keyOf('trd', trade.tradeId),
      current_state: 'bond_reserved',
    });
  });
  test.each(['proposed', 'countered', 'rejected'] as const)(
    '409 trade_proposal_not_fully_accepted while the proposal is %s',
    (state) => {
      const refusal = refused({ ...data, proposal: { ...data.proposal, state } });
      expect([refusal?.code, refusal?.members]).toEqual([
        'trade_proposal_not_fully_accepted',
        { current_state: state },
      ]);
    },
  );
  // @id proposal-expires
  test('409 trade_proposal_not_fully_accepted from the instant of expiry on', () => {
    expect(refused(data, A, 999)).toBeUndefined();
    expect(refused(data, A, 1000)?.code).toBe('trade_proposal_not_fully_accepted');
  });
  test.each(['proposed', 'countered', 'accepted'] as const)(
    'an expired proposal is rejected, also while its stored state is %s',
    (state) => {
      const refusal = refused({ ...data, proposal: { ...data.proposal, state } }, A, 1000);
      expect([refusal?.code, refusal?.members]).toEqual([
        'trade_proposal_not_fully_accepted',
        { current_state: 'rejected' },
      ]);
    },
  );
  test('the detail of an expired proposal is the same before and after the worker ends it', () => {
    const ended = { state: 'rejected', closeReason: 'expired' } as const;
    const details = [{}, { state: 'proposed' } as const, ended].map(
      (over) => refused({ ...data, proposal: { ...data.proposal, ...over } }, A, 1000)?.message,
    );
    expect(new Set(details)).toEqual(new Set(['The proposal has expired.']));
  });
  test('a retired agent of another participant is as an expiry, also for a call that began before', () => {
    const loaded = { ...data, retiredAgentIds: [B.agent] };
    expect(refused(loaded)).toMatchObject({
      code: 'trade_proposal_not_fully_accepted',
      members: { current_state: 'rejected' },
    });
    expect(refused(loaded, B)).toMatchObject({ code: 'agent_retired' });
  });
  test('409 trade_settlement_rejected when the open-trade limit of any participant is exceeded', () => {
    expect(refused(withPrincipals({}, { openTrades: 19 }))).toBeUndefined();
    const refusal = refused(withPrincipals({}, { openTrades: 20 }));
    const members = { limit: 'max_open_trades', principal_key: keyOf('prn', B.id) };
    expect([refusal?.code, refusal?.members]).toEqual(['trade_settlement_rejected', members]);
  });
  test('409 trade_settlement_rejected when reserved bonds + this bond exceed bond_limit_stamps', () => {
    expect(refused(withPrincipals({ bondLimitStamps: 500n, openBondStamps: 300n }))).toBeUndefined();
    const refusal = refused(withPrincipals({ bondLimitStamps: 500n, openBondStamps: 301n }));
    const members = { limit: 'bond_limit_stamps', maximum: 500n, principal_key: keyOf('prn', A.id) };
    expect([refusal?.code, refusal?.members]).toEqual(['trade_settlement_rejected', members]);
    expect(refusal?.remedy).toMatch(/^Wait until open trades are settled/);
  });
  // @spec LI2
  test('a limit of no open trades says that no wait makes room', () => {
    expect(refused(withPrincipals({ openTrades: 0, maxOpenTrades: 0 }))?.remedy).toMatch(/^No wait makes room/);
    expect(refused(withPrincipals({ openTrades: 1, maxOpenTrades: 1 }))?.remedy).toMatch(/^Wait until open trades/);
    expect(refused(withPrincipals({}, { openTrades: 0, maxOpenTrades: 0 }))?.remedy).not.toMatch(/No wait/);
  });
  // @spec LI2
  test('a bond that alone exceeds the limit of the caller says that no wait makes room', () => {
    const alone = refused(withPrincipals({ bondLimitStamps: 199n, openBondStamps: 0n }));
    expect(alone).toMatchObject({ code: 'trade_settlement_rejected', members: { maximum: 199n } });
    expect(alone?.remedy).toMatch(/^No wait makes room/);
    // The limit of another participant stays confidential.
    const other = refused(withPrincipals({}, { bondLimitStamps: 199n }));
    expect([other?.message, other?.remedy]).toEqual([
      'The new trade would exceed bond_limit_stamps of another participant.',
      OTHERS_LIMIT,
    ]);
  });
  // @spec PR25
  test('409 proposal_state_conflict while the active policy lacks agreed terms', () => {
    const items = [{ item_id: 'all', description: 'All of it', weight: 1, must: true }];
    const agreed = (plan: Parameters<typeof acceptedProposal>[1]) => acceptedProposal([plannedStep(A, B, 10)], plan);
    for (const [plan, words] of [
      [{ step: { items } }, 'the acceptance items of step 1'],
      [{ disputeBurnBps: 4000 }, 'a dispute burn of 4000 basis points'],
    ] as const) {
      const refusal = refused(agreed(plan));
      expect([refusal?.code, refusal?.members]).toEqual(['proposal_state_conflict', { current_state: 'accepted' }]);
      expect(refusal?.message).toBe(`The active policy slash_policy_v1 does not have these terms: ${words}.`);
      const versions = { policyVersion: 'slash_policy_v1.1', ruleVersion: 'rules_v1.1' };
      const input = { caller: callerOf(A), settings: { ...settings, ...versions } };
      expect(refusalOf(() => decideCreateTrade(agreed(plan), input, context()))).toBeUndefined();
    }
    expect(refused(agreed({ step: { items: [] }, disputeBurnBps: 2500 }))).toBeUndefined();
  });
  // @id bond-insufficient
  test('402 principal_bond_insufficient_balance shows the caller its own amounts', () => {
    expect(refused(withPrincipals({ ticketStamps: 140n, bondAvailableStamps: 60n }))).toBeUndefined();
    const refusal = refused(withPrincipals({ ticketStamps: 139n, bondAvailableStamps: 60n }));
    const members = { required_stamps: 200n, available_stamps: 199n };
    expect([refusal?.code, refusal?.members]).toEqual(['principal_bond_insufficient_balance', members]);
  });
  test('402 shows only the key of another participant, without its amounts', () => {
    const refusal = refused(withPrincipals({}, { ticketStamps: 1n }));
    const members = { principal_key: keyOf('prn', B.id) };
    expect([refusal?.code, refusal?.members]).toEqual(['principal_bond_insufficient_balance', members]);
  });
  test('limits are checked before balances, for all participants', () => {
    expect(refused(withPrincipals({ ticketStamps: 0n }, { openTrades: 20 }))?.code).toBe('trade_settlement_rejected');
  });
});
