-- I4: each side of each posting has exactly one entry or one deferred row
--
-- Checked from the sides to the entries and back. Principals' accounts are read apart from the others, for the index;
-- `+ 0` hides the account from the planner, as in audit_entry.
CREATE OR REPLACE VIEW audit_i4_sides AS
  SELECT format('posting %s, account %s: %s posted, %s entered', s.posting_id, s.account_id, s.amount, e.amount) AS detail
  FROM audit_side s JOIN ledger_account a USING (account_id)
  LEFT JOIN ledger_entry e ON e.principal_id = a.principal_id AND e.posting_id = s.posting_id AND e.account_id + 0 = s.account_id
  WHERE a.principal_id IS NOT NULL AND e.amount IS DISTINCT FROM s.amount
  UNION ALL
  SELECT format('posting %s, account %s: %s posted, %s entered, %s deferred', s.posting_id, s.account_id, s.amount, e.amount, u.amount)
  FROM audit_side s JOIN ledger_account a USING (account_id)
  LEFT JOIN ledger_entry e ON e.principal_id IS NULL AND e.posting_id = s.posting_id AND e.account_id + 0 = s.account_id
  LEFT JOIN ledger_deferred u ON u.posting_id = s.posting_id AND u.account_id = s.account_id
  WHERE a.principal_id IS NULL AND ((e.amount IS NULL) = (u.amount IS NULL) OR coalesce(e.amount, u.amount) <> s.amount)
  UNION ALL
  SELECT format('posting %s, account %s: entry %s of %s, principal %s, kind %s, which matches no posting',
    e.posting_id, e.account_id, e.seq, e.amount, e.principal_id, e.kind)
  FROM audit_entry e LEFT JOIN ledger_posting p USING (posting_id) LEFT JOIN ledger_account a USING (account_id)
    LEFT JOIN ledger_journal j USING (journal_id)
  WHERE e.principal_id IS DISTINCT FROM a.principal_id OR e.kind <> j.kind
    OR e.amount IS DISTINCT FROM (CASE e.account_id WHEN p.credit_account_id THEN p.amount WHEN p.debit_account_id THEN -p.amount END)
  UNION ALL
  SELECT format('posting %s, account %s: %s deferred, which matches no posting', u.posting_id, u.account_id, u.amount)
  FROM ledger_deferred u LEFT JOIN ledger_posting p USING (posting_id) LEFT JOIN ledger_account a USING (account_id)
  WHERE a.mode IS DISTINCT FROM 'deferred'
    OR u.amount IS DISTINCT FROM (CASE u.account_id WHEN p.credit_account_id THEN p.amount WHEN p.debit_account_id THEN -p.amount END);

GRANT SELECT ON audit_i4_sides TO ats_app;
