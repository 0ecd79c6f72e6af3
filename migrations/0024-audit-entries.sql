-- Two views of 0020-audit-books.sql, read from a checkpoint on: an entry is found by its principal and posting. By its account it
-- could be found too, and that looks cheaper to the planner, whose accounts have a hundred entries each; a busy one has them
-- all. `+ 0` takes the account out of the choice.

-- In part: by the index that keeps a posting from reaching an account twice, which begins with the principal.
CREATE OR REPLACE VIEW audit_entry AS
  SELECT e.* FROM ledger_entry e WHERE audit_height() = 0
  UNION ALL SELECT e.* FROM audit_side s JOIN ledger_account a USING (account_id)
    JOIN ledger_entry e ON e.principal_id = a.principal_id AND e.posting_id = s.posting_id AND e.account_id + 0 = s.account_id
    WHERE audit_height() > 0
  UNION ALL SELECT e.* FROM audit_side s JOIN ledger_account a USING (account_id)
    JOIN ledger_entry e ON e.principal_id IS NULL AND e.posting_id = s.posting_id AND e.account_id + 0 = s.account_id
    WHERE audit_height() > 0 AND a.principal_id IS NULL AND a.mode = 'sync'
  UNION ALL SELECT e.* FROM jsonb_each_text(audit_deferred()) d (account_id, seq)
    JOIN ledger_entry e ON e.account_id = d.account_id::bigint AND e.seq > d.seq::bigint
    WHERE audit_height() > 0;

CREATE OR REPLACE VIEW audit_i4_sides AS
  SELECT format('posting %s, account %s: %s posted, %s entered', s.posting_id, s.account_id, s.amount, e.amount) AS detail
  FROM audit_side s JOIN ledger_account a USING (account_id)
  LEFT JOIN ledger_entry e ON e.principal_id = a.principal_id AND e.posting_id = s.posting_id AND e.account_id + 0 = s.account_id
  WHERE a.principal_id IS NOT NULL AND e.amount IS DISTINCT FROM s.amount
  UNION ALL
  SELECT format('posting %s, account %s: %s posted, %s entered, %s waiting', s.posting_id, s.account_id, s.amount, e.amount, u.amount)
  FROM audit_side s JOIN ledger_account a USING (account_id)
  LEFT JOIN ledger_entry e ON e.principal_id IS NULL AND e.posting_id = s.posting_id AND e.account_id + 0 = s.account_id
  LEFT JOIN ledger_unfolded u ON u.posting_id = s.posting_id AND u.account_id = s.account_id
  WHERE a.principal_id IS NULL AND ((e.amount IS NULL) = (u.amount IS NULL) OR coalesce(e.amount, u.amount) <> s.amount)
  UNION ALL
  SELECT format('posting %s, account %s: entry %s of %s, principal %s, for which nothing is posted', e.posting_id, e.account_id, e.seq, e.amount, e.principal_id)
  FROM audit_entry e LEFT JOIN ledger_posting p USING (posting_id) LEFT JOIN ledger_account a USING (account_id)
  WHERE e.principal_id IS DISTINCT FROM a.principal_id
    OR e.amount IS DISTINCT FROM (CASE e.account_id WHEN p.credit_account_id THEN p.amount WHEN p.debit_account_id THEN -p.amount END)
  UNION ALL
  SELECT format('posting %s, account %s: %s waits, for which nothing is posted', u.posting_id, u.account_id, u.amount)
  FROM ledger_unfolded u LEFT JOIN ledger_posting p USING (posting_id) LEFT JOIN ledger_account a USING (account_id)
  WHERE a.mode IS DISTINCT FROM 'deferred'
    OR u.amount IS DISTINCT FROM (CASE u.account_id WHEN p.credit_account_id THEN p.amount WHEN p.debit_account_id THEN -p.amount END);
