import { type Check, viewCheck } from './check';
import { settlementsRecomputed } from './settlements';

/** The proofs by name: a view each (migrations), but for the settlements, which the service's own rules compute anew. */

const sumIsZero = viewCheck('I1', 'audit_i1_sum', 'the sum of all balances and of all that waits to be folded is zero');

const tradeAccounts = viewCheck(
  'I5',
  'audit_i5_trade_accounts',
  'a terminal trade’s bond and escrow accounts are zero, an open one’s are what is reserved and escrowed',
);

/** Those whose break stops the ledger (ledger.md §4). */
export const ledgerHaltingChecks: readonly Check[] = [sumIsZero, tradeAccounts];

/** I1 to I8 of ledger.md §4, in its order. */
const ledger: readonly Check[] = [
  sumIsZero,
  viewCheck('I2', 'audit_i2_balance', 'each balance is its account’s last entry'),
  viewCheck(
    'I3',
    'audit_i3_chain',
    'each account’s entries follow one another without a gap, each from the balance before it',
    'whole tables',
  ),
  viewCheck('I4', 'audit_i4_replay', 'all postings, added up anew, are the balances and what waits to be folded'),
  viewCheck(
    'I4',
    'audit_i4_sides',
    'each side of each posting is one entry of its account or waits to be folded, and nothing else is',
    'whole tables',
  ),
  viewCheck(
    'I4',
    'audit_i4_hashes',
    'each journal and its postings hash to what was stored when it was written',
    'whole tables',
  ),
  tradeAccounts,
  settlementsRecomputed,
  viewCheck(
    'I6',
    'audit_i6_trade_journals',
    'what a trade reserved, activated and settled is what its rows say, by journals under its own keys alone',
  ),
  viewCheck('I7', 'audit_i7_cleared', 'what left the clearing account is the sum of the credited checkout sessions'),
  viewCheck(
    'I7',
    'audit_i7_credited',
    'each credited checkout session is one posting of its tickets to whom it names, and no other session has one',
  ),
  viewCheck('I8', 'audit_i8_settlements', 'a trade has exactly one settlement when it is terminal, and none before'),
  viewCheck(
    'I8',
    'audit_i8_told',
    'each participant of a settled trade has one record of its side and one event that says how the trade ended',
  ),
];

/** docs/proofs/ledger-proofs.md. */
const seals: readonly Check[] = [
  viewCheck(
    'S1',
    'audit_s1_blocks',
    'each sealed block follows the one before it, and is what an audit has seen there',
  ),
  viewCheck('S2', 'audit_s2_contents', 'each sealed block holds the journals it sealed, as they were'),
  viewCheck('S3', 'audit_s3_queue', 'each journal is in one sealed block or waits for one'),
];

const service: readonly Check[] = [
  viewCheck('T1', 'audit_t1_ends', 'a trade, its steps, its participants, its proposal and its settlement agree'),
  viewCheck(
    'T2',
    'audit_t2_sides',
    'each party’s record of a settled trade is what its balances gained and lost by it',
    'whole tables',
  ),
  viewCheck('T3', 'audit_t3_spend', 'each day’s spend is what left the principal’s tickets for escrow and fees'),
  viewCheck(
    'T4',
    'audit_t4_record',
    'each principal’s day counts the trades that settled on it, and those by its fault',
    'whole tables',
  ),
  viewCheck('T5', 'audit_t5_market', 'match runs find the listings that can be found, as they are, and no others'),
  viewCheck('E1', 'audit_e1_sequence', 'each principal’s events are numbered from 1 without a gap'),
  viewCheck(
    'E2',
    'audit_e2_told',
    'each step of a trade and each credit was told once to each principal concerned, each disabled endpoint to its own',
  ),
  viewCheck(
    'E2',
    'audit_e2_proposals',
    'each revision of a proposal and its end were told once to each of its participants',
    'whole tables',
  ),
  viewCheck('E3', 'audit_e3_frozen', 'each event’s frozen payload is what was written with its cause'),
  viewCheck('E4', 'audit_e4_addressed', 'nobody is told of a trade or proposal it has no part in'),
  viewCheck('D1', 'audit_d1_attempts', 'each webhook delivery is where its attempts have brought it'),
  viewCheck('D2', 'audit_d2_addressed', 'each webhook delivery is of an event of the agent’s own'),
  viewCheck('D3', 'audit_d3_scheduled', 'each pending webhook delivery will be looked at again'),
  viewCheck('D4', 'audit_d4_made', 'each event has a webhook delivery to each agent that wants it', 'whole tables'),
  viewCheck('K1', 'audit_k1_effects', 'what a request did and the answer kept for its key belong together, once a key'),
  viewCheck('K2', 'audit_k2_answers', 'only final answers are kept, and no longer than they may be'),
  viewCheck('C1', 'audit_c1_signing_keys', 'each agent has one live webhook signing key, its versions without a gap'),
  viewCheck(
    'C2',
    'audit_c2_credentials',
    'nothing was done with a credential after its end, and none has another’s secret',
  ),
  viewCheck('C3', 'audit_c3_sessions', 'each sign-in session has one current refresh token'),
];

/** Every proof, the ledger's first. */
export const checks: readonly Check[] = [...ledger, ...seals, ...service];
