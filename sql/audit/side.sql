-- Both sides of the postings that this audit reads.
CREATE OR REPLACE VIEW audit_side AS
  SELECT p.posting_id, p.journal_id, s.account_id, s.amount
  FROM audit_posting p CROSS JOIN LATERAL (VALUES (p.debit_account_id, -p.amount), (p.credit_account_id, p.amount)) AS s (account_id, amount);

GRANT SELECT ON audit_side TO ats_app;
