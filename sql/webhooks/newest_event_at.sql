-- Returns when the newest event was created. Event ids begin with their time, so the greatest id is the newest.
-- Callers: agent_track_event_types, audit_d4_made, audit_k1_effects.
-- Locks: none.
CREATE OR REPLACE FUNCTION newest_event_at() RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT created_at FROM event ORDER BY event_id DESC LIMIT 1
$$;
