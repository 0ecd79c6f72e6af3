-- A7: each act of an operator is what its fact says
--
-- F4 compares verdicts with the facts of their trades.
CREATE OR REPLACE VIEW audit_a7_operator_acts AS
  SELECT format('operator act %s%s: %s', id, CASE WHEN version > 0 THEN ' version ' || version END, CASE WHEN r.state IS NULL THEN 'its facts have it, but no row does'
    WHEN f.state IS NULL THEN 'it has a row, but no fact' ELSE 'it differs from its last fact' END) AS detail
  FROM (SELECT * FROM authority_row WHERE object = 'operator_act') r
  FULL JOIN (SELECT * FROM authority_last_fact WHERE object = 'operator_act') f USING (id, version)
  WHERE (r.state IS DISTINCT FROM f.state OR r.principal_id <> f.principal_id)
    AND coalesce(r.state->>'operation', f.state->>'operation') <> 'evaluateTrade';

GRANT SELECT ON audit_a7_operator_acts TO ats_app;
