-- Copies the reason of a new resolution to its purchase or event, where the indexes of the review queue exclude it.
-- Callers: the trigger below.
-- Locks: the purchase's row, then the event's row.
CREATE OR REPLACE FUNCTION payment_mark_resolved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE ticket_purchase SET resolved_reasons = resolved_reasons || NEW.reason WHERE session_id = NEW.payment_id;
  UPDATE stripe_event SET resolved_reasons = resolved_reasons || NEW.reason WHERE stripe_event_id = NEW.payment_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER payment_resolution_inserted AFTER INSERT ON payment_resolution
  FOR EACH ROW EXECUTE FUNCTION payment_mark_resolved();
