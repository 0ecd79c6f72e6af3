-- S3: each journal is in one sealed block or waits for one
CREATE OR REPLACE VIEW audit_s3_queue AS
  SELECT format('journal %s is in no block and waits for none', j.journal_id) AS detail
  FROM ledger_journal j LEFT JOIN ledger_sealed s USING (journal_id) LEFT JOIN ledger_unsealed u USING (journal_id)
  WHERE audit_height() = 0 AND s.journal_id IS NULL AND u.journal_id IS NULL
  UNION ALL
  SELECT format('journal %s waits for a block%s', u.journal_id, CASE WHEN j.journal_id IS NULL THEN ', and is not there' ELSE format(' and is in block %s', s.height) END)
  FROM ledger_unsealed u LEFT JOIN ledger_sealed s USING (journal_id) LEFT JOIN ledger_journal j USING (journal_id)
  WHERE s.journal_id IS NOT NULL OR j.journal_id IS NULL;

GRANT SELECT ON audit_s3_queue TO ats_app;
