-- I8: a trade has exactly one settlement when it is terminal, and none before
CREATE OR REPLACE VIEW audit_i8_settlements AS
  SELECT format('trade %s is %s and has %s settlements', t.trade_id, t.state, count(s.trade_id)) AS detail
  FROM audit_trade t LEFT JOIN settlement s USING (trade_id) GROUP BY t.trade_id, t.state
  HAVING count(s.trade_id) <> (t.state IN ('completed', 'failed', 'compensated'))::integer
  UNION ALL SELECT format('settlement of trade %s, which does not exist', s.trade_id)
  FROM settlement s LEFT JOIN trade t USING (trade_id) WHERE s.settlement_id >= audit_since_id() AND t.trade_id IS NULL;

GRANT SELECT ON audit_i8_settlements TO ats_app;
