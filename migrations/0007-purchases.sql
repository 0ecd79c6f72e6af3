-- Ticket purchases through Stripe Checkout, and every verified event of Stripe's (contract §7, Purchase).

CREATE TABLE ticket_purchase (
  session_id      text        CONSTRAINT ticket_purchase_pkey PRIMARY KEY,
  pack            text        NOT NULL,
  tickets_stamps  bigint      NOT NULL,
  price_minor     integer     NOT NULL,
  currency        text        NOT NULL,
  principal_id    uuid        CONSTRAINT ticket_purchase_principal REFERENCES principal,
  human_id        uuid        CONSTRAINT ticket_purchase_human REFERENCES human,
  checkout_url    text,
  status          text        NOT NULL,
  created_at      timestamptz NOT NULL,
  credited_at     timestamptz,
  CONSTRAINT ticket_purchase_pack CHECK (pack IN ('starter', 'growth', 'scale')),
  CONSTRAINT ticket_purchase_status CHECK (status IN ('open', 'paid', 'credited', 'expired', 'parked')),
  CONSTRAINT ticket_purchase_beneficiary CHECK ((principal_id IS NULL) <> (human_id IS NULL)),
  CONSTRAINT ticket_purchase_credited CHECK ((status = 'credited') = (credited_at IS NOT NULL)),
  CONSTRAINT ticket_purchase_amounts CHECK (tickets_stamps > 0 AND price_minor > 0)
);
COMMENT ON CONSTRAINT ticket_purchase_pack ON ticket_purchase IS 'specification: self-serve packs are Starter, Growth and Scale';
COMMENT ON CONSTRAINT ticket_purchase_status ON ticket_purchase IS 'contract §7, Purchase';
COMMENT ON CONSTRAINT ticket_purchase_beneficiary ON ticket_purchase IS 'a principal or a human''s wallet is credited, never both';
COMMENT ON CONSTRAINT ticket_purchase_credited ON ticket_purchase IS 'credited has its time, and nothing else has';
COMMENT ON CONSTRAINT ticket_purchase_amounts ON ticket_purchase IS 'a pack has tickets and a price';
CREATE INDEX ticket_purchase_by_principal ON ticket_purchase (principal_id, created_at);

-- Kept whether or not they changed anything: an event may come before the purchase's row has committed.
CREATE TABLE stripe_event (
  stripe_event_id text        CONSTRAINT stripe_event_pkey PRIMARY KEY,
  type            text        NOT NULL,
  session_id      text,
  -- The verified bytes. Text, not jsonb: what jsonb refuses (an escaped NUL in somebody's name) must not lose a payment.
  payload         text        NOT NULL,
  -- What of it a purchase is judged by (SessionReport of src/domain/tickets/packs.ts, JSON); null for events about other things.
  report          text,
  outcome         text        NOT NULL,
  received_at     timestamptz NOT NULL,
  CONSTRAINT stripe_event_outcome CHECK (outcome IN ('credited', 'recorded', 'parked', 'foreign', 'waiting', 'flagged'))
);
COMMENT ON CONSTRAINT stripe_event_outcome ON stripe_event IS 'what came of it; waiting: the purchase is not there yet';
CREATE INDEX stripe_event_by_session ON stripe_event (session_id) WHERE session_id IS NOT NULL;

GRANT SELECT, INSERT, UPDATE ON ticket_purchase, stripe_event TO ats_app;
