-- A5: each webhook signing key is what its last fact says
CREATE OR REPLACE VIEW audit_a5_signing_keys AS
  SELECT 'webhook signing key ' || detail AS detail FROM authority_difference WHERE object = 'signing_key';

GRANT SELECT ON audit_a5_signing_keys TO ats_app;
