import { decideTrade } from '../../../src/sandbox/counterparty/decide';
import type { TradeSeen } from '../../../src/sandbox/counterparty/view';

/** Deliveries have any number of items, and the conducts count in fifths. */

const delivered = (items: number): TradeSeen => ({
  tradeKey: 'trd_1',
  allowedActions: [{ operation: 'submitCheckpoint', input: { tradeKey: 'trd_1', stepNo: 1 } }],
  steps: [
    {
      stepNo: 1,
      items: [],
      coverageBps: null,
      contract: { items: Array.from({ length: items }, (_, index) => ({ itemId: `item-${String(index)}` })) },
    },
  ],
});

test.each([
  [1, 1],
  [2, 1],
  [5, 1],
  [10, 2],
])('should confirm %i items with %i met ones as a consumer of strategy FALSE_SHORTFALL', (items, expectedMet) => {
  const decision = decideTrade(delivered(items), {
    seed: 1,
    conduct: { side: 'consume', kind: 'false_shortfall' },
    principalKey: 'prn_1',
    thresholdBps: 8_000,
  });
  const { status, results } = decision?.input as { status: string; results: { met: boolean }[] };
  expect([status, results.length, results.filter((result) => result.met).length]).toEqual([
    'CONFIRMED',
    items,
    expectedMet,
  ]);
});

test.each([
  [null, undefined],
  [0, 'fileRebuttal'],
])(
  'should answer a coverage of %p by %p as an honest provider, for whom a rebuttal is always open',
  (coverageBps, expected) => {
    const [step] = delivered(5).steps;
    const trade = {
      ...delivered(5),
      allowedActions: [{ operation: 'fileRebuttal', input: { tradeKey: 'trd_1', stepNo: 1 } }],
      steps: step ? [{ ...step, coverageBps }] : [],
    };
    const decision = decideTrade(trade, {
      seed: 1,
      conduct: { side: 'provide', kind: 'honest' },
      principalKey: 'prn_1',
      thresholdBps: 8_000,
    });
    expect(decision?.operation).toBe(expected);
  },
);
