-- What operators must look at is read without what they have dealt with, however much that is: the row of a purchase or an
-- event says itself for which reasons it was, and an index has what is left in the order of the pages.

-- In the order in which whoever reads the view locks it and them.
LOCK TABLE payment_attention IN ACCESS EXCLUSIVE MODE;

ALTER TABLE ticket_purchase ADD COLUMN resolved_reasons text[] NOT NULL DEFAULT '{}';
ALTER TABLE stripe_event ADD COLUMN resolved_reasons text[] NOT NULL DEFAULT '{}';
COMMENT ON COLUMN ticket_purchase.resolved_reasons IS 'the reasons of its rows in payment_resolution, by trigger';
COMMENT ON COLUMN stripe_event.resolved_reasons IS 'the reasons of its rows in payment_resolution, by trigger';

CREATE FUNCTION payment_resolved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE ticket_purchase SET resolved_reasons = resolved_reasons || NEW.reason WHERE session_id = NEW.payment_id;
  UPDATE stripe_event SET resolved_reasons = resolved_reasons || NEW.reason WHERE stripe_event_id = NEW.payment_id;
  RETURN NULL;
END $$;
-- Before the look at what is there already: it holds back new resolutions until this migration has committed.
CREATE TRIGGER payment_resolution_resolves AFTER INSERT ON payment_resolution FOR EACH ROW EXECUTE FUNCTION payment_resolved();
UPDATE ticket_purchase p SET resolved_reasons = r.reasons
FROM (SELECT payment_id, array_agg(reason) AS reasons FROM payment_resolution GROUP BY payment_id) r WHERE r.payment_id = p.session_id;
UPDATE stripe_event e SET resolved_reasons = r.reasons
FROM (SELECT payment_id, array_agg(reason) AS reasons FROM payment_resolution GROUP BY payment_id) r WHERE r.payment_id = e.stripe_event_id;

-- Where a payment stands in its list. The processor's ids have no order of ours, so the time comes first: milliseconds, then
-- the id. The time zone changes nothing but that an index may hold it.
CREATE FUNCTION payment_position(p_at timestamptz, p_id text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT lpad(floor(extract(epoch FROM p_at AT TIME ZONE 'UTC') * 1000)::bigint::text, 15, '0') || p_id
$$;

DROP INDEX ticket_purchase_parked_first, stripe_event_to_look_at;
CREATE INDEX ticket_purchase_to_look_at ON ticket_purchase (payment_position(created_at, session_id))
  WHERE status = 'parked' AND parked_reason <> ALL (resolved_reasons);
CREATE INDEX stripe_event_to_look_at ON stripe_event (payment_position(received_at, stripe_event_id))
  WHERE (outcome = 'flagged' OR (outcome = 'waiting' AND type = 'checkout.session.completed'))
    AND coalesce(reason, 'no_purchase') <> ALL (resolved_reasons);

-- The second half of payment_attention by itself: of a union no page can be read by an index.
CREATE VIEW flagged_payment AS
  SELECT coalesce(e.session_id, p.session_id) AS session_id, e.stripe_event_id, e.type, coalesce(e.reason, 'no_purchase') AS reason,
    p.status AS purchase_status, p.principal_id, p.human_id, e.reference, e.payment_intent_id, e.received_at
  FROM stripe_event e LEFT JOIN LATERAL (
    SELECT * FROM ticket_purchase s WHERE s.session_id = e.session_id
    UNION ALL SELECT * FROM ticket_purchase i WHERE e.session_id IS NULL AND i.payment_intent_id = e.payment_intent_id
    LIMIT 1) p ON true
  WHERE (e.outcome = 'flagged' OR (e.outcome = 'waiting' AND e.type = 'checkout.session.completed'))
    AND coalesce(e.reason, 'no_purchase') <> ALL (e.resolved_reasons);

-- As in 0025.
CREATE OR REPLACE VIEW payment_attention AS
  SELECT p.session_id, NULL::text AS stripe_event_id, NULL::text AS type, p.parked_reason AS reason, p.status AS purchase_status,
    p.principal_id, p.human_id, NULL::text AS reference, p.payment_intent_id, p.created_at AS since
  FROM ticket_purchase p WHERE p.status = 'parked' AND p.parked_reason <> ALL (p.resolved_reasons)
  UNION ALL
  SELECT session_id, stripe_event_id, type, reason, purchase_status, principal_id, human_id, reference, payment_intent_id, received_at
  FROM flagged_payment;

GRANT SELECT ON flagged_payment TO ats_app;
