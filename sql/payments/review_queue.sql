-- Lists everything that operators must review: parked purchases and flagged payments.
-- Callers: operators by hand, src/database/repositories/database-stats.ts.
CREATE OR REPLACE VIEW payment_review_queue AS
  SELECT p.session_id, NULL::text AS stripe_event_id, NULL::text AS type, p.parked_reason AS reason, p.status AS purchase_status,
    p.principal_id, p.human_id, NULL::text AS reference, p.payment_intent_id, p.created_at AS since
  FROM ticket_purchase p WHERE p.status = 'parked' AND p.parked_reason <> ALL (p.resolved_reasons)
  UNION ALL
  SELECT session_id, stripe_event_id, type, reason, purchase_status, principal_id, human_id, reference, payment_intent_id, received_at
  FROM flagged_payment;

GRANT SELECT ON payment_review_queue TO ats_app;
