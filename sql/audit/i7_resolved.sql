-- I7: each parked or flagged payment is marked as resolved for exactly the reasons that operators resolved
CREATE OR REPLACE VIEW audit_i7_resolved AS
  SELECT format('payment %s is marked as resolved for {%s}, operators resolved {%s}', coalesce(m.payment_id, r.payment_id),
    array_to_string(m.reasons, ', '), array_to_string(r.reasons, ', ')) AS detail
  FROM (
    SELECT p.payment_id, ARRAY(SELECT DISTINCT unnest(p.resolved_reasons) ORDER BY 1) AS reasons
    FROM (SELECT session_id AS payment_id, resolved_reasons FROM ticket_purchase WHERE resolved_reasons <> '{}'
      UNION ALL SELECT stripe_event_id, resolved_reasons FROM stripe_event WHERE resolved_reasons <> '{}') p) m
  FULL JOIN (
    SELECT s.payment_id, array_agg(s.reason ORDER BY s.reason) AS reasons FROM payment_resolution s
    JOIN operator_act o ON o.act_id = s.act_id AND o.operation = 'resolvePayment' AND o.subject_key = s.payment_id
    GROUP BY s.payment_id) r ON r.payment_id = m.payment_id
  WHERE m.reasons IS DISTINCT FROM r.reasons;

GRANT SELECT ON audit_i7_resolved TO ats_app;
