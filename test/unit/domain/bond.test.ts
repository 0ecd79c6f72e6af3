import { decideReleaseBond, decideReserveBond } from '../../../src/domain/parties/bond';
import { Refusal } from '../../../src/domain/errors/errors';
import { netChanges } from '../../../src/domain/ledger/accounts';
import type { PrincipalData } from '../../../src/domain/parties/principal';
import { refusalOf } from './setup';

const principal: PrincipalData = {
  principalId: '01980f3e-0000-7000-8000-000000000001',
  maxOpenTrades: 20,
  bondLimitStamps: 0n,
  dailySpendLimitStamps: 0n,
  ticketStamps: 100n,
  bondAvailableStamps: 40n,
  openTrades: 1,
  openBondStamps: 500n,
  spentTodayStamps: 0n,
  faults180Days: 0,
};
let ids = 0;
const context = { now: new Date(0), newId: () => `journal-${String((ids += 1))}` };
const move = (decide: typeof decideReserveBond, amountStamps: bigint) =>
  decide(principal, { amountStamps, requestKey: 'prn:1:k' }, context).journals ?? [];

describe('moving a bond', () => {
  test.each([
    ['bond_reserve', decideReserveBond, 100n, [-100n, 100n]],
    ['bond_release', decideReleaseBond, 40n, [40n, -40n]],
  ] as const)(
    '%s moves exactly the requested amount, up to the whole balance',
    (kind, decide, amount, [tickets, bond]) => {
      const [journal, ...others] = move(decide, amount);
      expect(others).toEqual([]);
      expect(journal?.kind).toBe(kind);
      expect(Object.fromEntries(netChanges(journal?.lines ?? []))).toEqual({
        [`ticket:${principal.principalId}`]: tickets,
        [`bond_available:${principal.principalId}`]: bond,
      });
    },
  );

  test('a release cannot use the bonds of open trades', () => {
    expect(() => move(decideReleaseBond, 41n)).toThrow(Refusal);
  });

  // @spec E18
  test('a release advises to wait only for bonds that open trades hold', () => {
    const remedyOf = (over: Partial<PrincipalData>, amountStamps: bigint) =>
      refusalOf(() => decideReleaseBond({ ...principal, ...over }, { amountStamps, requestKey: 'k' }, context))?.remedy;
    expect(remedyOf({}, 540n)).toMatch(/^Release less, or wait until open trades/);
    expect(remedyOf({}, 541n)).toMatch(/^Release at most `available_stamps`/);
    expect(remedyOf({ openBondStamps: 0n }, 41n)).toMatch(/^Release at most `available_stamps`/);
  });

  test('two moves in one request have two journals with different keys', () => {
    const keys = [move(decideReserveBond, 1n), move(decideReserveBond, 1n)].flat().map(({ idemKey }) => idemKey);
    expect(new Set(keys).size).toBe(2);
    for (const key of keys) expect(key).toMatch(/^request:prn:1:k:journal-\d+$/);
  });
});
