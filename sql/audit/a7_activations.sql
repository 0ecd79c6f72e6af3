-- A7: each policy for new trades was activated by an act of an operator with notice, or by the start of a process
--
-- The start of a process activates at once. In production it does so before the first trade only. Live purchases tell production,
-- because a development database takes no real money.
CREATE OR REPLACE VIEW audit_a7_activations AS
  SELECT format('policy %s from %s: %s', a.policy_version, a.effective_at, CASE WHEN a.act_id IS NOT NULL THEN 'its act says otherwise'
    WHEN a.effective_at <> a.announced_at THEN 'no operator announced it' ELSE 'no operator activated it, and there were trades' END) AS detail
  FROM (SELECT n.*, lag(n.policy_version) OVER (ORDER BY n.effective_at, n.activation_id) AS before FROM policy_activation n) a
  LEFT JOIN operator_act o USING (act_id)
  WHERE CASE WHEN a.act_id IS NOT NULL
    THEN (o.operation, o.subject_key, o.acted_at, (o.after->>'effective_at')::timestamptz)
      IS DISTINCT FROM ('activatePolicy', a.policy_version, a.announced_at, a.effective_at)
    ELSE a.effective_at <> a.announced_at OR (a.before <> a.policy_version
      AND (SELECT created_at FROM trade ORDER BY trade_id LIMIT 1) < a.effective_at
      AND EXISTS (SELECT FROM ticket_purchase p WHERE p.livemode AND p.credited_at < a.effective_at)) END;

GRANT SELECT ON audit_a7_activations TO ats_app;
