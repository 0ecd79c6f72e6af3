-- A9: each decision about an approval is what its last fact says
--
-- Before migration 0036 a later request replaced the row of a decision, so facts without a row are no difference.
CREATE OR REPLACE VIEW audit_a9_approvals AS
  SELECT format('approval %s: %s', r.id, CASE WHEN f.state IS NULL THEN 'its decision has no fact' ELSE 'it differs from its last fact' END) AS detail
  FROM (SELECT * FROM authority_row WHERE object = 'approval') r
  LEFT JOIN (SELECT * FROM authority_last_fact WHERE object = 'approval') f USING (id, version)
  WHERE r.state IS DISTINCT FROM f.state OR r.principal_id <> f.principal_id;

GRANT SELECT ON audit_a9_approvals TO ats_app;
