import type { Mutant } from '../mutant';

/** Mutants of listings, matching, proposals and trades. */
export const tradeMutants: readonly Mutant[] = [
  {
    name: 'listing-not-locked',
    breaks: 'A listing is read without a lock before an update, so one of two concurrent updates is lost.',
    violates: 'An update of a listing changes only the fields that the caller sends.',
    edits: [
      {
        file: 'src/database/repositories/listings.ts',
        find: 'AND principal_id = $2 FOR NO KEY UPDATE',
        replace: 'AND principal_id = $2',
      },
    ],
    caughtBy: [{ file: 'test/spec/concurrent-calls.test.ts', id: 'listing-update-races' }],
  },
  {
    name: 'single-tags-skipped',
    breaks: 'A match run that finds no listing with two common tags does not search for one common tag.',
    violates: 'A match run scores listings by the share of common tags.',
    edits: [
      {
        file: 'src/operations/commands/match-sets.ts',
        find: 'if (!canWin(',
        replace: 'if (this.open.length === 0 || !canWin(',
      },
    ],
    caughtBy: [
      {
        file: 'proof/market/match-search.test.ts',
        id: 'match-special-markets',
        row: 'cheap ones without tags, dear ones with',
      },
    ],
  },
  {
    name: 'tag-sets-cut-short',
    breaks: 'The search treats a list of tag sets as complete although it was cut at its size limit.',
    violates: 'A match run ranks all listings that fit.',
    edits: [
      { file: 'src/database/market/match-queries.ts', find: 'f.size < cut.size', replace: 'f.size <= cut.size' },
      {
        file: 'src/database/market/match-queries.ts',
        find: 'UNION ALL SELECT 1, size, NULL',
        replace: 'UNION ALL SELECT 1, size + 1, NULL',
      },
    ],
    caughtBy: [
      {
        file: 'proof/market/match-search.test.ts',
        id: 'match-special-markets',
        row: 'more sets with one tag in common than are named',
      },
    ],
  },
  {
    name: 'revision-not-compared',
    breaks: 'expected_revision_no is ignored, so a participant can accept a revision that it has not seen.',
    violates: 'A wrong expected_revision_no is refused with proposal_revision_conflict.',
    edits: [
      {
        file: 'src/domain/market/proposal.ts',
        find: "throw new Refusal('proposal_revision_conflict'",
        replace: "if (now.getTime() < 0) throw new Refusal('proposal_revision_conflict'",
      },
    ],
    caughtBy: [
      { file: 'test/spec/proposal.test.ts', id: 'proposal-revision-conflict' },
      { file: 'test/spec/proposal.test.ts', id: 'proposal-accept-counter-race' },
    ],
  },
  {
    name: 'proposal-not-locked',
    breaks: 'load_decision_data reads a proposal without a lock, so two responses start from the same state.',
    violates: 'A second response to a revision is refused with match_proposal_invalid_response.',
    edits: [
      {
        file: 'sql/trades/load_decision_data.sql',
        find: "(req->>'proposal_id')::uuid FOR NO KEY UPDATE;",
        replace: "(req->>'proposal_id')::uuid;",
      },
      {
        file: 'sql/trades/load_decision_data.sql',
        find: "wait_for_turn(v_caller, (req->>'proposal_id')::uuid)",
        replace: "wait_for_turn(NULL, (req->>'proposal_id')::uuid)",
      },
      {
        file: 'sql/trades/load_decision_data.sql',
        find: "(req->>'proposal_id')::uuid FOR NO KEY UPDATE SKIP LOCKED;",
        replace: "(req->>'proposal_id')::uuid;",
      },
    ],
    caughtBy: [{ file: 'test/spec/concurrent-calls.test.ts', id: 'proposal-response-races' }],
  },
  {
    name: 'trade-not-locked',
    breaks: 'load_decision_data reads a trade without a lock, so two calls find the step in the same state.',
    violates: 'A second contract or verdict for a step is refused with trade_state_conflict.',
    edits: [
      {
        file: 'sql/trades/load_decision_data.sql',
        find: 'v_proposal.trade_id) FOR NO KEY UPDATE;',
        replace: 'v_proposal.trade_id);',
      },
      {
        file: 'sql/trades/load_decision_data.sql',
        find: 'wait_for_turn(v_caller, coalesce(',
        replace: 'wait_for_turn(NULL, coalesce(',
      },
      {
        file: 'sql/trades/load_decision_data.sql',
        find: 'v_proposal.trade_id) FOR NO KEY UPDATE SKIP LOCKED;',
        replace: 'v_proposal.trade_id);',
      },
    ],
    caughtBy: [
      { file: 'test/spec/concurrent-calls.test.ts', id: 'publish-contract-races' },
      { file: 'test/spec/concurrent-calls.test.ts', id: 'checkpoint-races' },
    ],
  },
  {
    name: 'principals-not-locked',
    breaks: 'load_decision_data reads balances and limits without a lock, so two calls spend the same stamps.',
    violates: 'Concurrent calls never exceed the spend limit, the bond limit or the limit of open trades.',
    edits: [
      {
        file: 'sql/trades/load_decision_data.sql',
        find: "v_ids IS NOT NULL AND v_lock = 'try'",
        replace: 'false',
      },
      {
        file: 'sql/trades/load_decision_data.sql',
        find: "v_ids IS NOT NULL AND v_lock <> 'none'",
        replace: 'false',
      },
    ],
    caughtBy: [
      { file: 'test/spec/limits.test.ts', id: 'spend-limit-races' },
      { file: 'test/spec/limits.test.ts', id: 'open-trades-races' },
    ],
  },
  {
    name: 'exact-bond-refused',
    breaks: 'A trade is refused when a participant has exactly the required stamps.',
    violates: 'A trade needs at least the bond: an equal amount is sufficient.',
    edits: [{ file: 'src/domain/trades/create-trade.ts', find: 'available >= ', replace: 'available > ' }],
    caughtBy: [
      { file: 'test/unit/domain/create-trade.test.ts', id: 'bond-insufficient' },
      { file: 'test/spec/concurrency.test.ts', id: 'create-with-one-bond' },
    ],
  },
  {
    name: 'trade-open-forever',
    breaks: 'A settled trade still counts as open for its participants.',
    violates: 'The limit of open trades counts only trades that have not ended.',
    edits: [{ file: 'sql/trades/apply_effects.sql', find: 'p SET open = false', replace: 'p SET open = true' }],
    caughtBy: [
      { file: 'proof/model/model.test.ts', id: 'model-random-trades' },
      { file: 'proof/simulation/test/simulation.test.ts', id: 'simulation-books' },
    ],
  },
  {
    name: 'spend-without-fee',
    breaks: 'The activation fee does not count towards the daily spend.',
    violates: 'The daily spend is escrow, activation fees and listing fees of the current UTC day.',
    edits: [
      {
        file: 'src/domain/trades/activate-trade.ts',
        find: 'principalId: consumer.principalId, stamps: cost }]',
        replace: 'principalId: consumer.principalId, stamps: step.priceStamps }]',
      },
    ],
    caughtBy: [
      { file: 'test/unit/domain/activate-trade.test.ts', id: 'activation-price-and-fee' },
      { file: 'test/spec/limits.test.ts', id: 'spend-limit-races' },
    ],
  },
  {
    name: 'any-agent-publishes',
    breaks: 'An agent of the provider can publish a contract without X-Agent-Id.',
    violates: 'X-Agent-Id must be the agent that is registered for the role in the step.',
    edits: [
      {
        file: 'src/domain/trades/step.ts',
        find: "'provider', input.caller, 'required'",
        replace: "'provider', input.caller, 'if_present'",
      },
    ],
    caughtBy: [{ file: 'test/unit/domain/step.test.ts', id: 'publish-contract-access' }],
  },
  {
    name: 'passed-step-stays-active',
    breaks: 'A step with a passing checkpoint stays active until the sweep.',
    violates: 'A step whose checkpoint passes has passed at that commit, and nothing later changes it.',
    edits: [
      {
        file: 'src/domain/trades/step.ts',
        find: 'covers(trade, step) ? passStep(step) :',
        replace: "covers(trade, step) ? { ...passStep(step), state: 'active' } :",
      },
    ],
    caughtBy: [
      { file: 'test/unit/domain/step.test.ts', id: 'passed-at-checkpoint' },
      { file: 'test/spec/deadlines.test.ts', id: 'passed-step-stands' },
    ],
  },
  {
    name: 'deadline-inclusive',
    breaks: 'A call at the instant of the deadline is accepted.',
    violates: 'A call at or after the deadline is late.',
    edits: [{ file: 'src/domain/time.ts', find: 'now.getTime() >= ', replace: 'now.getTime() > ' }],
    caughtBy: [
      { file: 'test/unit/domain/step.test.ts', id: 'deadline-passed' },
      { file: 'test/unit/domain/create-trade.test.ts', id: 'proposal-expires' },
    ],
  },
  {
    name: 'deadline-by-process-clock',
    breaks: 'Deadlines are compared with the clock of the process instead of the time of the transaction.',
    violates: 'The clock of the database decides whether a call is late.',
    edits: [
      {
        file: 'src/domain/trades/trade.ts',
        find: 'isDue(step.deadlineAt, now)',
        replace: 'isDue(step.deadlineAt, now && new Date())',
      },
    ],
    caughtBy: [
      { file: 'test/spec/deadlines.test.ts', id: 'late-call-refused' },
      { file: 'proof/simulation/test/simulation.test.ts', id: 'simulation-honest-pairs' },
    ],
  },
  {
    name: 'late-only-after-sweep',
    breaks: 'A call after its deadline is accepted until the settlement worker has run.',
    violates: 'The outcome of a trade does not depend on when the settlement worker runs.',
    edits: [
      {
        file: 'src/domain/trades/trade.ts',
        find: 'isDue(step.deadlineAt, now)',
        replace: 'isDue(step.deadlineAt, now) && isTradeTerminal(trade)',
      },
    ],
    caughtBy: [
      { file: 'test/spec/deadlines.test.ts', id: 'late-call-refused' },
      { file: 'test/unit/domain/step.test.ts', id: 'deadline-passed' },
    ],
  },
  {
    name: 'places-of-one-counterparty',
    breaks: 'The best listings of one counterparty take all places of a match run, and the quota then drops them.',
    violates: 'A match run gives the places that the quota of a counterparty does not leave to the next best.',
    edits: [
      {
        file: 'src/operations/commands/match-run.ts',
        find: 'placesWithin(use.quota, use.proposals)',
        replace: 'placesWithin(use.quota + 50, use.proposals)',
      },
    ],
    caughtBy: [{ file: 'test/spec/proposal-quotas.test.ts', id: 'places-for-others' }],
  },
];
