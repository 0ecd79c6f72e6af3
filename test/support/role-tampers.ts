import { one, type Tamper } from './authority-tampers';

/** Changes that the database role of the service may write: what was changed, the check that finds it, and the SQL. */

const JOURNAL = '01980f3e-5c20-7a51-9d3b-0d6a4f3c2b10';
const REQUEST = `request:s:k:${JOURNAL}`;
/** The answer that check K1 expects for `REQUEST`. */
const ANSWER = `INSERT INTO idempotency_answer (scope, key, fingerprint, status, headers, body, created_at, expires_at)
  VALUES ('s', 'k', sha256('x'), 200, '{}', '{}', now(), now() + interval '72 hours')`;

const of = (kind: string, who: string): string => `{"kind": "${kind}", "principal_id": "{${who}}"}`;
const WALLET = '{"kind": "wallet", "human_id": "HUMAN"}';
const FEES = '{"kind": "platform_fee"}';
const line = (debit: string, credit: string): string => `{"debit": ${debit}, "credit": ${credit}, "amount": 5}`;

/** Posts a journal by the function of the ledger, with its triggers. The owner of `WALLET` owns only the consumer. */
const posted = (kind: string, key: string, ...lines: readonly string[]): string =>
  `SELECT set_config('session_replication_role', 'origin', true); ${key === REQUEST ? ANSWER : 'SELECT 1'};
   UPDATE principal_spend SET spent_stamps = spent_stamps + 5 WHERE principal_id = '{consumer}' AND '${kind}' = 'listing_fee';
   SELECT ledger_post('${JOURNAL}', '${key}', '${kind}', sha256('x'), NULL, replace('[${lines.join()}]', 'HUMAN',
     (SELECT human_id::text FROM binding WHERE principal_id = '{consumer}' AND role = 'owner'))::jsonb, now())`;

const between = [of('ticket', 'consumer'), of('ticket', 'provider')] as const;
const reserved = line(of('ticket', 'provider'), of('bond_available', 'provider'));

/** Journals without a trade. */
const journals: readonly Tamper[] = [
  ['tickets given to a stranger', 'I6', posted('wallet_fund', 'x', line(...between))],
  ['tickets given to a stranger for a request', 'I6', posted('wallet_fund', REQUEST, line(...between))],
  [
    'a bond that a stranger paid',
    'I6',
    posted('bond_reserve', REQUEST, line(of('ticket', 'consumer'), of('bond_available', 'provider'))),
  ],
  [
    'tickets in the wallet of a stranger',
    'I6',
    posted('wallet_return', REQUEST, line(of('ticket', 'provider'), WALLET)),
  ],
  ['two reservations for one request', 'I6', posted('bond_reserve', REQUEST, reserved, reserved)],
  ['a reservation under another key', 'I6', posted('bond_reserve', 'bond:1', reserved)],
  ['a fee of no listing', 'I6', posted('listing_fee', `listing:${JOURNAL}:fee`, line(of('ticket', 'consumer'), FEES))],
];

/** Rows that decide about money or rights, beside the ledger and the facts. */
const decisive: readonly Tamper[] = [
  [
    'the outcome for a participant',
    'T1',
    `UPDATE trade_participant SET outcome = 'failed' WHERE trade_id = '{done}' AND principal_id = '{provider}'`,
  ],
  [
    'when a trade ended for a participant',
    'T1',
    `UPDATE trade_participant SET settled_at = settled_at - interval '1 day' WHERE trade_id = '{done}' AND principal_id = '{provider}'`,
  ],
  [
    'the outcome of an open trade',
    'T1',
    `UPDATE trade_participant SET outcome = 'completed', settled_at = now() WHERE trade_id = '{two}' AND principal_id = '{provider}'`,
  ],
  [
    'a purchase that no operator resolved',
    'I7',
    `UPDATE ticket_purchase SET resolved_reasons = '{amount_mismatch}' WHERE ${one('ticket_purchase', 'true')}`,
  ],
  [
    'an event that no operator resolved',
    'I7',
    `UPDATE stripe_event SET resolved_reasons = '{refund}' WHERE ${one('stripe_event', 'true')}`,
  ],
  [
    'a resolution under the act of another kind',
    'I7',
    `SELECT set_config('session_replication_role', 'origin', true);
     INSERT INTO payment_resolution SELECT (SELECT session_id FROM ticket_purchase LIMIT 1), 'amount_mismatch', act_id FROM operator_act LIMIT 1`,
  ],
  [
    'a policy that no operator activated',
    'A7',
    `SELECT 1; UPDATE ticket_purchase SET livemode = true;
     INSERT INTO policy_activation VALUES (gen_random_uuid(), 'slash_policy_v1', now(), now())`,
  ],
  [
    'a policy that no operator announced',
    'A7',
    `INSERT INTO policy_activation VALUES (gen_random_uuid(), 'slash_policy_v1', now() + interval '1 day', now())`,
  ],
  [
    'a policy under the act of another kind',
    'A7',
    `INSERT INTO policy_activation SELECT gen_random_uuid(), 'slash_policy_v1', acted_at, acted_at, act_id FROM operator_act WHERE ${one('operator_act', 'true')}`,
  ],
];

export const roleTampers: readonly Tamper[] = [...journals, ...decisive];
