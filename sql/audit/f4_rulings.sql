-- F4: each verdict on a trade has its operator act, and each act has its verdict
--
-- Both are written in one transaction, so they have one time. Acts from before the import of a trade have no fact.
CREATE OR REPLACE VIEW audit_f4_rulings AS
  WITH acts AS MATERIALIZED (
    SELECT act_id, audit_key_uuid('trd', subject_key) AS trade_id, acted_at, audit_key_of('crd', credential_id) AS actor, after
    FROM operator_act WHERE operation = 'evaluateTrade' AND acted_at >= audit_since()
  ), rulings AS MATERIALIZED (
    SELECT f.trade_id, f.fact_no, (f.body->>'at')::timestamptz AS at, f.body->>'actor' AS actor, s.step
    FROM (SELECT trade_id, fact_no, trade_fact_json(body) AS body FROM audit_fact WHERE body LIKE '%"kind":"ruled"%') f
    CROSS JOIN LATERAL (SELECT f.body->'steps'->0 AS step) s
    WHERE f.body->>'kind' = 'ruled' AND (f.body->>'at')::timestamptz >= audit_since()
  )
  SELECT format('trade %s: the verdict of %s has no operator act', r.trade_id, r.at) AS detail
  FROM rulings r LEFT JOIN acts a ON a.trade_id = r.trade_id AND a.acted_at = r.at WHERE a.act_id IS NULL
  UNION ALL
  SELECT format('operator act %s on trade %s: %s', a.act_id, a.trade_id, CASE WHEN r.trade_id IS NULL THEN 'the trade has no such verdict' ELSE 'the trade has another verdict' END)
  FROM acts a LEFT JOIN rulings r ON r.trade_id = a.trade_id AND r.at = a.acted_at
  WHERE (r.actor, r.step->>'step_no', r.step->'verdict'->>'verdict', r.step->'verdict'->>'reason', r.step->'verdict'->>'coverage_bps')
      IS DISTINCT FROM (a.actor, a.after->>'step_no', a.after->>'verdict', a.after->>'reason', a.after->>'coverage_bps')
    AND NOT EXISTS (SELECT FROM trade_fact i WHERE i.trade_id = a.trade_id AND i.body LIKE '%"imported"%' AND (trade_fact_json(i.body)->>'at')::timestamptz >= a.acted_at);

GRANT SELECT ON audit_f4_rulings TO ats_app;
