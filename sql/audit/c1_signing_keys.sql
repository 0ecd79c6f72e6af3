-- C1: each agent has one live webhook signing key, and its versions have no gap
CREATE OR REPLACE VIEW audit_c1_signing_keys AS
  SELECT format('agent %s: %s signing keys live, versions %s to %s of %s', a.agent_id, count(k.version) FILTER (WHERE k.retired_at IS NULL),
    min(k.version), max(k.version), count(k.version)) AS detail
  FROM agent a LEFT JOIN webhook_signing_key k USING (agent_id) GROUP BY a.agent_id
  HAVING count(k.version) FILTER (WHERE k.retired_at IS NULL) <> 1 OR min(k.version) <> 1 OR max(k.version) <> count(k.version)
  UNION ALL
  SELECT format('agent %s: signing key %s was retired at %s, the next made at %s', k.agent_id, k.version, k.retired_at, n.created_at)
  FROM webhook_signing_key k JOIN webhook_signing_key n ON n.agent_id = k.agent_id AND n.version = k.version + 1
  WHERE k.retired_at IS DISTINCT FROM n.created_at;

GRANT SELECT ON audit_c1_signing_keys TO ats_app;
