-- A7: each act of an operator is what its fact says
--
-- F4 compares verdicts with the facts of their trades.
CREATE OR REPLACE VIEW audit_a7_operator_acts AS
  SELECT 'operator act ' || detail AS detail FROM authority_difference WHERE object = 'operator_act' AND state->>'operation' <> 'evaluateTrade';

GRANT SELECT ON audit_a7_operator_acts TO ats_app;
