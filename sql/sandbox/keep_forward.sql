-- Refuses an update that sets the test clock back. Events, deadlines and ids would no longer be in order.
-- Callers: the trigger below.
-- Locks: none.
CREATE OR REPLACE FUNCTION sandbox_keep_forward() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.advanced_ms < OLD.advanced_ms THEN
    RAISE EXCEPTION 'the test clock moves forward only';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER sandbox_clock_forward_only BEFORE UPDATE ON sandbox_clock
  FOR EACH ROW EXECUTE FUNCTION sandbox_keep_forward();
