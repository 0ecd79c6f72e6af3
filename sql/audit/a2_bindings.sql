-- A2: each binding is what its last fact says
CREATE OR REPLACE VIEW audit_a2_bindings AS
  SELECT 'binding ' || detail AS detail FROM authority_difference WHERE object = 'binding';

GRANT SELECT ON audit_a2_bindings TO ats_app;
