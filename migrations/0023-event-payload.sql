-- Webhooks build their payload from the event (sql/webhooks/payload.sql), so it is stored once, in `data`.

-- A process of the release before still stores payloads. Without a scan of the events under its lock; 0024 validates it.
ALTER TABLE event DROP CONSTRAINT event_stamped_is_frozen, DROP CONSTRAINT event_payload_size,
  ADD CONSTRAINT event_data_size CHECK (octet_length(data::text) < 20000) NOT VALID;
COMMENT ON CONSTRAINT event_data_size ON event IS 'with its other members, the payload has less than 20 kB';
COMMENT ON COLUMN event.payload IS 'stored by earlier releases and read by none; a later release drops it';
