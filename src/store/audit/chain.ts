import { statementCheck } from './check';

/** I1 to I3: the balances, and the chains of entries behind them. */

export const sumIsZero = statementCheck(
  'I1',
  'the sum of all balances and of all that waits to be folded is zero',
  `SELECT format('balances %s + unfolded %s = %s', b.total, u.total, b.total + u.total) AS detail
   FROM (SELECT coalesce(sum(balance), 0) AS total FROM ledger_balance) b,
     (SELECT coalesce(sum(amount), 0) AS total FROM ledger_unfolded) u
   WHERE b.total + u.total <> 0`,
);

export const balanceIsLastEntry = statementCheck(
  'I2',
  'each balance is its account’s last entry',
  `SELECT format('account %s: balance %s at entry %s, last entry %s with %s', a.account_id, b.balance, b.entry_seq, e.seq, e.balance_after) AS detail
   FROM ledger_account a LEFT JOIN ledger_balance b USING (account_id)
   LEFT JOIN (SELECT DISTINCT ON (account_id) account_id, seq, balance_after FROM ledger_entry ORDER BY account_id, seq DESC) e USING (account_id)
   WHERE b.account_id IS NULL OR b.entry_seq IS DISTINCT FROM e.seq OR b.balance <> coalesce(e.balance_after, 0)
     OR b.floor_balance IS DISTINCT FROM (CASE a.mode WHEN 'sync' THEN 0 END)`,
);

export const chainUnbroken = statementCheck(
  'I3',
  'each account’s entries follow one another without a gap, each from the balance before it',
  `SELECT format('account %s, entry %s: from %s by %s to %s, after entry %s with %s', account_id, seq, balance_before, amount, balance_after, last_seq, last_balance) AS detail
   FROM (SELECT account_id, seq, balance_before, amount, balance_after,
       lag(seq, 1, 0::bigint) OVER chain AS last_seq, lag(balance_after, 1, 0::bigint) OVER chain AS last_balance
     FROM ledger_entry WINDOW chain AS (PARTITION BY account_id ORDER BY seq)) e
   WHERE seq <> last_seq + 1 OR balance_before <> last_balance OR balance_after <> balance_before + amount`,
);
