import type { Mutant } from '../mutant';

/** Mutants of the ledger, its audit and its seals. */
export const ledgerMutants: readonly Mutant[] = [
  {
    name: 'application-writes-balances',
    breaks: 'The database role of the application can update balances directly.',
    violates: 'The application role may only read the ledger tables and run the functions of sql/ledger.',
    edits: [
      {
        file: 'sql/ledger/post.sql',
        find: 'GRANT EXECUTE ON FUNCTION ledger_post',
        replace: `GRANT UPDATE ON ledger_balance TO ats_app;
GRANT EXECUTE ON FUNCTION ledger_post`,
      },
    ],
    caughtBy: [{ file: 'test/integration/ledger/grants.test.ts', id: 'ledger-tables-read-only' }],
  },
  {
    name: 'balances-not-locked',
    breaks: 'A journal reads the balances that it changes without a lock.',
    violates: 'ledger_post locks synchronous accounts FOR NO KEY UPDATE.',
    edits: [
      {
        file: 'sql/ledger/post.sql',
        find: 'ORDER BY account_id FOR NO KEY UPDATE',
        replace: 'ORDER BY account_id',
      },
    ],
    caughtBy: [{ file: 'proof/ledger/concurrent-postings.test.ts', id: 'ledger-drain-to-remainder' }],
  },
  {
    name: 'balances-locked-unordered',
    breaks: 'A journal locks its balances in the order of its lines, so two journals can deadlock.',
    violates: 'ledger_post locks synchronous accounts in the order of their ids.',
    edits: [
      {
        file: 'sql/ledger/post.sql',
        find: 'ORDER BY account_id FOR NO KEY UPDATE',
        replace: `ORDER BY (SELECT min(3 * s.line_no + s.side) FROM unnest(v_sides) s
    WHERE s.account_id = ledger_balance.account_id) FOR NO KEY UPDATE`,
      },
    ],
    caughtBy: [{ file: 'proof/ledger/concurrent-postings.test.ts', id: 'ledger-transfers-in-circle' }],
  },
  {
    name: 'fold-not-locked',
    breaks: 'Two workers fold the same platform account, so one waits or starts from an old balance.',
    violates: 'One worker at a time folds deferred entries, and the chain of entries has no break.',
    edits: [
      {
        file: 'sql/ledger/fold_deferred.sql',
        find: 'ORDER BY b.account_id FOR NO KEY UPDATE SKIP LOCKED',
        replace: 'ORDER BY b.account_id',
      },
    ],
    caughtBy: [{ file: 'proof/ledger/concurrent-postings.test.ts', id: 'ledger-fold-exclusive' }],
  },
  {
    name: 'one-sided-entry',
    breaks: 'Deferred postings queue only the credits of platform accounts and lose the debits.',
    violates: 'The sum of all balances and unfolded postings is zero.',
    edits: [
      {
        file: 'sql/ledger/post.sql',
        find: "WHERE s.mode = 'deferred'",
        replace: "WHERE s.mode = 'deferred' AND s.delta > 0",
      },
    ],
    caughtBy: [
      { file: 'proof/ledger/concurrent-postings.test.ts', id: 'ledger-sum-zero' },
      { file: 'test/spec/concurrency.test.ts', id: 'create-trade-races' },
    ],
  },
  {
    name: 'halted-ledger-posts',
    breaks: 'ledger_post does not check whether the ledger is halted.',
    violates: 'A halted ledger refuses every posting with 503.',
    edits: [
      {
        file: 'sql/ledger/post.sql',
        find: `RAISE EXCEPTION 'the ledger is halted' USING ERRCODE = 'AT002';
  END IF;

  SELECT array_agg`,
        replace: `RAISE NOTICE 'the ledger is halted';
  END IF;

  SELECT array_agg`,
      },
    ],
    caughtBy: [{ file: 'test/integration/workers/ledger-invariant-check.test.ts', id: 'ledger-stopped' }],
  },
  {
    name: 'seal-by-watermark',
    breaks: 'The sealer starts after the newest sealed journal and misses journals that commit late.',
    violates: 'The sealer reads a queue, so a late commit is never skipped.',
    edits: [
      {
        file: 'sql/ledger/seal.sql',
        find: 'SELECT journal_id FROM ledger_unsealed ORDER BY',
        replace: `SELECT journal_id FROM ledger_unsealed
      WHERE journal_id > coalesce((SELECT journal_id FROM ledger_sealed ORDER BY journal_id DESC LIMIT 1),
        '00000000-0000-0000-0000-000000000000') ORDER BY`,
      },
    ],
    caughtBy: [{ file: 'test/integration/ledger/seals.test.ts', id: 'seal-late-commit' }],
  },
  {
    name: 'audit-ignores-balances',
    breaks: 'Audit check I2 compares each balance with itself.',
    violates: 'Audit check I2 finds a balance that differs from the last entry of its account.',
    edits: [
      {
        file: 'sql/audit/i2_balance.sql',
        find: 'b.balance <> coalesce(e.balance_after, 0)',
        replace: 'b.balance <> b.balance',
      },
    ],
    caughtBy: [{ file: 'test/integration/ledger/audit.test.ts', id: 'ledger-audit-damage', row: 'a balance changed' }],
  },
];
