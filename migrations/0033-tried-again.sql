-- A trade that was set aside is tried again when something else is due of it: who acts on it decides from all of it, and what
-- the sweep could not do once it need not fail at for ever. Until then it waits for an operator (settlement.md §2).

CREATE FUNCTION trade_tried_again() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.settlement_error := NULL;
  NEW.settlement_error_at := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER trade_tried_again BEFORE UPDATE OF due_at ON trade FOR EACH ROW
WHEN (OLD.settlement_error IS NOT NULL AND NEW.due_at IS DISTINCT FROM OLD.due_at) EXECUTE FUNCTION trade_tried_again();
