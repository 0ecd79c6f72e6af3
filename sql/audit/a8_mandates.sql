-- A8: each mandate is what its last fact says
CREATE OR REPLACE VIEW audit_a8_mandates AS
  SELECT 'mandate of agent ' || detail AS detail FROM authority_difference WHERE object = 'mandate';

GRANT SELECT ON audit_a8_mandates TO ats_app;
