-- A3: each credential is what its last fact says, and a revoked one stays revoked
CREATE OR REPLACE VIEW audit_a3_credentials AS
  SELECT 'credential ' || detail AS detail FROM authority_difference WHERE object = 'credential'
  UNION ALL
  SELECT format('credential %s: a fact moves its end from %s to %s', c.body->>'id', c.before, c.body->'state'->>'revoked_at')
  FROM (SELECT body, lag(body->'state'->>'revoked_at') OVER (PARTITION BY body->>'id' ORDER BY fact_no) AS before
    FROM (SELECT fact_no, trade_fact_json(body) AS body FROM authority_fact WHERE body LIKE '%"credential"%') f WHERE body->>'object' = 'credential') c
  WHERE c.before IS DISTINCT FROM c.body->'state'->>'revoked_at' AND c.before IS NOT NULL;

GRANT SELECT ON audit_a3_credentials TO ats_app;
