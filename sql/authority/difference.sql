-- Each object whose row and last fact differ. `detail` has its id, its version if it has one, and the difference.
CREATE OR REPLACE VIEW authority_difference AS
  SELECT object, id, version, coalesce(r.principal_id, f.principal_id) AS principal_id, coalesce(r.state, f.state) AS state,
    format('%s%s: %s', id, CASE WHEN version > 0 THEN ' version ' || version END, CASE WHEN r.state IS NULL THEN 'its facts have it, but no row does'
      WHEN f.state IS NULL THEN 'it has a row, but no fact' ELSE 'it differs from its last fact' END) AS detail
  FROM authority_row r FULL JOIN authority_last_fact f USING (object, id, version)
  WHERE r.state IS DISTINCT FROM f.state OR r.principal_id <> f.principal_id;

GRANT SELECT ON authority_difference TO ats_app;
