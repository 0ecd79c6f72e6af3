-- I4: each journal still has the hash that was stored when it was written
CREATE OR REPLACE VIEW audit_i4_hashes AS
  SELECT format('journal %s of block %s is not what was hashed when it was written', x.journal_id, coalesce(s.height::text, 'none yet')) AS detail
  FROM (SELECT j.journal_id, j.canonical_sha256, sha256(ledger_journal_head(j.journal_id, j.idem_key, j.kind, j.trade_id, j.created_at)
      || coalesce(string_agg(ledger_field(ledger_account_name(d.kind, d.principal_id, d.human_id, d.trade_id, d.step_no))
        || ledger_field(ledger_account_name(c.kind, c.principal_id, c.human_id, c.trade_id, c.step_no)) || ledger_field(p.amount::text), '' ORDER BY p.line_no), '')) AS computed
    FROM audit_journal j LEFT JOIN ledger_posting p USING (journal_id)
    LEFT JOIN ledger_account d ON d.account_id = p.debit_account_id LEFT JOIN ledger_account c ON c.account_id = p.credit_account_id
    GROUP BY j.journal_id, j.idem_key, j.kind, j.trade_id, j.created_at, j.canonical_sha256) x
  LEFT JOIN ledger_sealed s USING (journal_id)
  WHERE canonical_sha256 <> computed;

GRANT SELECT ON audit_i4_hashes TO ats_app;
