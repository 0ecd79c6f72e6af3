-- Records since when an agent subscribes to its present event types, for audit_d4_made.
-- A change of the notification URL and a disabled endpoint do not count: deliveries are made all the same. If a clock was
-- set back, the newest event may lie in the future, so its time counts as well.
-- Callers: the triggers below.
-- Locks: none beyond the agent's row, which the caller writes.
CREATE OR REPLACE FUNCTION agent_track_event_types() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN NEW.event_types_since := now(); END IF;
  NEW.event_types_since := greatest(NEW.event_types_since, newest_event_at());
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER agent_track_event_types_on_insert BEFORE INSERT ON agent
  FOR EACH ROW EXECUTE FUNCTION agent_track_event_types();

CREATE OR REPLACE TRIGGER agent_track_event_types_on_update BEFORE UPDATE OF event_types, push_notifications ON agent FOR EACH ROW
  WHEN ((OLD.event_types, OLD.push_notifications) IS DISTINCT FROM (NEW.event_types, NEW.push_notifications))
  EXECUTE FUNCTION agent_track_event_types();
