-- When secrets were made and shown once. The answer of a request of that time may contain one.
CREATE OR REPLACE VIEW audit_secret AS
  SELECT created_at FROM credential UNION ALL SELECT created_at FROM webhook_signing_key;

GRANT SELECT ON audit_secret TO ats_app;
