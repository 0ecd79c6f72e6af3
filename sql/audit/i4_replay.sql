-- I4: the sum of all postings equals the balances and deferred amounts
--
-- Full audits only: from a checkpoint it follows from I3 and from each side being present once.
CREATE OR REPLACE VIEW audit_i4_replay AS
  SELECT format('account %s: postings give %s, but balance and deferred amounts are %s', account_id, replayed, held) AS detail
  FROM (SELECT a.account_id, coalesce(r.total, 0) AS replayed, coalesce(b.balance, 0) + coalesce(u.total, 0) AS held
    FROM ledger_account a LEFT JOIN ledger_balance b USING (account_id)
    LEFT JOIN (SELECT account_id, sum(amount) AS total FROM audit_side GROUP BY account_id) r USING (account_id)
    LEFT JOIN (SELECT account_id, sum(amount) AS total FROM ledger_deferred GROUP BY account_id) u USING (account_id)
    WHERE audit_height() = 0) x
  WHERE replayed <> held;

GRANT SELECT ON audit_i4_replay TO ats_app;
