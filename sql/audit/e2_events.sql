-- E2: each trade step, credit, approval, exhausted mandate and disabled endpoint has its event for each principal concerned
--
-- I8 checks the ends of trades. An agent that was enabled again since has no trace of its disabling, so events may exceed
-- agents.
CREATE OR REPLACE VIEW audit_e2_events AS
  SELECT format('trade %s, step %s, principal %s: it has %s `%s` events', w.trade_id, coalesce(w.step_no::text, '–'), p.principal_id, count(e.event_id), w.type) AS detail
  FROM (
    SELECT trade_id, 'trade.created' AS type, NULL::integer AS step_no FROM audit_trade
    UNION ALL SELECT s.trade_id, h.type, s.step_no FROM audit_trade t JOIN trade_step s USING (trade_id)
      CROSS JOIN LATERAL (VALUES ('trade.step_activated', s.activated_at), ('trade.contract_published', s.contract_published_at),
        ('trade.checkpoint_submitted', s.checkpoint_submitted_at), ('trade.rebuttal_filed', s.rebuttal_filed_at)) AS h (type, at)
      WHERE h.at IS NOT NULL) w
  JOIN trade_participant p USING (trade_id)
  LEFT JOIN event e ON e.trade_id = w.trade_id AND e.principal_id = p.principal_id AND e.type = w.type
    AND (w.step_no IS NULL OR e.data->>'step_no' = w.step_no::text)
  GROUP BY w.trade_id, w.type, w.step_no, p.principal_id HAVING count(e.event_id) <> 1
  UNION ALL
  SELECT format('session %s is credited, and principal %s has %s `tickets.credited` events of this session', p.session_id, p.principal_id, count(e.event_id))
  FROM ticket_purchase p LEFT JOIN audit_event e ON e.principal_id = p.principal_id AND e.type = 'tickets.credited' AND e.data->>'session_id' = p.session_id
  WHERE p.status = 'credited' AND p.principal_id IS NOT NULL AND p.credited_at >= audit_since()
  GROUP BY p.session_id, p.principal_id HAVING count(e.event_id) <> 1
  UNION ALL
  SELECT format('principal %s: %s of its agents were disabled at %s, and it has %s `webhook.disabled` events of that time', d.principal_id, d.agents, d.at, coalesce(e.n, 0))
  FROM (SELECT principal_id, notifications_disabled_at AS at, count(*) AS agents FROM agent
    WHERE notifications_disabled_at >= audit_since() GROUP BY 1, 2) d
  LEFT JOIN (SELECT principal_id, created_at AS at, count(*) AS n FROM audit_event WHERE type = 'webhook.disabled' GROUP BY 1, 2) e USING (principal_id, at)
  WHERE coalesce(e.n, 0) < d.agents
  UNION ALL
  SELECT format('approval %s of principal %s: it has %s `%s` events', d.approval_id, d.principal_id, coalesce(e.n, 0), d.type)
  FROM (SELECT a.approval_id, a.principal_id, h.type FROM approval a
    CROSS JOIN LATERAL (VALUES ('approval.requested', a.requested_at), ('approval.decided', a.decided_at)) AS h (type, at)
    WHERE h.at >= audit_since()) d
  LEFT JOIN (SELECT principal_id, type, subject_key, count(*) AS n FROM audit_event WHERE type LIKE 'approval.%' GROUP BY 1, 2, 3) e
    ON e.principal_id = d.principal_id AND e.type = d.type AND e.subject_key = audit_key_of('apr', d.approval_id)
  WHERE coalesce(e.n, 0) <> 1
  UNION ALL
  SELECT format('the mandate of agent %s was exhausted at %s, and principal %s has %s `mandate.exhausted` events of that time', m.agent_id, m.exhausted_at, m.principal_id, count(e.event_id))
  FROM mandate m LEFT JOIN audit_event e ON e.principal_id = m.principal_id AND e.type = 'mandate.exhausted'
    AND e.subject_key = audit_key_of('agt', m.agent_id) AND e.created_at = m.exhausted_at
  WHERE m.exhausted_at >= audit_since()
  GROUP BY m.agent_id, m.exhausted_at, m.principal_id HAVING count(e.event_id) <> 1;

GRANT SELECT ON audit_e2_events TO ats_app;
