-- The last fact of each object that says who may act.
CREATE OR REPLACE VIEW authority_last_fact AS
  SELECT DISTINCT ON (f.body->>'object', f.body->>'id', f.body->>'version') f.body->>'object' AS object, (f.body->>'id')::uuid AS id,
    (f.body->>'version')::integer AS version, f.principal_id, nullif(f.body->'state', 'null') AS state
  FROM (SELECT principal_id, fact_no, trade_fact_json(body) AS body FROM authority_fact) f
  ORDER BY f.body->>'object', f.body->>'id', f.body->>'version', f.fact_no DESC;

GRANT SELECT ON authority_last_fact TO ats_app;
