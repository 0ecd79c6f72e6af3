-- K2: only final answers are stored, and only for their retention time
CREATE OR REPLACE VIEW audit_k2_answers AS
  SELECT format('scope %s, key %s: status %s, stored for %s', scope, key, status, expires_at - created_at) AS detail
  FROM idempotency_answer
  WHERE expires_at >= audit_since() AND (status NOT BETWEEN 200 AND 499 OR status IN (401, 429) OR octet_length(fingerprint) <> 32
    OR expires_at - created_at <> make_interval(hours => CASE WHEN body_ciphertext IS NULL THEN 72 ELSE 24 END));

GRANT SELECT ON audit_k2_answers TO ats_app;
