-- A4: each agent is what its last fact says
CREATE OR REPLACE VIEW audit_a4_agents AS
  SELECT format('agent %s%s: %s', id, CASE WHEN version > 0 THEN ' version ' || version END, CASE WHEN r.state IS NULL THEN 'its facts have it, but no row does'
    WHEN f.state IS NULL THEN 'it has a row, but no fact' ELSE 'it differs from its last fact' END) AS detail
  FROM (SELECT * FROM authority_row WHERE object = 'agent') r
  FULL JOIN (SELECT * FROM authority_last_fact WHERE object = 'agent') f USING (id, version)
  WHERE (r.state IS DISTINCT FROM f.state OR r.principal_id <> f.principal_id);

GRANT SELECT ON audit_a4_agents TO ats_app;
