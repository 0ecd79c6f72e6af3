import { reputationOf, type ReputationRow } from '../../../src/domain/parties/reputation';
import { ANN, NOW } from './market';

const row: ReputationRow = {
  principalId: ANN,
  settledTrades: 9,
  counterparties: 4,
  f1: 1,
  f2: 0,
  f3: 0,
  f4: 2,
  f5: 0,
  disputesRaised: 4,
  disputesWon: 1,
  disputesLost: 1,
  disputesUnruled: 1,
  feesPaidStamps: 90n,
  firstTradeAt: NOW,
};

// @spec RP1
test('A principal without a settled, bonded trade has an empty record', () => {
  expect(reputationOf(undefined)).toEqual({
    settledTrades: 0,
    counterparties: 0,
    faults: [],
    disputes: { raised: 0, won: 0, lost: 0, unruled: 0 },
    feesPaidStamps: 0n,
    firstTradeAt: null,
  });
});

// @spec RP2
test('The record lists only the classes with a fault, and the disputes with those that an even ruling ended', () => {
  expect(reputationOf(row)).toEqual({
    settledTrades: 9,
    counterparties: 4,
    faults: [
      { failureClass: 'F1', count: 1 },
      { failureClass: 'F4', count: 2 },
    ],
    disputes: { raised: 4, won: 1, lost: 1, unruled: 1 },
    feesPaidStamps: 90n,
    firstTradeAt: NOW,
  });
});
