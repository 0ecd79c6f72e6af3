import { keyOf } from '../../../src/domain/keys';
import { commitmentsOf, type MandateData } from '../../../src/domain/parties/mandate';
import { parseMandate } from '../../../src/domain/parties/mandate-input';
import { A, B, plannedStep, refusalOf, termsStep } from './setup';
import { contextAt, NOW, uuid } from './market';

/** Refusals of a mandate, without I/O. */

const mandate: MandateData = {
  ...{ agentId: B.agent, principalId: B.id, createdAt: NOW, updatedAt: NOW, revokedAt: null, exhaustedAt: null },
  ...{ perTradeStamps: null, budgetStamps: null, budgetPeriod: 'total', bondStamps: null, maxOpenTrades: null },
  ...{ counterparties: null, tradeProfiles: null, minSettledTrades: null, approvalAboveStamps: null, endsAt: null },
  ...{ usedStamps: 300n, openTrades: 1, openBondStamps: 50n, proposalProfiles: ['work'], ownProfiles: ['work'] },
  ...{ matchedSteps: [], fewestSettledTrades: 0, isExhaustionRecorded: true, committedStamps: null },
  ...{ approval: null, denials: [] },
};
const terms = {
  steps: [termsStep(plannedStep(A, B, 1_000), 0)],
  coverage_threshold_bps: 8_000,
  bond_bps: 2_000,
};

const refusedBy = (limits: Partial<MandateData>) =>
  refusalOf(() =>
    commitmentsOf(
      { ...mandate, ...limits },
      { proposalId: uuid(7), revisionNo: 1, terms, activationFeeBps: 100, context: contextAt(NOW) },
    ),
  );

// @spec MA4
test.each([
  ['per_trade_stamps', { perTradeStamps: 1_209n }, 1_209n, ': it commits 1210 stamps, and 1209 are allowed now.'],
  ['budget_stamps', { budgetStamps: 1_509n }, 1_209n, ': it commits 1210 stamps, and 1209 are allowed now.'],
  ['budget_stamps', { budgetStamps: 200n }, 0n, ': it commits 1210 stamps, and 0 are allowed now.'],
  ['bond_stamps', { bondStamps: 249n }, 199n, ': the bond is 200 stamps, and 199 are allowed now.'],
  ['max_open_trades', { maxOpenTrades: 1 }, 1, ': at most 1 of its trades may be open.'],
  ['min_settled_trades', { minSettledTrades: 1 }, undefined, '.'],
])('%s of a mandate says the most that it allows now', (limit, limits, maximum, amounts) => {
  const refusal = refusedBy(limits);
  expect(refusal).toMatchObject({ code: 'mandate_exceeded', members: { limit } });
  expect(refusal?.members['maximum']).toBe(maximum);
  expect(refusal?.message).toBe(`The mandate of the agent does not allow this trade (${limit})${amounts}`);
  expect(refusal?.remedy).toMatch(/^Commit less/);
});

// @spec MA12
test.each([
  ['revoked', { revokedAt: NOW }],
  ['valid_until', { endsAt: NOW }],
])('a mandate that has ended (%s) does not advise to commit less', (limit, limits) => {
  const refusal = refusedBy(limits);
  expect(refusal).toMatchObject({ code: 'mandate_exceeded', members: { limit } });
  expect(refusal?.remedy).toMatch(/^The mandate has ended/);
});

const numbered = (count: number, text: (index: number) => string): string[] =>
  Array.from({ length: count }, (_, index) => text(index));

test.each([
  ['more than 50 profiles', { trade_profiles: numbered(51, (index) => `work.${String(index)}`) }, '/trade_profiles'],
  ['a profile that no listing can have', { trade_profiles: ['Translation EN'] }, '/trade_profiles/0'],
  ['a profile of 81 characters', { trade_profiles: ['a'.repeat(81)] }, '/trade_profiles/0'],
  ['a repeated profile', { trade_profiles: ['work', 'work'] }, '/trade_profiles/1'],
  ['a repeated counterparty', { counterparties: [uuid(7), keyOf('prn', uuid(7))] }, '/counterparties/1'],
])('a mandate with %s is refused', (_, input, pointer) => {
  expect(refusalOf(() => parseMandate(input, NOW))).toMatchObject({
    code: 'validation_failed',
    members: { fields: [{ pointer }] },
  });
});

test('a mandate may have 50 profiles and 200 counterparties', () => {
  const counterparties = numbered(200, (index) => uuid(index + 1));
  const tradeProfiles = numbered(50, (index) => `work.${String(index)}/v1`);
  expect(parseMandate({ counterparties, trade_profiles: tradeProfiles }, NOW)).toMatchObject({
    counterparties,
    tradeProfiles,
  });
});
