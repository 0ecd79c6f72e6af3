-- The service changes only the state of a purchase and of an event: no pack, stamps, price or receiver.

REVOKE UPDATE ON ticket_purchase, stripe_event FROM ats_app;
GRANT UPDATE (status, credited_at, parked_reason, payment_intent_id, resolved_reasons) ON ticket_purchase TO ats_app;
GRANT UPDATE (outcome, reason, resolved_reasons) ON stripe_event TO ats_app;
