import type { Mutant } from '../mutant';

/** Mutants of settlement and of the worker that settles due trades. */
export const settlementMutants: readonly Mutant[] = [
  {
    name: 'ended-trade-settled',
    breaks: 'The evaluation of a trade does not check whether the trade has ended.',
    violates: 'A trade that has ended is never due, and each trade is settled once.',
    edits: [
      {
        file: 'src/domain/trades/evaluation.ts',
        find: "isTerminal(tradeMachine, trade.state) ? { action: 'none' } : ",
        replace: '',
      },
    ],
    caughtBy: [{ file: 'test/unit/domain/evaluation.test.ts', id: 'ended-trade-not-due' }],
  },
  {
    name: 'burn-pays-the-provider',
    breaks: 'The provider keeps its half of the burn of an unruled dispute.',
    violates: 'A dispute without a verdict splits the contested price and burns the agreed share.',
    edits: [
      {
        file: 'src/domain/trades/policy-v1-1.ts',
        find: 'ceilDiv(contested, 2n) - burntBySide',
        replace: 'ceilDiv(contested, 2n) - 0n * burntBySide',
      },
    ],
    caughtBy: [
      { file: 'test/unit/domain/policy-v1-1.test.ts', id: 'slash-v1-1-adds-up' },
      { file: 'test/spec/disputes.test.ts', id: 'unruled-dispute-burns' },
      { file: 'proof/second-implementation/second-implementation.test.ts', id: 'second-implementation-agrees' },
    ],
  },
  {
    name: 'split-loses-stamps',
    breaks: 'A proportional split loses the stamps that remain after rounding down.',
    violates: 'A split rounds down first, then gives one stamp each by largest remainder.',
    edits: [{ file: 'src/domain/ledger/stamps.ts', find: 'amount - sum(parts)', replace: '0n * sum(parts)' }],
    caughtBy: [
      { file: 'test/unit/domain/policy.test.ts', id: 'slash-adds-up' },
      { file: 'test/unit/domain/settlement-properties.test.ts', id: 'settlement-conserves-stamps' },
      { file: 'proof/second-implementation/second-implementation.test.ts', id: 'second-implementation-agrees' },
    ],
  },
  {
    name: 'fault-count-by-date',
    breaks: 'A fault that was settled during the wait for locks is not counted, because its date is later.',
    violates: 'The first-time discount needs a fault count that is read under the lock of the principal.',
    edits: [
      {
        file: 'sql/trades/principal_data.sql',
        find: "interval '180 days'",
        replace: "interval '180 days' AND f.settled_at <= p_at",
      },
    ],
    caughtBy: [{ file: 'test/integration/workers/fault-history.test.ts', id: 'first-fault-of-two' }],
  },
  {
    name: 'settlement-shows-other-side',
    breaks: 'A settlement shows the amounts of the first party instead of the caller.',
    violates: 'A settlement record shows only the amounts of the caller.',
    edits: [
      {
        file: 'src/api/graphql/schema/settlement.ts',
        find: 'party.principalId === viewer',
        replace: 'party.principalId === viewer || true',
      },
    ],
    caughtBy: [
      { file: 'test/spec/settlement.test.ts', id: 'settlement-own-side' },
      { file: 'test/spec/settlement.test.ts', id: 'settlement-third-party' },
    ],
  },
  {
    name: 'event-shows-other-side',
    breaks: 'The event that ends a trade shows the amounts of one party to all parties.',
    violates: 'A settlement event shows only the amounts of its recipient.',
    edits: [
      {
        file: 'src/domain/events/events.ts',
        find: 'settlementRecord(settlement, own)',
        replace: 'settlementRecord(settlement, parties[0] ?? own)',
      },
    ],
    caughtBy: [{ file: 'test/unit/domain/settle-trade.test.ts', id: 'settlement-event-own-side' }],
  },
  {
    name: 'due-trade-not-locked',
    breaks: 'The settlement worker reads a due trade without a lock, so two workers settle the same trade.',
    violates: 'The settlement worker locks due trades with SKIP LOCKED, so several workers can run.',
    edits: [
      {
        file: 'sql/trades/load_decision_data.sql',
        find: 'v_proposal.trade_id) FOR NO KEY UPDATE SKIP LOCKED;',
        replace: 'v_proposal.trade_id);',
      },
    ],
    caughtBy: [{ file: 'test/integration/workers/settle-sweep.test.ts', id: 'sweep-skips-locked' }],
  },
  {
    name: 'batched-settlement-dropped',
    breaks: 'A trade that a batch of settlements could not settle is not settled alone.',
    violates: 'The worker sets aside a trade whose settlement throws, and settles the other trades.',
    edits: [
      {
        file: 'src/workers/settle-sweep.ts',
        find: 'else left.push(due);',
        replace: 'else if (outcome === undefined) left.push(due);',
      },
    ],
    caughtBy: [{ file: 'test/integration/workers/settle-batches.test.ts', id: 'batch-member-fails' }],
  },
  {
    name: 'failed-settlement-repeats',
    breaks: 'A trade whose settlement failed is due again in every sweep.',
    violates: 'The worker sets aside a trade whose settlement throws, and settles the other trades.',
    edits: [
      {
        file: 'src/database/repositories/trade-queue.ts',
        find: 'FROM trade WHERE due_at <= $1 AND settlement_error IS NULL',
        replace: 'FROM trade WHERE due_at <= $1',
      },
    ],
    caughtBy: [{ file: 'test/integration/workers/settle-sweep.test.ts', id: 'sweep-sets-aside' }],
  },
  {
    name: 'deadline-before-its-record',
    breaks: 'A worker settles a deadline before a record says that the service was open when it passed.',
    violates: 'A deadline that passes while the service is closed moves by the length of the outage.',
    edits: [
      {
        file: 'src/workers/settle-sweep.ts',
        find: '(until !== null && dueAt <= until)',
        replace: 'until !== null',
      },
    ],
    caughtBy: [{ file: 'test/spec/closed-hours-edges.test.ts', id: 'deadline-and-record' }],
  },
];
