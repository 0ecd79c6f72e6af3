-- Stripe in full: why a payment is parked or flagged, in which mode it was made, and which charge belongs to which
-- purchase, so that a refund or a dispute leads to whom the tickets went (contract §7, Stripe's door).

ALTER TABLE ticket_purchase
  ADD COLUMN livemode boolean NOT NULL DEFAULT false,
  ADD COLUMN payment_intent_id text,
  ADD COLUMN parked_reason text;
ALTER TABLE ticket_purchase ALTER COLUMN livemode DROP DEFAULT;
UPDATE ticket_purchase SET parked_reason = 'not_recorded' WHERE status = 'parked';
ALTER TABLE ticket_purchase ADD CONSTRAINT ticket_purchase_parked CHECK ((status = 'parked') = (parked_reason IS NOT NULL));
COMMENT ON CONSTRAINT ticket_purchase_parked ON ticket_purchase IS 'an operator must be told why, and nothing else has a reason';
CREATE INDEX ticket_purchase_by_payment_intent ON ticket_purchase (payment_intent_id) WHERE payment_intent_id IS NOT NULL;
CREATE INDEX ticket_purchase_parked_first ON ticket_purchase (created_at) WHERE status = 'parked';

ALTER TABLE stripe_event
  -- Why it was parked or flagged; null where nobody has to look.
  ADD COLUMN reason text,
  ADD COLUMN payment_intent_id text,
  -- The key of principal or human the event itself names (client_reference_id, or the metadata its charge inherited).
  ADD COLUMN reference text;
UPDATE stripe_event SET reason = 'not_recorded' WHERE outcome IN ('parked', 'flagged');
ALTER TABLE stripe_event ADD CONSTRAINT stripe_event_reason CHECK ((outcome IN ('parked', 'flagged')) = (reason IS NOT NULL));
COMMENT ON CONSTRAINT stripe_event_reason ON stripe_event IS 'an operator must be told why, and nothing else has a reason';
CREATE INDEX stripe_event_to_look_at ON stripe_event (received_at) WHERE outcome IN ('flagged', 'waiting');
CREATE INDEX stripe_event_by_payment_intent ON stripe_event (payment_intent_id) WHERE payment_intent_id IS NOT NULL;

-- What operators must look at, whoever it concerns: parked purchases, flagged events (late payments, refunds, disputes),
-- and paid sessions that name somebody of ours but have no purchase. The purchase is found when this is read, not when
-- the event came: a dispute may come before we know of the charge.
CREATE VIEW payment_attention AS
  SELECT p.session_id, NULL::text AS stripe_event_id, NULL::text AS type, p.parked_reason AS reason, p.status AS purchase_status,
    p.principal_id, p.human_id, NULL::text AS reference, p.payment_intent_id, p.created_at AS since
  FROM ticket_purchase p WHERE p.status = 'parked'
  UNION ALL
  SELECT coalesce(e.session_id, p.session_id), e.stripe_event_id, e.type, coalesce(e.reason, 'no_purchase'), p.status,
    p.principal_id, p.human_id, e.reference, e.payment_intent_id, e.received_at
  FROM stripe_event e LEFT JOIN LATERAL (
    SELECT * FROM ticket_purchase s WHERE s.session_id = e.session_id
    UNION ALL SELECT * FROM ticket_purchase i WHERE e.session_id IS NULL AND i.payment_intent_id = e.payment_intent_id
    LIMIT 1) p ON true
  WHERE e.outcome = 'flagged' OR (e.outcome = 'waiting' AND e.type = 'checkout.session.completed');

-- How often what happened, since ever: for whoever watches the service.
CREATE VIEW payment_count AS
  SELECT type, outcome, reason, count(*) AS events FROM stripe_event GROUP BY type, outcome, reason;

GRANT SELECT ON payment_attention, payment_count TO ats_app;
