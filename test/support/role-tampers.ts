import type { Tamper } from './authority-tampers';

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
export const roleTampers: readonly Tamper[] = [
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
