-- The facts of the trades that this audit reads.
CREATE OR REPLACE VIEW audit_fact AS
  SELECT f.* FROM trade_fact f WHERE audit_height() = 0
  UNION ALL SELECT f.* FROM audit_trade t JOIN trade_fact f USING (trade_id) WHERE audit_height() > 0;

GRANT SELECT ON audit_fact TO ats_app;
