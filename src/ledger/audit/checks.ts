import { type Check, viewCheck } from './check';
import { settlementsRecomputed } from './settlements';
import { tradesProjected } from './trades';

/**
 * The checks. Most are views of sql/audit.
 *
 * `settlementsRecomputed` and `tradesProjected` are not: they compute settlements and rows again with the rules of the domain.
 */

const sumIsZero = viewCheck('i1_sum');

const tradeAccounts = viewCheck('i5_trade_accounts');

/** The checks whose findings halt the ledger. */
export const ledgerHaltingChecks: readonly Check[] = [sumIsZero, tradeAccounts];

/** The checks of the ledger, I1 to I8. */
const ledger: readonly Check[] = [
  sumIsZero,
  viewCheck('i2_balance'),
  viewCheck('i3_chain', 'whole tables'),
  viewCheck('i4_replay'),
  viewCheck('i4_sides', 'whole tables'),
  viewCheck('i4_hashes', 'whole tables'),
  tradeAccounts,
  settlementsRecomputed,
  viewCheck('i6_trade_journals'),
  viewCheck('i6_other_journals', 'whole tables'),
  viewCheck('i7_cleared'),
  viewCheck('i7_credited'),
  viewCheck('i7_resolved'),
  viewCheck('i8_settlements'),
  viewCheck('i8_events'),
];

/** The sealed ledger (docs/proofs/ledger-proofs.md). */
const seals: readonly Check[] = [viewCheck('s1_blocks'), viewCheck('s2_contents'), viewCheck('s3_queue')];

/** The facts of trades (docs/concepts/facts.md). */
const facts: readonly Check[] = [
  viewCheck('f1_chain', 'whole tables'),
  tradesProjected,
  viewCheck('f3_terms', 'whole tables'),
  viewCheck('f4_rulings'),
  viewCheck('f5_fees', 'whole tables'),
  viewCheck('f6_history'),
];

/** The facts about who may act. */
const authority: readonly Check[] = [
  viewCheck('a1_chain', 'whole tables'),
  viewCheck('a2_bindings', 'whole tables'),
  viewCheck('a3_credentials', 'whole tables'),
  viewCheck('a4_agents', 'whole tables'),
  viewCheck('a5_signing_keys', 'whole tables'),
  viewCheck('a6_anchors', 'whole tables'),
  viewCheck('a7_operator_acts', 'whole tables'),
  viewCheck('a7_activations'),
  viewCheck('a8_mandates', 'whole tables'),
  viewCheck('a9_approvals', 'whole tables'),
];

const service: readonly Check[] = [
  viewCheck('t1_ends'),
  viewCheck('t2_sides', 'whole tables'),
  viewCheck('t3_spend'),
  viewCheck('t4_record', 'whole tables'),
  viewCheck('t5_market'),
  viewCheck('t6_reputation', 'whole tables'),
  viewCheck('m1_mandates', 'whole tables'),
  viewCheck('e1_sequence'),
  viewCheck('e2_events'),
  viewCheck('e2_proposals', 'whole tables'),
  viewCheck('e3_frozen'),
  viewCheck('e4_addressed'),
  viewCheck('e5_data', 'whole tables'),
  viewCheck('d1_attempts'),
  viewCheck('d2_addressed'),
  viewCheck('d3_scheduled'),
  viewCheck('d4_made', 'whole tables'),
  viewCheck('k1_effects'),
  viewCheck('k2_answers'),
  viewCheck('k3_states', 'whole tables'),
  viewCheck('c1_signing_keys'),
  viewCheck('c2_credentials'),
  viewCheck('c3_sessions'),
];

/** Every proof, the ledger's first. */
export const checks: readonly Check[] = [...ledger, ...seals, ...facts, ...authority, ...service];
