-- A parked purchase or a flagged payment that an operator has dealt with: it leaves the lists of what must be looked at and
-- stays in the record. Parked again for another reason, a purchase is listed again.

CREATE TABLE payment_resolution (
  -- The processor's id: of the session for a parked purchase, of the event for a flagged payment.
  payment_id text NOT NULL,
  -- Why it was parked or flagged.
  reason     text NOT NULL,
  -- Who, when, and why it is done with.
  act_id     uuid NOT NULL CONSTRAINT payment_resolution_act REFERENCES operator_act,
  CONSTRAINT payment_resolution_pkey PRIMARY KEY (payment_id, reason)
);

CREATE TRIGGER payment_resolution_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON payment_resolution
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_append_only();

-- As in 0014, without what is resolved.
CREATE OR REPLACE VIEW payment_attention AS
  SELECT p.session_id, NULL::text AS stripe_event_id, NULL::text AS type, p.parked_reason AS reason, p.status AS purchase_status,
    p.principal_id, p.human_id, NULL::text AS reference, p.payment_intent_id, p.created_at AS since
  FROM ticket_purchase p WHERE p.status = 'parked'
    AND NOT EXISTS (SELECT FROM payment_resolution r WHERE r.payment_id = p.session_id AND r.reason = p.parked_reason)
  UNION ALL
  SELECT coalesce(e.session_id, p.session_id), e.stripe_event_id, e.type, coalesce(e.reason, 'no_purchase'), p.status,
    p.principal_id, p.human_id, e.reference, e.payment_intent_id, e.received_at
  FROM stripe_event e LEFT JOIN LATERAL (
    SELECT * FROM ticket_purchase s WHERE s.session_id = e.session_id
    UNION ALL SELECT * FROM ticket_purchase i WHERE e.session_id IS NULL AND i.payment_intent_id = e.payment_intent_id
    LIMIT 1) p ON true
  WHERE (e.outcome = 'flagged' OR (e.outcome = 'waiting' AND e.type = 'checkout.session.completed'))
    AND NOT EXISTS (SELECT FROM payment_resolution r
      WHERE r.payment_id = e.stripe_event_id AND r.reason = coalesce(e.reason, 'no_purchase'));

GRANT SELECT, INSERT ON payment_resolution TO ats_app;
