-- The type of a delivery's event. An index finds the deliveries of an agent by type.

ALTER TABLE webhook_delivery ADD COLUMN event_type text;
COMMENT ON COLUMN webhook_delivery.event_type IS 'the type of the event; null: written while this column was added';

UPDATE webhook_delivery d SET event_type = e.type FROM event e WHERE e.event_id = d.event_id;

CREATE INDEX webhook_delivery_by_type ON webhook_delivery (agent_id, event_type, delivery_id);
-- All but empty. A server of the release before writes no type.
CREATE INDEX webhook_delivery_without_type ON webhook_delivery (agent_id, delivery_id) WHERE event_type IS NULL;
