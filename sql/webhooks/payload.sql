-- Returns the JSON of an event that webhooks send. Members and their names are those of REST.
--
-- It is built from the row for each attempt, and not stored: the row never changes, so all attempts send the same bytes.
-- src/domain/events/event-cursor.ts defines the cursor.
-- Callers: webhook_claim.
-- Locks: none.
CREATE OR REPLACE FUNCTION webhook_payload(p_event event) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT format('{"id":"%1$s","event_id":"%1$s","type":"%2$s","timestamp":"%3$s","sequence":%4$s,"cursor":"%5$s","subject_key":%6$s,"data":%7$s}',
    audit_key_of('evt', p_event.event_id), p_event.type, to_char(p_event.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), p_event.sequence,
    translate(encode(convert_to('e1:' || p_event.sequence, 'LATIN1'), 'base64'), '+/=', '-_'), to_json(p_event.subject_key), p_event.data)
$$;
