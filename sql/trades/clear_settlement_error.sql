-- Clears the settlement error of a trade when its due time changes, so that the settlement worker tries it again.
-- Callers: the trigger below.
-- Locks: none beyond the trade's row, which the caller updates.
CREATE OR REPLACE FUNCTION trade_clear_settlement_error() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.settlement_error := NULL;
  NEW.settlement_error_at := NULL;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER trade_clear_settlement_error BEFORE UPDATE OF due_at ON trade FOR EACH ROW
  WHEN (OLD.settlement_error IS NOT NULL AND NEW.due_at IS DISTINCT FROM OLD.due_at)
  EXECUTE FUNCTION trade_clear_settlement_error();
