-- I1: all balances and deferred amounts add up to zero
CREATE OR REPLACE VIEW audit_i1_sum AS
  SELECT format('balances %s + unfolded %s = %s', b.total, u.total, b.total + u.total) AS detail
  FROM (SELECT coalesce(sum(balance), 0) AS total FROM ledger_balance) b,
    (SELECT coalesce(sum(amount), 0) AS total FROM ledger_deferred) u
  WHERE b.total + u.total <> 0;

GRANT SELECT ON audit_i1_sum TO ats_app;
