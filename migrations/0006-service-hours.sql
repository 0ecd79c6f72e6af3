-- When the service could serve mutations. An outage moves every open deadline, so no party pays for it.

CREATE TABLE service_hours (
  only_row boolean     NOT NULL DEFAULT true CONSTRAINT service_hours_pkey PRIMARY KEY,
  open_at  timestamptz,
  CONSTRAINT service_hours_one_row CHECK (only_row)
);
COMMENT ON COLUMN service_hours.open_at IS 'the last time at which an API process could serve a mutation; null: never yet';
COMMENT ON CONSTRAINT service_hours_one_row ON service_hours IS 'the service has one row of hours';
INSERT INTO service_hours DEFAULT VALUES;

CREATE TABLE closed_period (
  from_at timestamptz CONSTRAINT closed_period_pkey PRIMARY KEY,
  to_at   timestamptz NOT NULL,
  CONSTRAINT closed_period_order CHECK (to_at > from_at)
);
COMMENT ON CONSTRAINT closed_period_order ON closed_period IS 'a period ends after it begins';

ALTER TABLE trade ADD COLUMN closed_hours jsonb;
COMMENT ON COLUMN trade.closed_hours IS 'the closed periods that moved a deadline of this trade, oldest first; null: none';

-- Without a scan of the events under its lock; 0019 validates it.
ALTER TABLE event DROP CONSTRAINT event_type, ADD CONSTRAINT event_type CHECK (type IN ('trade.completed', 'trade.failed', 'proposal.created',
  'proposal.countered', 'proposal.accepted', 'proposal.rejected', 'trade.created', 'trade.step_activated', 'trade.contract_published',
  'trade.checkpoint_submitted', 'trade.rebuttal_filed', 'trade.deadline_extended', 'tickets.credited', 'webhook.disabled')) NOT VALID;
COMMENT ON CONSTRAINT event_type ON event IS 'the event types of the API';

GRANT SELECT, UPDATE ON service_hours TO ats_app;
GRANT SELECT, INSERT ON closed_period TO ats_app;
