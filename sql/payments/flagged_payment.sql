-- Lists unresolved flagged payments: late payments, refunds, disputes, and paid sessions without a purchase.
-- The purchase is looked up at reading time, because a dispute may arrive before the charge is known.
-- A view of its own, because a page of a union cannot be read by an index.
-- Callers: src/database/lists/operators.ts, payment_review_queue.
CREATE OR REPLACE VIEW flagged_payment AS
  SELECT coalesce(e.session_id, p.session_id) AS session_id, e.stripe_event_id, e.type, coalesce(e.reason, 'no_purchase') AS reason,
    p.status AS purchase_status, p.principal_id, p.human_id, e.reference, e.payment_intent_id, e.received_at
  FROM stripe_event e LEFT JOIN LATERAL (
    SELECT * FROM ticket_purchase s WHERE s.session_id = e.session_id
    UNION ALL SELECT * FROM ticket_purchase i WHERE e.session_id IS NULL AND i.payment_intent_id = e.payment_intent_id
    LIMIT 1) p ON true
  WHERE (e.outcome = 'flagged' OR (e.outcome = 'waiting' AND e.type = 'checkout.session.completed'))
    AND coalesce(e.reason, 'no_purchase') <> ALL (e.resolved_reasons);

GRANT SELECT ON flagged_payment TO ats_app;
