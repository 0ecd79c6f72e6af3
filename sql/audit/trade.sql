-- The trades that this audit reads. From a checkpoint: open trades, and those that moved stamps or ended since.
CREATE OR REPLACE VIEW audit_trade AS
  SELECT t.* FROM trade t WHERE audit_height() = 0
  UNION ALL SELECT t.* FROM (
    SELECT trade_id FROM trade_participant WHERE open
    UNION SELECT trade_id FROM audit_journal WHERE trade_id IS NOT NULL
    UNION SELECT trade_id FROM settlement WHERE settlement_id >= audit_since_id()) live
  JOIN trade t USING (trade_id) WHERE audit_height() > 0;

GRANT SELECT ON audit_trade TO ats_app;
