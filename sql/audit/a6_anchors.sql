-- A6: each principal’s limits and quotas are what their last fact says
CREATE OR REPLACE VIEW audit_a6_anchors AS
  SELECT format('the limits of principal %s%s: %s', id, CASE WHEN version > 0 THEN ' version ' || version END, CASE WHEN r.state IS NULL THEN 'its facts have it, and it is not there'
    WHEN f.state IS NULL THEN 'no fact gives it' ELSE 'it is not what its last fact says' END) AS detail
  FROM (SELECT * FROM authority_row WHERE object = 'anchor') r
  FULL JOIN (SELECT * FROM authority_last_fact WHERE object = 'anchor') f USING (id, version)
  WHERE (r.state IS DISTINCT FROM f.state OR r.principal_id <> f.principal_id);

GRANT SELECT ON audit_a6_anchors TO ats_app;
