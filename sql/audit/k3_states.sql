-- K3: each stored answer to an act on a trade shows the state that its fact gives
--
-- Only answers in clear that show the trade with its key and state can be compared. A request may do several acts.
CREATE OR REPLACE VIEW audit_k3_states AS
  WITH shown AS MATERIALIZED (
    SELECT a.scope, a.key, a.created_at, audit_key_uuid('trd', coalesce(t->>'trade_key', t->>'tradeKey')) AS trade_id, lower(t->>'state') AS state
    FROM idempotency_answer a
    CROSS JOIN LATERAL (SELECT trade_fact_json(a.body) AS body) j
    CROSS JOIN LATERAL (SELECT j.body AS t WHERE j.body ? 'trade_key' UNION ALL SELECT jsonb_path_query(j.body, '$.data.*.trade')) shown
    WHERE a.body ~ '"(trade_key|tradeKey)":' AND a.status BETWEEN 200 AND 299 AND a.expires_at >= audit_since() AND t ? 'state'
  )
  SELECT format('scope %s, key %s: the answer shows trade %s %s, but the fact of that time does not', s.scope, s.key, s.trade_id, s.state) AS detail
  FROM shown s JOIN audit_act f ON f.trade_id = s.trade_id AND f.at = s.created_at
  GROUP BY s.scope, s.key, s.trade_id, s.state HAVING NOT bool_or(f.state = s.state);

GRANT SELECT ON audit_k3_states TO ats_app;
