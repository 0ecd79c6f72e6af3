-- A8: each mandate is what its last fact says
CREATE OR REPLACE VIEW audit_a8_mandates AS
  SELECT format('mandate of agent %s%s: %s', id, CASE WHEN version > 0 THEN ' version ' || version END, CASE WHEN r.state IS NULL THEN 'its facts have it, and it is not there'
    WHEN f.state IS NULL THEN 'no fact gives it' ELSE 'it is not what its last fact says' END) AS detail
  FROM (SELECT * FROM authority_row WHERE object = 'mandate') r
  FULL JOIN (SELECT * FROM authority_last_fact WHERE object = 'mandate') f USING (id, version)
  WHERE (r.state IS DISTINCT FROM f.state OR r.principal_id <> f.principal_id);

GRANT SELECT ON audit_a8_mandates TO ats_app;
