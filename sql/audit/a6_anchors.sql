-- A6: each principal’s limits and quotas are what their last fact says
CREATE OR REPLACE VIEW audit_a6_anchors AS
  SELECT format('the limits of principal %s%s: %s', id, CASE WHEN version > 0 THEN ' version ' || version END, CASE WHEN r.state IS NULL THEN 'its facts have it, but no row does'
    WHEN f.state IS NULL THEN 'it has a row, but no fact' ELSE 'it differs from its last fact' END) AS detail
  FROM (SELECT * FROM authority_row WHERE object = 'anchor') r
  FULL JOIN (SELECT * FROM authority_last_fact WHERE object = 'anchor') f USING (id, version)
  WHERE (r.state IS DISTINCT FROM f.state OR r.principal_id <> f.principal_id);

GRANT SELECT ON audit_a6_anchors TO ats_app;
