-- T3: each day's spend equals the stamps that left the principal's tickets for escrow and fees
--
-- Full audits only.
CREATE OR REPLACE VIEW audit_t3_spend AS
  SELECT format('principal %s on %s: %s spent, %s counted', coalesce(m.principal_id, s.principal_id), coalesce(m.day, s.day), coalesce(m.stamps, 0), coalesce(s.spent_stamps, 0)) AS detail
  FROM (
    SELECT a.principal_id, (j.created_at AT TIME ZONE 'UTC')::date AS day, sum(p.amount) AS stamps
    FROM ledger_journal j JOIN ledger_posting p USING (journal_id) JOIN ledger_account a ON a.account_id = p.debit_account_id
    WHERE j.kind IN ('activation', 'listing_fee') AND a.kind = 'ticket' GROUP BY 1, 2) m
  FULL JOIN principal_spend s ON s.principal_id = m.principal_id AND s.day = m.day
  WHERE audit_height() = 0 AND coalesce(m.stamps, 0) <> coalesce(s.spent_stamps, 0);

GRANT SELECT ON audit_t3_spend TO ats_app;
